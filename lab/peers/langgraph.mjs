// LangGraph.js behind the HTTP server of @langchain/langgraph-api, which the front ends of LangGraph speak to.
//
//	node langgraph.mjs KEPT DIR
//
// KEPT says where checkpoints are: memory, sqlite (as the package opens it), synced (each commit reaches the disk), or dev
// (the server that `langgraphjs dev` starts, which keeps them itself).
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import { MemorySaver } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { createEmbedServer } from "@langchain/langgraph-api/experimental/embed";
import { makeAgent } from "./graph.mjs";

const [kept, dir] = process.argv.slice(2);

// inMemory keeps which threads there are.
function inMemory() {
  const all = new Map();
  return {
    get: async (id) => all.get(id),
    set: async (id, { metadata }) => {
      const thread = { thread_id: id, metadata: { ...all.get(id)?.metadata, ...metadata } };
      all.set(id, thread);
      return thread;
    },
    delete: async (id) => void all.delete(id),
  };
}

// inDatabase keeps them in the database of the checkpoints.
function inDatabase(db) {
  db.exec("CREATE TABLE IF NOT EXISTS threads (id TEXT PRIMARY KEY, metadata TEXT NOT NULL)");
  const read = db.prepare("SELECT metadata FROM threads WHERE id = ?").pluck();
  const write = db.prepare("INSERT OR REPLACE INTO threads VALUES (?, ?)");
  const remove = db.prepare("DELETE FROM threads WHERE id = ?");
  const get = (id) => {
    const metadata = read.get(id);
    return metadata === undefined ? undefined : { thread_id: id, metadata: JSON.parse(metadata) };
  };
  return {
    get: async (id) => get(id),
    set: async (id, { metadata }) => {
      const thread = { thread_id: id, metadata: { ...get(id)?.metadata, ...metadata } };
      write.run(id, JSON.stringify(thread.metadata));
      return thread;
    },
    delete: async (id) => void remove.run(id),
  };
}

function keeping() {
  if (kept === "memory") return { checkpointer: new MemorySaver(), threads: inMemory() };
  const checkpointer = SqliteSaver.fromConnString(join(dir, "checkpoints.db"));
  checkpointer.setup();
  if (kept === "synced") checkpointer.db.pragma("synchronous = FULL");
  return { checkpointer, threads: inDatabase(checkpointer.db) };
}

async function development() {
  const { startServer } = await import("@langchain/langgraph-api/server");
  const graphs = { trip: fileURLToPath(new URL("graph.mjs", import.meta.url)) + ":graph" };
  const { host } = await startServer({ host: "127.0.0.1", port: Number(process.env.PORT), nWorkers: 10, cwd: dir, graphs });
  console.log(`listening on http://${host}`);
}

if (kept === "dev") {
  await development();
} else {
  const options = keeping();
  const app = createEmbedServer({ graph: { trip: makeAgent({ checkpointer: options.checkpointer }) }, ...options });
  serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) => console.log(`listening on http://127.0.0.1:${port}`));
}

// The chat route of the AI SDK behind Node's HTTP server, as the guide on persistence and that on resuming streams write it:
// the client sends its last message, the server loads those before it, saves them before it answers and again afterwards.
//
//	node aisdk.mjs KEPT DIR
//
// KEPT says where messages are: memory, or file (one for each chat).
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { convertToModelMessages, createIdGenerator, isStepCount, jsonSchema, pipeUIMessageStreamToResponse, streamText, tool, toUIMessageStream } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { purchase, reply, run, tools as names } from "./script.mjs";

const [kept, dir] = process.argv.slice(2);
const inMemory = new Map();
const fileOf = (id) => join(dir, `${id.replace(/[^A-Za-z0-9_-]/g, "")}.json`);

async function load(id) {
  if (kept === "memory") return JSON.parse(inMemory.get(id) ?? "[]");
  try {
    return JSON.parse(await readFile(fileOf(id), "utf8"));
  } catch (e) {
    if (e.code === "ENOENT") return [];
    throw e;
  }
}

async function save(id, messages) {
  const text = JSON.stringify(messages);
  if (kept === "memory") inMemory.set(id, text);
  else await writeFile(fileOf(id), text);
}

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 0, text: 0, reasoning: undefined },
};

function chunksOf({ text, calls }) {
  const said = text === "" ? [] : [{ type: "text-start", id: "0" }, { type: "text-delta", id: "0", delta: text }, { type: "text-end", id: "0" }];
  const called = calls.map(({ id, name, args }) => ({ type: "tool-call", toolCallId: id, toolName: name, input: JSON.stringify(args) }));
  const unified = calls.length > 0 ? "tool-calls" : "stop";
  return [{ type: "stream-start", warnings: [] }, ...said, ...called, { type: "finish", finishReason: { unified, raw: undefined }, usage }];
}

function streamOf(chunks) {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

// newModel returns a mock for one request: it keeps what it was asked, so that a shared one would grow.
const newModel = () =>
  new MockLanguageModelV4({
    doStream: async ({ prompt }) => {
      const last = prompt.findLastIndex((m) => m.role === "user");
      const people = prompt.filter((m) => m.role === "user").length;
      const replies = prompt.slice(last + 1).filter((m) => m.role === "assistant").length;
      return { stream: streamOf(chunksOf(reply(people, replies))) };
    },
  });

const tools = Object.fromEntries(
  names.map((name) => {
    const inputSchema = jsonSchema({ type: "object", additionalProperties: true });
    return [name, tool({ description: name, inputSchema, execute: (_input, { toolCallId }) => run(name, toolCallId) })];
  }),
);

// take puts a message of the client where it belongs: one that is known, such as one with an approval, in its place.
function take(messages, message) {
  const last = messages.at(-1);
  if (message.role !== "assistant") return last?.id === message.id ? messages : [...messages, message];
  const answers = new Map(message.parts.map((part) => [part.approval?.id, part.approval]));
  const parts = last.parts.map((part) => {
    const approval = part.state === "approval-requested" && answers.get(part.approval.id);
    return approval ? { ...part, state: "approval-responded", approval } : part;
  });
  return [...messages.slice(0, -1), { ...last, parts }];
}

async function chat(request, response) {
  let body = "";
  for await (const piece of request) body += piece;
  const { id, messages: sent } = JSON.parse(body);
  const messages = take(await load(id), sent.at(-1));
  await save(id, messages);
  const result = streamText({
    model: newModel(),
    messages: await convertToModelMessages(messages),
    tools,
    toolApproval: { [purchase]: "user-approval" },
    stopWhen: isStepCount(20),
  });
  result.consumeStream(); // the turn goes on when the client goes away
  const stream = toUIMessageStream({
    stream: result.stream,
    originalMessages: messages,
    generateMessageId: createIdGenerator({ prefix: "msg", size: 16 }),
    onEnd: ({ messages }) => save(id, messages),
  });
  pipeUIMessageStreamToResponse({ response, stream });
}

async function answer(request, response) {
  const { pathname } = new URL(request.url, "http://localhost");
  if (request.method === "POST" && pathname === "/chat") return chat(request, response);
  const [, id] = pathname.match(/^\/messages\/([^/]+)$/) ?? [];
  response.writeHead(id ? 200 : 404, { "content-type": "application/json" });
  response.end(id ? JSON.stringify(await load(id)) : "{}");
}

const server = createServer((request, response) => {
  answer(request, response).catch((e) => {
    console.error(e);
    response.destroy();
  });
});
server.listen(0, "127.0.0.1", () => console.log(`listening on http://127.0.0.1:${server.address().port}`));

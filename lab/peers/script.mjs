// What the mock models say and the mock tools answer: the conversation that the driver had with Legwork before.
//
//	CONVERSATION  the file of the driver
//	EFFECTS       a file to which every tool writes its name and the id of the call when it has done its work
//	SLOW          a tool that does not return then
import { appendFileSync, readFileSync } from "node:fs";

// turns[h].replies[k] is what the model says after the person's message h and k replies of its own: a text, calls, or both.
const { turns } = JSON.parse(readFileSync(process.env.CONVERSATION, "utf8"));

const results = new Map(); // call id -> what the tool answers
const names = new Set();
for (const [h, turn] of turns.entries()) {
  for (const [k, reply] of turn.replies.entries()) {
    for (const [i, call] of reply.calls.entries()) {
      call.id = `call_${h}_${k}_${i}`;
      results.set(call.id, call.result);
      names.add(call.name);
    }
  }
}

export const tools = [...names];
export const purchase = "booking_confirm_and_purchase";

// reply returns what the model says, given how many messages of the person there are and how many replies since the last one.
export function reply(people, replies) {
  const said = turns[people - 1]?.replies[replies];
  if (!said) throw new Error(`no reply ${replies} to message ${people}`);
  return said;
}

// run is a tool's work: it answers from memory.
export async function run(name, id) {
  if (process.env.EFFECTS) appendFileSync(process.env.EFFECTS, `${name} ${id}\n`);
  if (name === process.env.SLOW) await new Promise((later) => setTimeout(later, 600_000));
  return results.get(id);
}

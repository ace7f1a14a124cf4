// The stories of a trip as somebody else's front end tells them: the AG-UI client, with its own checks of every event.
//
//	node agui.mjs URL STORY [CONTROL]
import assert from "node:assert/strict";
import { HttpAgent } from "@ag-ui/client";
import { hold, kill, release } from "./gate.mjs";

const [url, story, control] = process.argv.slice(2);
const plan = "Two of us from Boston to Lisbon on June 3, back June 10, with a hotel";
const payment = { approval_token: "tok_of_the_channel", payment_method_id: "pm_visa" };
const all = [];

function agentOf(threadId = crypto.randomUUID(), initialMessages = []) {
  return new HttpAgent({ url: url + "/agui", threadId, initialMessages });
}

// run runs the agent and returns the events of the run, of which the last says how it ended.
async function run(agent, parameters) {
  const events = [];
  await agent.runAgent(parameters, { onEvent: ({ event }) => void events.push(event) });
  all.push(...events);
  assert.equal(events[0].type, "RUN_STARTED");
  assert.equal(events.at(-1).type, "RUN_FINISHED", events.at(-1).message);
  return events;
}

function add(agent, content) {
  agent.addMessage({ id: crypto.randomUUID(), role: "user", content });
}

function say(agent, content, parameters) {
  add(agent, content);
  return run(agent, parameters);
}

// answer answers the interrupt that is open.
function answer(agent, payload) {
  return run(agent, { resume: [{ interruptId: agent.pendingInterrupts[0].id, status: "resolved", payload }] });
}

// choose answers what is asked and is no interrupt, by a choice of the state.
function choose(agent, choiceId) {
  return run(agent, { resume: [{ interruptId: agent.state.status.ask.id, status: "resolved", payload: { choice_id: choiceId } }] });
}

const open = (agent) => agent.pendingInterrupts[0];
const asked = (agent) => agent.state.status.ask;
const statusOf = (agent) => agent.state.status.phase + "/" + agent.state.status.state;
const texts = (agent) => agent.messages.filter((m) => m.role === "assistant" && m.content).map((m) => m.content);
const of = (events, type) => events.filter((e) => e.type === type);

// same compares what two clients know. What was answered with words is a message for the one that was not there.
function same(agent, other) {
  const shown = (a) => a.messages.filter((m) => !m.id.startsWith("resume:")).map((m) => ({ ...m, content: m.content ?? "" }));
  assert.deepEqual(shown(other), shown(agent));
  assert.deepEqual(other.state, agent.state);
  assert.deepEqual(other.pendingInterrupts, agent.pendingInterrupts);
}

// whole checks that a client knows nothing twice, and of each call the one result.
function whole(agent) {
  const ids = agent.messages.map((m) => m.id);
  assert.equal(new Set(ids).size, ids.length, "a message was told twice");
  const calls = agent.messages.flatMap((m) => m.toolCalls ?? []);
  for (const call of calls) {
    JSON.parse(call.function.arguments);
    const results = agent.messages.filter((m) => m.toolCallId === call.id);
    assert.equal(results.length, 1, `${call.function.name} has ${results.length} results`);
    JSON.parse(results[0].content);
  }
  return calls.map((c) => c.function.name);
}

async function comesBack(agent) {
  const other = agentOf(agent.threadId);
  await run(other);
  same(agent, other);
}

const stories = {
  async booking() {
    const agent = agentOf();
    const events = await say(agent, plan);
    assert.equal(events[0].protocolVersion, "1.0");
    assert.equal(statusOf(agent), "quote/presenting_options");
    assert.ok(of(events, "STATE_SNAPSHOT").length === 1 && of(events, "STATE_DELTA").length > 2);
    assert.ok(of(events, "STEP_STARTED").some((e) => e.stepName === "quote/quoting_flights"));
    assert.equal(open(agent), undefined);
    assert.equal(asked(agent).kind, "choose");
    const { choices } = asked(agent);
    assert.ok(choices.length > 1 && choices.every((c) => c.id && c.label));
    await comesBack(agent);

    await choose(agent, choices[0].id);
    assert.equal(statusOf(agent), "quote/risk_checked");
    assert.equal(open(agent), undefined);
    await choose(agent, "yes");
    assert.equal(statusOf(agent), "book/holds_placed");
    assert.equal(open(agent).reason, "legwork:approval");
    assert.ok(new Date(open(agent).expiresAt) > new Date());
    await comesBack(agent);

    await answer(agent, payment);
    assert.equal(statusOf(agent), "completed/booked");
    assert.equal(open(agent), undefined);
    assert.match(texts(agent).at(-1), /booked/);
    const names = whole(agent);
    for (const name of ["flight_quote_search", "hotel_quote_search", "reservation_hold_create", "booking_confirm_and_purchase"]) {
      assert.ok(names.includes(name), name);
    }
    await comesBack(agent);

    const told = JSON.stringify(all);
    for (const secret of [...Object.values(payment), "idempotency_key"]) {
      assert.ok(!told.includes(secret), secret + " was told");
    }
    assert.ok(!("turn" in agent.state), "the engine's bookkeeping was told");
    const { turn, ...kept } = await (await fetch(`${url}/v1/trips/${agent.threadId}`)).json();
    delete kept.party.payment_method_id;
    assert.deepEqual(agent.state, kept);
    console.log("posted in the end:", JSON.stringify({ m: agent.messages, s: agent.state }).length, "bytes");
  },

  async failure() {
    const agent = agentOf();
    const events = await say(agent, "Two adults from Boston to WQK on June 3, back June 10, with a hotel");
    assert.equal(statusOf(agent), "error/retryable");
    assert.deepEqual(events.at(-1).result, { phase: "error", state: "retryable" });
    assert.match(texts(agent).at(-1), /^The hotel search did not answer in time\. Say 'try again'\.$/);
    const failed = agent.messages.filter((m) => m.role === "tool" && JSON.parse(m.content).error);
    assert.equal(failed.length, 1);
    assert.equal(JSON.parse(failed[0].content).class, "timeout");
    const resume = agent.pendingInterrupts.map((i) => ({ interruptId: i.id, status: "cancelled" }));
    const again = await say(agent, "try again", { resume });
    assert.notEqual(again[0].runId, events[0].runId);
    assert.equal(statusOf(agent), "quote/presenting_options");
    whole(agent);
    await comesBack(agent);
  },

  // Plain messages, as a chat sends them that knows nothing of trips.
  async plain() {
    const agent = agentOf();
    await say(agent, "I want to fly to Lisbon on June 3");
    assert.equal(asked(agent).kind, "missing");
    await say(agent, "From Boston, one adult, one way, no hotel");
    assert.equal(asked(agent).kind, "choose");
    await say(agent, "the first one");
    assert.equal(statusOf(agent), "quote/risk_checked");
    await say(agent, "yes");
    assert.equal(statusOf(agent), "book/holds_placed");
    assert.equal(open(agent).reason, "legwork:approval");
    await assert.rejects(run(agent), /pending interrupt/); // the client itself wants an answer
    whole(agent);
  },

  async interrupt() {
    const agent = agentOf();
    await say(agent, plan);
    const listed = asked(agent);
    await choose(agent, listed.choices[0].id);
    await choose(agent, "yes");
    const approval = open(agent);
    const bad = await fetch(url + "/agui", {
      method: "POST",
      body: JSON.stringify({ threadId: agent.threadId, runId: "r", messages: [], resume: [{ interruptId: approval.id, status: "resolved", payload: {} }] }),
    });
    assert.equal(bad.status, 400);
    assert.match((await bad.json()).detail, /resume\[0\]\.payload/);

    // Declined, it is open no more for the client, nothing is bought, and what is held stays held.
    const before = agent.state;
    const left = await run(agent, { resume: [{ interruptId: approval.id, status: "cancelled" }] });
    assert.equal(left.at(-1).outcome.type, "success");
    assert.equal(open(agent), undefined);
    assert.deepEqual(agent.state.working_memory, before.working_memory);
    assert.match(agent.messages.at(-1).content, /nothing is bought/);

    // An answer to what is not asked any more is told so.
    const gone = await run(agent, { resume: [{ interruptId: listed.id, status: "resolved", payload: { choice_id: "1" } }] });
    assert.equal(gone.at(-1).type, "RUN_FINISHED");
    assert.deepEqual(agent.state.itinerary, before.itinerary);
    await run(agent, { resume: [{ interruptId: approval.id, status: "cancelled" }] }); // an answer that it was told says nothing again
    whole(agent);
  },

  // One run answers one thing after another, and an answer and a message come together.
  async answers() {
    const agent = agentOf();
    await say(agent, plan);
    const runId = crypto.randomUUID();
    const resume = (payload) => ({ runId, resume: [{ interruptId: asked(agent).id, status: "resolved", payload }] });
    await run(agent, resume({ choice_id: asked(agent).choices[0].id }));
    assert.equal(statusOf(agent), "quote/risk_checked");
    await run(agent, resume({ choice_id: "yes" })); // of the same run, to another question
    assert.equal(statusOf(agent), "book/holds_placed");

    const approve = { resume: [{ interruptId: open(agent).id, status: "resolved", payload: payment }] };
    const events = await say(agent, "What is 12 * 7 + 1?", approve);
    assert.equal(agent.state.working_memory.bookings.length, 1);
    assert.ok(texts(agent).some((t) => /booked/.test(t)));
    assert.match(texts(agent).at(-1), /85/);
    assert.equal(of(events, "RUN_FINISHED").length, 1);
    whole(agent);
  },

  async cancel() {
    await hold(url, "trip_requirements_extract");
    const agent = agentOf();
    add(agent, plan);
    let running;
    await new Promise((started) => {
      running = agent.runAgent({}, { onStepStartedEvent: () => void started(), onEvent: ({ event }) => void all.push(event) });
    });
    const button = agentOf(agent.threadId);
    const stopped = await run(button, { forwardedProps: { cancel: true, reason: "the button" } });
    assert.equal(stopped.at(-1).outcome.type, "cancelled");
    await running;
    await release(url);
    assert.equal(all.filter((e) => e.runId === all[0].runId).at(-1).outcome.type, "cancelled");
    assert.equal(statusOf(agent), "intake/collecting_requirements");
    whole(agent);
    await say(agent, plan); // a new run goes on
    assert.equal(statusOf(agent), "quote/presenting_options");
  },

  // Another message interrupts the turn.
  async interrupted() {
    await hold(url, "hotel_quote_search");
    const agent = agentOf();
    add(agent, plan);
    let first;
    await new Promise((searching) => {
      first = agent.runAgent({}, {
        onEvent: ({ event }) => void all.push(event),
        onToolCallEndEvent: ({ toolCallName }) => void (toolCallName === "hotel_quote_search" && searching()),
      });
    });
    const other = agentOf(agent.threadId);
    const second = say(other, "Make it three of us");
    await first;
    assert.equal(all.filter((e) => e.runId === all[0].runId).at(-1).outcome.type, "cancelled");
    const names = whole(agent); // each call has a result
    assert.ok(names.includes("hotel_quote_search"));
    const stopped = agent.messages.filter((m) => m.role === "tool" && JSON.parse(m.content).class === "cancelled");
    assert.ok(stopped.length >= 1);
    await release(url);
    await second;
    assert.equal(statusOf(other), "quote/presenting_options");
    const later = agentOf(agent.threadId);
    await run(later);
    whole(later);
    for (const m of stopped) assert.deepEqual(later.messages.find((o) => o.toolCallId === m.toolCallId), m);
  },

  async assistant() {
    const agent = agentOf();
    const events = await say(agent, "What is 12 * 7 + 1?");
    assert.equal(statusOf(agent), "assist/answered");
    assert.match(texts(agent).at(-1), /85/);
    const [start] = of(events, "TOOL_CALL_START").filter((e) => e.toolCallName === "execute_javascript");
    const [args] = of(events, "TOOL_CALL_ARGS").filter((e) => e.toolCallId === start.toolCallId);
    assert.match(JSON.parse(args.delta).code, /12.*7/);
    const [result] = of(events, "TOOL_CALL_RESULT").filter((e) => e.toolCallId === start.toolCallId);
    assert.equal(JSON.parse(result.content).result, 85);
    whole(agent);
    await comesBack(agent);
  },

  // The connection ends in the middle of a turn, which goes on.
  async reconnect() {
    await hold(url, "hotel_quote_search");
    const agent = agentOf();
    add(agent, plan);
    const runId = crypto.randomUUID();
    await agent.runAgent({ runId }, { onTextMessageEndEvent: () => agent.abortRun() });
    assert.equal(texts(agent).length, 1);
    assert.notEqual(statusOf(agent), "quote/presenting_options");
    const again = run(agent, { runId }); // the same run, with what the client knows
    await release(url);
    const events = await again;
    assert.equal(events[0].runId, runId);
    assert.equal(statusOf(agent), "quote/presenting_options");
    assert.equal(agent.messages.filter((m) => m.role === "user").length, 1);
    whole(agent);
    await comesBack(agent);

    const later = await run(agent, { runId }); // once more, at rest
    assert.equal(of(later, "TEXT_MESSAGE_START").length, 0);
    whole(agent);
  },

  // The page is loaded anew in the middle of a turn.
  async reload() {
    await hold(url, "hotel_quote_search");
    const agent = agentOf();
    add(agent, plan);
    await agent.runAgent({}, { onTextMessageEndEvent: () => agent.abortRun() });
    const page = agentOf(agent.threadId);
    const rest = run(page);
    await release(url);
    const events = await rest;
    assert.equal(of(events, "MESSAGES_SNAPSHOT").length, 1);
    assert.equal(statusOf(page), "quote/presenting_options");
    assert.equal(page.messages[0].id, agent.messages[0].id);
    whole(page);
    await comesBack(page);
  },

  // The server is killed in the middle of a turn, and started again.
  async killed() {
    const agent = agentOf();
    add(agent, "Two adults from Boston to WQL on June 3, back June 10, with a hotel"); // a slow search
    const runId = crypto.randomUUID();
    process.on("unhandledRejection", (e) => assert.match(String(e), /terminated/)); // the client's own, beside that of the run
    let killed;
    await assert.rejects(agent.runAgent({ runId }, { onTextMessageEndEvent: () => void (killed ??= kill(control)) }));
    await killed;
    assert.notEqual(statusOf(agent), "quote/presenting_options");
    await run(agent, { runId });
    assert.equal(statusOf(agent), "quote/presenting_options");
    assert.equal(texts(agent).length, 2);
    whole(agent);
    await comesBack(agent);
  },

  // The words of a model's answer, as they come.
  async words() {
    const agent = agentOf();
    const pieces = (events) => of(events, "TEXT_MESSAGE_CONTENT");
    for (const [question, taken] of [["Tell me all about Lisbon", false], ["Tell me the truth about Lisbon", true], ["Tell me nothing about Lisbon", true]]) {
      const heard = [];
      const events = await say(agent, question);
      for (const e of pieces(events)) if (!heard.includes(e.messageId)) heard.push(e.messageId);
      assert.equal(of(events, "TEXT_MESSAGE_START").length, of(events, "TEXT_MESSAGE_END").length);
      assert.ok(pieces(events).length > heard.length, "nothing came before the decision");
      assert.equal(of(events, "MESSAGES_SNAPSHOT").length, taken ? 1 : 0);
      if (!taken) assert.equal(pieces(events).map((e) => e.delta).join(""), texts(agent).at(-1));
      const transcript = (await (await fetch(`${url}/v1/trips/${agent.threadId}/transcript`)).json()).messages.filter((m) => m.role === "assistant" && m.text);
      assert.deepEqual(agent.messages.filter((m) => m.role === "assistant" && m.content).map((m) => [m.id, m.content]), transcript.map((m) => [m.id, m.text]));
      assert.ok(!JSON.stringify(events).includes("web_search."), "the name of a tool was told");
      whole(agent);
      await comesBack(agent);
    }
  },

  // What a model proposes and writes waits for an approval, by a choice.
  async proposal() {
    const agent = agentOf();
    await say(agent, "Tell me of the postcard to Lisbon");
    assert.equal(open(agent).reason, "legwork:approval");
    const ways = open(agent).responseSchema.oneOf.map((way) => Object.keys(way.properties)[0]);
    assert.deepEqual(ways.sort(), ["choice_id", "text"]);
    await answer(agent, { choice_id: "approve" });
    assert.match(texts(agent).at(-1), /T7/);
    assert.equal(open(agent), undefined);
    whole(agent);
    await comesBack(agent);
  },

  // What a handler reports before it returns.
  async progress() {
    const agent = agentOf();
    const events = await say(agent, plan);
    const progress = of(events, "CUSTOM").filter((e) => e.name === "legwork.progress");
    assert.ok(progress.length > 0);
    assert.deepEqual(Object.keys(progress[0].value).sort(), ["delta", "toolCallId", "toolCallName"]);
    assert.equal(progress[0].value.toolCallName, "trip_requirements_extract");
  },

  async refused() {
    const agent = agentOf();
    const conflict = { id: "m1", role: "user", content: "From Boston to Lisbon" };
    agent.addMessage(conflict);
    await run(agent);
    for (const [body, status, code] of [
      ["{", 400, "malformed"],
      [JSON.stringify({ threadId: crypto.randomUUID(), runId: "r", messages: [] }), 404, "trip_not_found"],
      [JSON.stringify({ threadId: agent.threadId, runId: "r", messages: [{ ...conflict, content: "From Boston to Rome" }] }), 409, "idempotency_conflict"],
    ]) {
      const answer = await fetch(url + "/agui", { method: "POST", headers: { "content-type": "application/json" }, body });
      assert.equal(answer.status, status);
      assert.equal((await answer.json()).code, code);
    }
  },
};

await stories[story]();

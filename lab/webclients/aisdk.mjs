// The stories of a trip as somebody else's front end tells them: the chat of the AI SDK, with its own parser.
//
//	node aisdk.mjs URL STORY [CONTROL]
import assert from "node:assert/strict";
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses } from "ai";
import { Chat } from "@ai-sdk/react";
import { hold, kill, release } from "./gate.mjs";

const [url, story, control] = process.argv.slice(2);
const plan = "Two of us from Boston to Lisbon on June 3, back June 10, with a hotel";
const heard = []; // every byte of every stream

async function listening(input, init) {
  const answer = await fetch(input, init);
  if (!answer.ok || !answer.body) return answer;
  assert.equal(answer.headers.get("x-vercel-ai-ui-message-stream"), "v1");
  const [mine, theirs] = answer.body.tee();
  (async () => {
    const words = new TextDecoder();
    try {
      for await (const piece of mine) heard.push(words.decode(piece, { stream: true }));
    } catch {} // the chat went away
  })();
  return new Response(theirs, { status: answer.status, headers: answer.headers });
}

const paying = { payment_method_id: "pm_visa", approval_token: "tok_of_the_channel" };

function chatOf(id = crypto.randomUUID(), messages = [], body = paying) {
  const transport = new DefaultChatTransport({ api: url + "/chat", fetch: listening, body });
  return new Chat({ id, messages, transport, sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses });
}

const last = (chat) => chat.messages.at(-1);
const intentOf = (chat) => last(chat).parts.findLast((p) => p.type === "data-intent").data;
const statusOf = (chat) => intentOf(chat).status.phase + "/" + intentOf(chat).status.state;
const texts = (message) => message.parts.filter((p) => p.type === "text").map((p) => p.text);
const tools = (message, name) => message.parts.filter((p) => p.type === "dynamic-tool" && p.toolName === name);

async function say(chat, text, metadata) {
  await chat.sendMessage({ text, metadata });
  assert.equal(chat.error, undefined);
  assert.equal(chat.status, "ready");
  whole(last(chat));
}

// streaming waits until the answer has begun.
async function streaming(chat) {
  while (chat.status !== "streaming") await new Promise((later) => setTimeout(later, 10));
}

// speaking waits until something was said.
async function speaking(chat) {
  while (last(chat)?.role !== "assistant" || texts(last(chat)).length === 0) await new Promise((later) => setTimeout(later, 10));
}

// settled waits until a chat that goes on by itself is at rest.
async function settled(chat, enough) {
  while (!(chat.status === "ready" && enough())) {
    if (chat.status === "error") throw chat.error;
    await new Promise((later) => setTimeout(later, 10));
  }
}

// whole checks that a message tells nothing twice, and leaves nothing open.
function whole(message) {
  assert.equal(message.role, "assistant");
  const calls = message.parts.filter((p) => p.type === "dynamic-tool");
  assert.equal(new Set(calls.map((p) => p.toolCallId)).size, calls.length, "a call was told twice");
  for (const call of calls) assert.match(call.state, /^(output-available|output-error|output-denied|approval-requested)$/, call.toolName);
  for (const part of message.parts) assert.ok(part.type !== "text" || part.state === "done");
  const said = texts(message);
  assert.equal(new Set(said).size, said.length, "a text was told twice");
  assert.equal(message.parts.filter((p) => p.type === "data-intent").length, 1);
}

const resting = async (id) => (await fetch(`${url}/v1/trips/${id}`)).json();
const history = async (id) => (await fetch(`${url}/chat/${id}`)).json();

// shown is what a person sees of messages: all but the document, what a client notes for itself, and how it words a
// choice.
function shown(messages) {
  return messages.map(({ id, role, metadata, parts }) => ({
    id, role, metadata, parts: parts.filter((p) => p.type === "text" && !metadata || p.type === "dynamic-tool").map((p) =>
      p.type === "text" ? { text: p.text, state: role === "user" ? undefined : p.state }
        : { id: p.toolCallId, name: p.toolName, state: p.state, input: p.input, output: p.output, error: p.errorText, approval: p.approval?.id, approved: p.approval?.approved }),
  }));
}

async function choose(chat, i) {
  const { id, choices } = intentOf(chat).status.ask;
  await say(chat, choices[i].label, { ask_id: id, choice_id: choices[i].id });
}

async function held(chat) {
  await say(chat, plan);
  assert.equal(statusOf(chat), "quote/presenting_options");
  await choose(chat, 0);
  assert.equal(statusOf(chat), "quote/risk_checked");
  await choose(chat, 0); // yes
  assert.equal(statusOf(chat), "book/holds_placed");
  const [part] = tools(last(chat), "booking_confirm_and_purchase");
  assert.equal(part.state, "approval-requested");
  assert.match(part.input.text, /USD/);
  assert.ok(new Date(part.input.expires_at) > new Date());
  return part;
}

const stories = {
  async booking() {
    const chat = chatOf();
    const part = await held(chat);
    const asked = chat.messages.length;
    await chat.addToolApprovalResponse({ id: part.approval.id, approved: true });
    await settled(chat, () => statusOf(chat) === "completed/booked");
    assert.equal(chat.messages.length, asked, "the message that asked goes on");
    whole(last(chat));
    const [bought] = tools(last(chat), "booking_confirm_and_purchase");
    assert.equal(bought.state, "output-available");
    assert.match(bought.output.confirmation.record_locator, /^[A-Z0-9]{6}$/);
    assert.match(texts(last(chat)).at(-1), /booked/);
    assert.deepEqual(chat.messages.filter((m) => m.role === "assistant").map((m) => m.id), ["turn-1", "turn-2", "turn-3"]);

    const told = heard.join("");
    for (const secret of ["pm_visa", "tok_of_the_channel", "idempotency_key"]) assert.ok(!told.includes(secret), secret);
    assert.equal(told.split("data: [DONE]\n\n").length, 5, "four streams, each with its end");
    const { turn, ...kept } = await (await fetch(`${url}/v1/trips/${chat.id}`)).json();
    delete kept.party.payment_method_id;
    assert.deepEqual(intentOf(chat), kept);
    console.log("posted in the end:", JSON.stringify(chat.messages).length, "bytes");
  },

  // The page is loaded anew while the purchase runs: the message is told from its start.
  async buying() {
    const chat = chatOf();
    const part = await held(chat);
    const before = chat.messages.slice(0, -1);
    const shown = texts(last(chat));
    await hold(url, "booking_confirm_and_purchase");
    await chat.addToolApprovalResponse({ id: part.approval.id, approved: true });
    await streaming(chat);
    const pages = [JSON.parse(JSON.stringify(chat.messages)), before].map((messages) => chatOf(chat.id, messages));
    const resumed = pages.map((page) => page.resumeStream());
    for (const page of pages) await streaming(page);
    await release(url);
    await Promise.all(resumed);
    for (const page of pages) {
      assert.equal(page.error, undefined);
      assert.equal(statusOf(page), "completed/booked");
      assert.equal(page.messages.length, before.length + 1);
      assert.deepEqual(texts(last(page)).slice(0, shown.length), shown);
      assert.equal(tools(last(page), "booking_confirm_and_purchase")[0].state, "output-available");
      whole(last(page));
    }
  },

  async declined() {
    const chat = chatOf();
    const part = await held(chat);
    await chat.addToolApprovalResponse({ id: part.approval.id, approved: false });
    await settled(chat, () => tools(last(chat), "booking_confirm_and_purchase")[0].state === "output-denied");
    const now = await (await fetch(`${url}/v1/trips/${chat.id}`)).json();
    assert.equal(now.status.state, "holds_placed");
    assert.equal(now.working_memory.bookings.length, 0);
    await settled(chat, () => /nothing is bought/.test(texts(last(chat)).join(" "))); // it is answered, and not asked again at once
    assert.equal(tools(last(chat), "booking_confirm_and_purchase").length, 1);
    await say(chat, "show me the trip"); // it goes on
  },

  async failure() {
    const chat = chatOf();
    await say(chat, "Two adults from Boston to WQK on June 3, back June 10, with a hotel");
    assert.equal(statusOf(chat), "error/retryable");
    const [failed] = tools(last(chat), "hotel_quote_search");
    assert.equal(failed.state, "output-error");
    assert.equal(failed.errorText, "the search took too long");
    assert.ok(last(chat).parts.some((p) => p.type === "text" && p.text === "The hotel search did not answer in time. Say 'try again'."));
    await chat.regenerate();
    assert.equal(chat.error, undefined);
    assert.equal(statusOf(chat), "quote/presenting_options");
    assert.equal(chat.messages.length, 2, "the answer took the place of the one that failed");
    whole(last(chat));
  },

  async question() {
    const chat = chatOf();
    await say(chat, "I want to fly to Lisbon on June 3");
    assert.equal(intentOf(chat).status.ask.kind, "missing");
    await say(chat, "From Boston, one adult, one way, no hotel");
    assert.equal(statusOf(chat), "quote/presenting_options");
    const first = chat.messages[0];
    await chat.sendMessage({ text: "I want to fly to Rome on June 3", messageId: first.id }); // an edit
    assert.equal(chat.error, undefined);
    assert.equal(chat.messages.length, 2);
    assert.equal(intentOf(chat).itinerary.segments[0].destination.city, "Rome");
  },

  async assistant() {
    const chat = chatOf();
    await say(chat, "What is 12 * 7 + 1?");
    assert.equal(statusOf(chat), "assist/answered");
    const [call] = tools(last(chat), "execute_javascript");
    assert.match(call.input.code, /12.*7/);
    assert.equal(call.output.result, 85);
    assert.match(texts(last(chat)).at(-1), /85/);
  },

  async cancel() {
    await hold(url, "trip_requirements_extract");
    const chat = chatOf();
    const running = chat.sendMessage({ text: plan });
    await streaming(chat);
    const stopped = await fetch(`${url}/v1/trips/${chat.id}/events`, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": "the button" },
      body: JSON.stringify({ type: "TURN_CANCELLED", data: {} }),
    });
    assert.equal(stopped.status, 202);
    await running;
    assert.ok(heard.join("").includes('"type":"abort"'));
    assert.equal(statusOf(chat), "intake/collecting_requirements");
    whole(last(chat));
    await release(url);
    await say(chat, plan);
    assert.equal(statusOf(chat), "quote/presenting_options");
  },

  // A stock chat, whose stop() says no more than that it does not listen.
  async stop() {
    await hold(url, "hotel_quote_search");
    const chat = chatOf();
    const sent = chat.sendMessage({ text: plan });
    await speaking(chat);
    await chat.stop();
    await sent;
    while ((await resting(chat.id)).status.state !== "collecting_requirements") await new Promise((later) => setTimeout(later, 10));
    assert.equal((await fetch(`${url}/chat/${chat.id}/stream`)).status, 204);
    await release(url);
    await say(chat, plan); // it goes on
    assert.equal(statusOf(chat), "quote/presenting_options");
  },

  // A chat that comes back has a button that says so.
  async button() {
    await hold(url, "hotel_quote_search");
    const chat = chatOf(undefined, [], { resume: true });
    const running = chat.sendMessage({ text: plan });
    await speaking(chat);
    const stop = () => fetch(`${url}/chat/${chat.id}/stop`, { method: "POST" });
    assert.equal((await stop()).status, 204);
    await running;
    assert.ok(heard.join("").includes('"type":"abort"'));
    assert.equal(statusOf(chat), "intake/collecting_requirements");
    assert.equal((await stop()).status, 204); // nothing runs
    assert.equal((await fetch(`${url}/chat/${crypto.randomUUID()}/stop`, { method: "POST" })).status, 404);
    await release(url);
  },

  // A message is edited to and fro: each time the newest words are answered.
  async edits() {
    const chat = chatOf();
    const to = (city) => `One adult, one way from Boston to ${city} on June 3, no hotel`;
    await say(chat, to("Lisbon"));
    const { id } = chat.messages[0];
    for (const city of ["Rome", "Lisbon", "Rome", "Lisbon"]) {
      await chat.sendMessage({ text: to(city), messageId: id });
      assert.equal(chat.error, undefined);
      assert.equal(intentOf(chat).itinerary.segments[0].destination.city, city);
      assert.equal((await resting(chat.id)).itinerary.segments[0].destination.city, city);
      assert.equal(chat.messages.length, 2);
    }
    const answered = last(chat).id;
    await chat.sendMessage(); // the same once more, as after an error
    await chat.sendMessage({ text: to("Lisbon"), messageId: id });
    assert.equal(last(chat).id, answered);
    assert.deepEqual(shown(await history(chat.id)), shown(chat.messages));
  },

  // A stock approval names nothing that pays: the trip has it.
  async stock() {
    const id = crypto.randomUUID();
    const intent = { party: { payment_method_id: "pm_trip" } };
    const made = await fetch(`${url}/v1/trips`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ trip_id: id, intent }) });
    assert.equal(made.status, 201);
    const chat = chatOf(id, [], {});
    const part = await held(chat);
    assert.deepEqual(shown(await history(id)), shown(chat.messages));
    const page = chatOf(id, await history(id), {}); // the page is loaded anew before it is approved
    await page.addToolApprovalResponse({ id: part.approval.id, approved: true });
    await settled(page, () => statusOf(page) === "completed/booked");
    whole(last(page));
    assert.deepEqual(shown(await history(id)), shown(page.messages));
    assert.ok(!heard.join("").includes("pm_trip"));
    assert.equal((await fetch(`${url}/chat/${crypto.randomUUID()}`)).status, 404);
  },

  // Another message interrupts the turn.
  async interrupted() {
    await hold(url, "hotel_quote_search");
    const chat = chatOf();
    const first = chat.sendMessage({ text: plan });
    await speaking(chat);
    const other = chatOf(chat.id);
    const second = other.sendMessage({ text: "Make it three of us" });
    await first;
    assert.ok(heard.join("").includes('"type":"abort"'));
    whole(last(chat)); // each call has its outcome
    const [search] = tools(last(chat), "hotel_quote_search");
    assert.equal(search.state, "output-error");
    await release(url);
    await second;
    assert.equal(statusOf(other), "quote/presenting_options");
    whole(last(other));
  },

  // The connection ends in the middle of a turn, which goes on.
  async reconnect() {
    await hold(url, "hotel_quote_search");
    const chat = chatOf(undefined, [], { resume: true }); // who goes away comes back
    const sent = chat.sendMessage({ text: plan });
    await speaking(chat);
    await chat.stop();
    await sent;
    const resumed = chat.resumeStream();
    await streaming(chat);
    await release(url);
    await resumed;
    assert.equal(chat.error, undefined);
    assert.equal(statusOf(chat), "quote/presenting_options");
    assert.equal(chat.messages.length, 2);
    whole(last(chat));
    const whatIs = JSON.stringify(chat.messages);
    await chat.resumeStream(); // nothing runs
    assert.equal(JSON.stringify(chat.messages), whatIs);
    assert.equal((await fetch(`${url}/chat/${chat.id}/stream`)).status, 204);
  },

  // The page is loaded anew in the middle of a turn, and the same message comes again.
  async reload() {
    await hold(url, "hotel_quote_search");
    const chat = chatOf(undefined, [], { resume: true }); // who goes away comes back
    const sent = chat.sendMessage({ text: plan });
    await speaking(chat);
    await chat.stop();
    await sent;
    const page = chatOf(chat.id, [chat.messages[0]]);
    const resumed = page.resumeStream();
    await streaming(page);
    await release(url);
    await resumed;
    assert.equal(page.error, undefined);
    assert.equal(page.messages.length, 2);
    assert.equal(statusOf(page), "quote/presenting_options");
    whole(last(page));

    const again = chatOf(chat.id);
    await again.sendMessage({ id: chat.messages[0].id, parts: [{ type: "text", text: plan }] });
    const told = (chat) => last(chat).parts.filter((p) => p.type !== "data-intent");
    assert.deepEqual(told(again), told(page));
    assert.deepEqual(intentOf(again), intentOf(page));
    const now = await (await fetch(`${url}/v1/trips/${chat.id}/transcript`)).json();
    assert.ok(JSON.stringify(now).split(plan).length >= 2);
  },

  // The server is killed in the middle of a turn, and started again.
  async killed() {
    const chat = chatOf();
    const sent = chat.sendMessage({ text: "Two adults from Boston to WQL on June 3, back June 10, with a hotel" }); // a slow search
    await speaking(chat);
    await kill(control);
    await sent;
    assert.equal(chat.status, "error");
    await chat.resumeStream();
    assert.equal(chat.error, undefined);
    assert.equal(statusOf(chat), "quote/presenting_options");
    assert.equal(chat.messages.length, 2);
    whole(last(chat));
  },

  // The words of a model's answer, as they come.
  async words() {
    const chat = chatOf();
    for (const [question, taken] of [["Tell me all about Lisbon", false], ["Tell me the truth about Lisbon", true], ["Tell me nothing about Lisbon", true]]) {
      heard.length = 0;
      await say(chat, question);
      const chunks = heard.join("").split("\n").filter((l) => l.startsWith("data: {")).map((l) => JSON.parse(l.slice(6)));
      const of = (type) => chunks.filter((c) => c.type === type);
      assert.ok(of("text-delta").length > texts(last(chat)).length, "nothing came before the decision");
      assert.equal(of("reset-step").length, taken ? 1 : 0);
      const { messages } = await (await fetch(`${url}/v1/trips/${chat.id}/transcript`)).json();
      assert.deepEqual(texts(last(chat)), messages.filter((m) => m.role === "assistant" && m.text && m.turn === messages.at(-1).turn).map((m) => m.text));
      assert.deepEqual(shown(await history(chat.id)), shown(chat.messages));
      assert.ok(!heard.join("").includes("web_search."), "the name of a tool was told");
    }
  },

  // What a model proposes and writes waits for an approval, which takes nothing that pays.
  async proposal() {
    for (const approved of [true, false]) {
      const chat = chatOf(undefined, [], {});
      await say(chat, "Tell me of the postcard to Lisbon");
      const [part] = tools(last(chat), "send_postcard");
      assert.equal(part.state, "approval-requested");
      await chat.addToolApprovalResponse({ id: part.approval.id, approved });
      const of = () => tools(last(chat), "send_postcard");
      await settled(chat, () => of()[0].state === (approved ? "output-available" : "output-denied") && (!approved || /T7/.test(texts(last(chat)).at(-1))));
      assert.equal(of().length, 1);
      whole(last(chat));
      assert.equal((await resting(chat.id)).status.ask, undefined);
      assert.deepEqual(shown(await history(chat.id)), shown(chat.messages));
    }
  },

  // What a handler reports before it returns.
  async progress() {
    const chat = chatOf();
    await say(chat, plan);
    const line = heard.join("").split("\n").find((l) => l.includes("data-progress"));
    const { transient, data } = JSON.parse(line.slice("data: ".length));
    assert.ok(transient);
    assert.equal(data.toolName, "trip_requirements_extract");
    assert.ok(!last(chat).parts.some((p) => p.type === "data-progress"));
  },

  async refused() {
    const id = crypto.randomUUID();
    const message = (text, more) => ({ id: "m1", role: "user", parts: [{ type: "text", text }], ...more });
    const post = (body) => fetch(url + "/chat", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    assert.equal((await post({ id, messages: [message("From Boston to Lisbon")], trigger: "submit-message" })).status, 200);
    for (const [body, status, code] of [
      [{ id, messages: [] }, 400, "malformed"],
      [{ id, messages: [message("x", { parts: [{ type: "file", url: "data:,x" }] })] }, 400, "malformed"],
      [{ id, messages: [message("From Boston to Rome")] }, 409, "idempotency_conflict"],
      [{ id: crypto.randomUUID(), messages: [message("", { metadata: { ask_id: "a", choice_id: "b" } })] }, 404, "trip_not_found"],
    ]) {
      const answer = await post(body);
      assert.equal(answer.status, status);
      assert.equal((await answer.json()).code, code);
    }
    assert.equal((await fetch(`${url}/chat/${crypto.randomUUID()}/stream`)).status, 204);
  },
};

await stories[story]();

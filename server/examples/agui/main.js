// A chat front end made of the AG-UI client alone. It knows nothing of the engine but what the protocol says.
import { HttpAgent } from "@ag-ui/client";

const server = new URLSearchParams(location.search).get("server") ?? "http://127.0.0.1:8080";
const isNew = !location.hash;
if (isNew) location.hash = crypto.randomUUID();
const url = server + "/agui";
const threadId = location.hash.slice(1);
const agent = new HttpAgent({ url, threadId });

const element = (id) => document.getElementById(id);
const make = (tag, text, more = {}) => Object.assign(document.createElement(tag), { textContent: text }, more);

// row shows a message. A round of calls has one row a call, with its result once it is there.
function row(message) {
  if (message.role === "tool") return [];
  const rows = (message.toolCalls ?? []).map((call) => {
    const details = make("details", "");
    const result = agent.messages.findLast((m) => m.toolCallId === call.id);
    details.append(make("summary", `${call.function.name} ${result ? "✓" : "…"}`), make("pre", call.function.arguments), make("pre", result?.content ?? ""));
    return details;
  });
  return message.content ? [make("p", message.content, { className: message.role }), ...rows] : rows;
}

function show() {
  const status = agent.state.status;
  element("messages").replaceChildren(...agent.messages.flatMap(row));
  element("status").textContent = status ? `${status.phase}/${status.state}` : "";
  element("stop").hidden = !agent.isRunning;
  element("choices").replaceChildren(...(agent.isRunning ? [] : buttons()));
  scrollTo(0, document.body.scrollHeight);
}

// buttons are what can be chosen: the choices of what is asked, or the approval of a purchase, which is an interrupt.
function buttons() {
  const ask = agent.state.status?.ask;
  const purchase = agent.pendingInterrupts.find((i) => i.responseSchema.oneOf.some((way) => way.properties.approval_token));
  if (purchase) {
    const approval = { approval_token: crypto.randomUUID(), payment_method_id: "pm_visa" }; // of your payment page
    return [make("button", "Approve: " + purchase.message, { id: "approve", onclick: () => answer(purchase.id, approval) })];
  }
  const choices = ask && ask.key !== "approve.ask" ? ask.choices : [];
  return choices.map((c) => make("button", c.label, { onclick: () => answer(ask.id, { choice_id: c.id }) }));
}

async function run(parameters) {
  try {
    const running = agent.runAgent(parameters, { onMessagesChanged: show, onStateChanged: show });
    show();
    await running;
  } catch (error) {
    element("status").textContent = error.message;
    return;
  }
  show();
}

function answer(interruptId, payload) {
  return run({ resume: [{ interruptId, status: "resolved", payload }] });
}

// say sends a message. It leaves an interrupt open, and answers anything else that was asked.
function say(content) {
  const resume = agent.pendingInterrupts.map((i) => ({ interruptId: i.id, status: "cancelled" }));
  agent.addMessage({ id: crypto.randomUUID(), role: "user", content });
  return run(resume.length ? { resume } : {});
}

document.forms[0].addEventListener("submit", (event) => {
  event.preventDefault();
  const input = event.target.elements[0];
  if (!input.value || agent.isRunning) return;
  say(input.value);
  input.value = "";
});

// Going away ends no turn, so stopping one is a run of its own.
element("stop").onclick = () => new HttpAgent({ url, threadId }).runAgent({ forwardedProps: { cancel: true } });

if (!isNew) run(); // the conversation, and the rest of the turn that runs

// A chat as small as it can be with the React hook of the AI SDK: page.html?server=URL#CHAT
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { useChat } from "@ai-sdk/react";
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses } from "ai";

const server = new URLSearchParams(location.search).get("server");
const id = location.hash.slice(1);

const transport = new DefaultChatTransport({ api: server + "/chat", body: { payment_method_id: "pm_visa", resume: true } });

// history returns what was said before the page was loaded. The turn that runs is told again, under the same id.
async function history() {
  const answer = await fetch(`${server}/chat/${id}`);
  return answer.ok ? answer.json() : [];
}

function Part({ part, approve }) {
  switch (part.type) {
    case "text":
      return <p className="said">{part.text}</p>;
    case "dynamic-tool":
      return (
        <details className="call" data-state={part.state} data-tool={part.toolName}>
          <summary>{part.toolName}: {part.state}</summary>
          <pre>{JSON.stringify(part.input)}</pre>
          <pre>{part.errorText ?? JSON.stringify(part.output)}</pre>
          {part.state === "approval-requested" && <p>{part.input.text}</p>}
        </details>
      );
  }
  return null;
}

function Chat({ messages: before }) {
  const [text, setText] = useState("");
  const { messages, sendMessage, resumeStream, addToolApprovalResponse, status, error } = useChat({
    id, messages: before, resume: true, transport, sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  });
  const parts = messages.at(-1)?.parts ?? [];
  const intent = parts.findLast((p) => p.type === "data-intent")?.data;
  const ask = status === "ready" ? intent?.status.ask : undefined;
  const waiting = parts.find((p) => p.state === "approval-requested");
  return (
    <main data-status={status} data-trip={intent && intent.status.phase + "/" + intent.status.state}>
      {messages.map((m) => (
        <section key={m.id} data-role={m.role}>{m.parts.map((part, i) => <Part key={i} part={part} />)}</section>
      ))}
      {ask && !waiting && ask.choices.map((c) => (
        <button key={c.id} className="choice" onClick={() => sendMessage({ text: c.label, metadata: { ask_id: ask.id, choice_id: c.id } })}>{c.label}</button>
      ))}
      {waiting && <button id="approve" onClick={() => addToolApprovalResponse({ id: waiting.approval.id, approved: true })}>Approve</button>}
      {waiting && <button id="decline" onClick={() => addToolApprovalResponse({ id: waiting.approval.id, approved: false })}>Decline</button>}
      {error && <p id="error">{String(error)} <button id="reconnect" onClick={() => resumeStream()}>Reconnect</button></p>}
      <form onSubmit={(e) => { e.preventDefault(); sendMessage({ text }); setText(""); }}>
        <input aria-label="Message" value={text} onChange={(e) => setText(e.target.value)} />
      </form>
    </main>
  );
}

createRoot(document.getElementById("root")).render(<Chat messages={await history()} />);

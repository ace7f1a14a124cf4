// The server's REST interface and its stream of updates.

const TOKEN = "legwork.token";

// Refused is an answer that is an error: its stable code and what it says.
export class Refused extends Error {
  constructor(status, problem) {
    super(problem.detail ?? problem.title ?? `status ${status}`);
    this.status = status;
    this.code = problem.code ?? "";
  }
}

// Unreachable is the error when there was no answer, or only that the server is busy for a moment.
export class Unreachable extends Error {
  constructor(message, options) {
    super(message, options);
    this.busy = options?.busy ?? false;
  }
}

export const setToken = (token) => (token ? sessionStorage.setItem(TOKEN, token) : sessionStorage.removeItem(TOKEN));

function headers(more) {
  const token = sessionStorage.getItem(TOKEN);
  return { ...(token ? { Authorization: `Bearer ${token}` } : {}), ...more };
}

async function request(path, options = {}) {
  let answer;
  try {
    answer = await fetch(path, { ...options, headers: headers(options.headers) });
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw new Unreachable("the server does not answer", { cause });
  }
  if (answer.ok) return answer;
  let problem = {};
  try {
    problem = await answer.json();
  } catch {
    // what stands in front of the server may answer in another form
  }
  const busy = answer.status === 429 || (answer.status >= 502 && answer.status <= 504);
  if (busy) throw new Unreachable(problem.detail ?? "the server is not ready", { busy });
  throw new Refused(answer.status, problem);
}

const json = async (path, options) => (await request(path, options)).json();
const post = (path, body, more) =>
  json(path, { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json", ...more } });
const at = (id) => `/v1/trips/${encodeURIComponent(id)}`;

export const createTrip = (id, intent) => post("/v1/trips", { trip_id: id, intent });
export const listTrips = (after) => json(`/v1/trips?limit=100${after ? `&after=${encodeURIComponent(after)}` : ""}`);
export const intentAt = (id, seq) => json(`${at(id)}${seq === undefined ? "" : `?seq=${seq}`}`);
export const postEvent = (id, event) =>
  post(`${at(id)}/events`, { type: event.type, data: event.data }, { "Idempotency-Key": event.id });
export const forkTrip = (id, seq, newID) => post(`${at(id)}/forks`, { seq, trip_id: newID });
export const original = async (id) => (await json(`${at(id)}/transcript`)).forked_from ?? null; // {trip_id, seq} of a fork
export const recording = async (id) => (await request(`${at(id)}/recording`)).blob();

// What operators ask, of the trips of all tenants.
const opsAt = (id) => `/v1/ops/trips/${encodeURIComponent(id)}`;
export const opsOverview = () => json("/v1/ops/overview");
export const opsTrips = (query) => json(`/v1/ops/trips?${query}`);
export const opsAct = (id, name, body) => post(`${opsAt(id)}/${name}`, body ?? {});

// timeline hands on the events of a trip's timeline in pieces, as they come, as tenants or as operators see it.
export async function timeline(id, each, asOperator) {
  const answer = await request(`${asOperator ? opsAt(id) : at(id)}/timeline`);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    if (lines.length > 0) each(lines.map((line) => JSON.parse(line)));
  }
}

// updates reads the stream of a trip after an event, until it ends or signal aborts, and hands on each message:
// {id, name, data}. It returns when the server ends the stream.
export async function updates(id, after, signal, each) {
  const answer = await request(`${at(id)}/updates`, {
    signal, cache: "no-store", headers: { Accept: "text/event-stream", ...(after ? { "Last-Event-ID": String(after) } : {}) },
  });
  each({ name: "open", data: null });
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  const parse = parser(each);
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    parse(value);
  }
}

// parser reads text/event-stream, in whatever pieces it comes.
export function parser(each) {
  let rest = "";
  let message = { id: "", name: "message", data: [] };
  return (piece) => {
    rest += piece;
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop();
    for (const line of lines) {
      if (line === "") {
        if (message.data.length > 0) each({ id: message.id, name: message.name, data: JSON.parse(message.data.join("\n")) });
        message = { id: "", name: "message", data: [] };
        continue;
      }
      const colon = line.indexOf(":");
      const field = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
      if (field === "data") message.data.push(value);
      else if (field === "id") message.id = value;
      else if (field === "event") message.name = value;
    }
  };
}

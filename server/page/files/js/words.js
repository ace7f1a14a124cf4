// What a traveller reads in the place of names that programs use.

// Each step of the work: what it is while it runs, when it is done, and what has failed.
const steps = {
  trip_requirements_extract: ["Reading your message", "Read your message", "Reading your message"],
  generate_followup_questions: ["Finding the next question", "Asked what is missing", "Finding the next question"],
  flight_quote_search: ["Searching flights", "Searched flights", "The flight search"],
  hotel_quote_search: ["Searching hotels", "Searched hotels", "The hotel search"],
  trip_option_ranker: ["Comparing what was found", "Compared what was found", "Comparing the options"],
  policy_and_risk_check: ["Checking the fine print", "Checked the fine print", "Checking the fine print"],
  reservation_hold_create: ["Placing the holds", "Placed the holds", "Placing the holds"],
  reservation_hold_release: ["Giving the holds back", "Gave the holds back", "Giving the holds back"],
  booking_confirm_and_purchase: ["Buying your trip", "Bought your trip", "The purchase"],
  assistant_step: ["Thinking", "Thought about it", "Finding an answer"],
  search_places: ["Looking for places", "Looked for places", "The search for places"],
  web_search: ["Searching the web", "Searched the web", "The web search"],
  search_web: ["Searching the web", "Searched the web", "The web search"],
  scrape_web_content: ["Reading a web page", "Read a web page", "Reading the web page"],
  execute_javascript: ["Calculating", "Calculated", "The calculation"],
  get_weather: ["Looking up the weather", "Looked up the weather", "The weather service"],
  retrieve_docs: ["Looking for documents", "Looked for documents", "The document search"],
  retrieve_chunks: ["Reading documents", "Read documents", "Reading the documents"],
  resolve_property_documents: ["Looking for documents", "Looked for documents", "The document search"],
};
const other = ["Working on it", "Did one more step", "One step"];

export const doing = (name) => (steps[name] ?? other)[0];
export const did = (name) => (steps[name] ?? other)[1];

const failures = {
  timeout: "did not answer in time",
  rate_limited: "has to wait: the service is busy for a moment",
  denied: "was refused",
  permanent: "did not work",
  failed: "did not work",
  invalid_arguments: "could not be started",
  needs_input: "needs to know more",
  cancelled: "was stopped",
  outcome_unknown: "ended without a clear answer",
  not_sent: "was not made: it was stopped before it was sent",
};

// named writes the name of a tool that this page does not know in words: "send_email" is "Send email".
export function named(name) {
  const text = name.replaceAll(/[_-]+/g, " ").trim();
  return text[0].toUpperCase() + text.slice(1);
}

// failed says what went wrong with a step.
export const failed = (name, cause) => `${(steps[name] ?? [named(name)]).at(-1)} ${failures[cause] ?? "did not work"}`;

// refused says why the server did not take what was sent; what an engineer needs to know stands in its answer.
const refusals = {
  trip_busy: "I am still at work on what you said before. Please wait until I have answered.",
  too_large: "It is too long for me. Please say it in fewer words.",
  scope: "You may read this trip, but not change it.",
  diverged: "This trip was begun with another version of this service, and cannot go on with this one. Please begin a new one.",
  trip_deleted: "This trip does not exist any more. Please begin a new one.",
  trip_not_found: "This trip does not exist any more. Please begin a new one.",
};
export const refused = ({ code, status, busy }) => refusals[code]
  ?? (busy ? "I am busy for a moment. Please wait a little, then go on."
    : status === undefined ? "There is no connection at the moment."
    : status < 500 ? "It does not fit the trip as it is now. Please say it in another way." : "Something went wrong on our side. Please wait a little, then go on.");

// How a trip stands.
const states = {
  collecting_requirements: ["Planning", ""],
  awaiting_confirmation: ["To be confirmed", "wait"],
  ready_to_quote: ["Planning", ""],
  quoting_flights: ["Searching", "busy"],
  quoting_hotels: ["Searching", "busy"],
  ranking_bundles: ["Comparing", "busy"],
  presenting_options: ["Options ready", "wait"],
  no_results: ["Nothing found", "bad"],
  risk_checking: ["Checking", "busy"],
  risk_checked: ["Chosen", "wait"],
  blocked: ["Not possible", "bad"],
  placing_holds: ["Placing holds", "busy"],
  holds_placed: ["On hold", "wait"],
  purchasing: ["Buying", "busy"],
  booked: ["Booked", "good"],
  working: ["Working", "busy"],
  answered: ["Planning", ""],
  retryable: ["Interrupted", "bad"],
  outcome_unknown: ["Being checked", "bad"],
};

// standing returns the words for a status and its tone; lapsed says that what was held is not held any more.
export function standing(state, lapsed) {
  if (lapsed && state === "holds_placed") return { text: "Hold ended", tone: "bad" };
  const [text, tone] = states[state] ?? ["Planning", ""];
  return { text, tone };
}

const fields = [
  [/segments\[\d+\]\.origin/, "where you leave from"],
  [/segments\[\d+\]\.destination/, "where you are going"],
  [/segments\[\d+\]\.depart_date/, "when you travel"],
  [/segments$/, "where you are going"],
  [/adults$/, "how many travel"],
  [/check_in$/, "when you check in"],
  [/check_out$/, "when you check out"],
  [/location_code$/, "where you sleep"],
];

// needed names a field of the trip that is still to be told.
export function needed(path) {
  return fields.find(([pattern]) => pattern.test(path))?.[1] ?? "one more detail";
}

// request tells what is asked for beside the plan, without the number of a card of loyalty or a document.
export function request(r) {
  const isPrivate = r.kind === "loyalty" || r.kind === "document";
  const text = isPrivate ? r.text.split(/\s+/).map((w) => (/\d/.test(w) ? "…" : w)).join(" ").replace(/…(?: …)+/g, "…") : r.text;
  return r.for && !text.toLowerCase().includes(r.for.toLowerCase()) ? `${text}, ${r.for}` : text;
}

const requestStatuses = { noted: "not confirmed", asked: "passed on, not confirmed", confirmed: "confirmed", refused: "refused" };

// requestStatus says how far such a request has come.
export const requestStatus = (status) => requestStatuses[status] ?? status;

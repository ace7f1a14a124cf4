// What a traveller reads: the phrases of a language, from the tables of package texts (data/words.js).

import { tables } from "../data/words.js";

export let language = "en";

// use takes the language of a locale, English where that has no table. It returns whether it was another before.
export function use(locale) {
  const before = language;
  const name = (locale || "").split("-")[0];
  language = tables[name] ? name : "en";
  document.documentElement.lang = language;
  return language !== before;
}

// tag is how the browser's own formats are asked for in this language.
export const tag = (english) => (language === "en" ? english : language);

// say makes the text of a phrase with values, "" of one that there is not. What stands in a phrase is told in
// texts/phrase.go; a value is told as it is, or as a word of the language.
export function say(key, values = {}) {
  const phrase = tables[language][key] ?? "";
  let at = 0;
  const read = (ends) => {
    let [text, lacks] = ["", false];
    while (at < phrase.length && !ends.includes(phrase[at])) {
      const c = phrase[at++];
      if (c === "{") {
        const name = phrase.slice(at).match(/^[^|}]*/)[0];
        const [of, how] = name.split(":");
        const value = String(values[of] === false ? "" : values[of] ?? "");
        at += name.length;
        if (phrase[at++] === "}") {
          text += how === "word" ? word(value) : value;
          lacks ||= value === "";
          continue;
        }
        const one = read("|").text;
        at++;
        const many = read("}").text;
        at++;
        text += (value === "1" ? one : many).replaceAll("#", value);
        lacks ||= value === "" || value === "0";
      } else if (c === "[") {
        const [head, not, name, is] = phrase.slice(at).match(/^(!?)([a-z_]+)(?:=([a-z0-9]+))?\?/) ?? [""];
        at += head.length;
        const inner = read("]");
        at++;
        const holds = !name || (is ? String(values[name]) === is : Boolean(values[name])) === !not;
        if (holds && !inner.lacks) text += inner.text;
      } else {
        text += c;
      }
    }
    return { text, lacks };
  };
  return read("").text;
}

// word is a word that programs use, such as a cabin.
const word = (name) => tables[language][`word.${name}`] ?? name.replaceAll("_", " ");

export const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

// Each step of the work: what it is while it runs, and when it is done.
export const doing = (name) => say(`doing.${name}`) || say("doing.other");
export const did = (name) => say(`did.${name}`) || say("did.other");

// The classes of what went wrong, as the phrases name them.
const failures = { timeout: "unanswered", permanent: "failed", outcome_unknown: "unclear" };

// named writes the name of a tool that this page does not know in words: "send_email" is "Send email".
export const named = (name) => capital(name.replaceAll(/[_-]+/g, " ").trim());

// failed says what went wrong with a step.
export function failed(name, cause) {
  const who = say(`who.${name}`) || say(`work.${name}`) || named(name);
  return capital(say(`trouble.${failures[cause] ?? cause}`, { who }) || say("trouble.failed", { who }));
}

// refused says why the server did not take what was sent; what an engineer needs to know stands in its answer.
export const refused = ({ code, status, busy }) => say(`screen.refused_${code}`)
  || say(`screen.refused_${busy ? "busy" : status === undefined ? "unreached" : status < 500 ? "misfit" : "ours"}`);

// The tones of statuses.
const tones = {
  awaiting_confirmation: "wait", quoting_flights: "busy", quoting_hotels: "busy", ranking_bundles: "busy", presenting_options: "wait",
  no_results: "bad", risk_checking: "busy", risk_checked: "wait", blocked: "bad", placing_holds: "busy", holds_placed: "wait",
  purchasing: "busy", booked: "good", working: "busy", retryable: "bad", outcome_unknown: "bad",
};

// standing returns the words for a status and its tone; lapsed says that what was held is not held any more.
export function standing(state, lapsed) {
  if (lapsed && state === "holds_placed") return { text: say("screen.state_hold_ended"), tone: "bad" };
  return { text: say(`screen.state_${state}`) || say("screen.state_answered"), tone: tones[state] ?? "" };
}

// needed names a field of the trip that is still to be told.
const fields = ["origin", "destination", "depart_date", "segments", "adults", "check_in", "check_out", "location_code"];
export const needed = (path) => say(`screen.need_${fields.find((f) => path.includes(f)) ?? "other"}`);

// request tells what is asked for beside the plan, without the number of a card of loyalty or a document.
export function request(r) {
  const isPrivate = r.kind === "loyalty" || r.kind === "document";
  const text = isPrivate ? r.text.split(/\s+/).map((w) => (/\d/.test(w) ? "…" : w)).join(" ").replace(/…(?: …)+/g, "…") : r.text;
  return r.for && !text.toLowerCase().includes(r.for.toLowerCase()) ? `${text}, ${r.for}` : text;
}

// requestStatus says how far such a request has come.
export const requestStatus = (status) => say(`screen.request_${status}`) || status;

// label gives the elements of the page that do not change their words and names.
export function label() {
  for (const e of document.querySelectorAll("[data-say]")) e.textContent = say(e.dataset.say);
  for (const e of document.querySelectorAll("[data-name]")) e.setAttribute("aria-label", say(e.dataset.name));
}

// What can be answered with one press: buttons made of what the engine waits for.

import { h, button } from "./dom.js";
import * as f from "./format.js";
import { say as words } from "./words.js";

// replies returns the buttons for where the conversation stands.
export function replies(c, { onbuy, hasCards }) {
  if (c.busy || !c.last) return [];
  const say = (text, label = text, look = "") => button(label, { class: `reply ${look}`, onclick: () => c.send("USER_MESSAGE", { text }, text) });
  const both = (name) => say(words(`screen.say_${name}`), words(`screen.see_${name}`));
  const out = [];
  if (c.state === "retryable") out.push(say(words("screen.say_again"), words("screen.see_again"), "main"));
  const ask = c.ask;
  if (c.purchase) return [...out, button(words("screen.review"), { class: "reply main", onclick: onbuy })];
  if (c.lapsed && !c.barred) return [...out, button(words("screen.hold_again"), { class: "reply main", onclick: () => c.holdAgain() })];
  if (c.approval) return out; // of a fork: it could not be bought
  switch (ask?.kind) {
    case "choose":
      if (hasCards) out.push(both("cheapest"), both("fastest"), both("more"));
      else out.push(...ask.choices.map((o) => pick(c, o)));
      if (ask.params?.offer_hotel) out.push(both("hotel"));
      break;
    case "missing":
      out.push(...missing(c, ask, say));
      break;
    case undefined:
      break;
    default:
      if (ask.params?.needs_approval && !c.barred) out.push(button(words("screen.approve_hold"), { class: "reply main", onclick: () => c.approve(ask, words("screen.i_approve_hold")) }));
      out.push(...ask.choices.map((o, i) => answer(c, ask, o, i === 0)));
  }
  if (!ask && c.state === "risk_checked") out.push(button(words("screen.hold"), { class: "reply main", onclick: () => c.send("USER_REQUEST_HOLD", {}, words("screen.i_hold")) }));
  if (!ask && c.state === "booked") out.push(both("booking"));
  return out;
}

function pick(c, choice) {
  return button(choice.label, { class: "reply", onclick: () => c.send("USER_SELECTED_BUNDLE", { bundle_id: choice.id }, choice.label) });
}

function answer(c, ask, choice, first) {
  return button(choice.label, {
    class: `reply ${first && (ask.kind === "confirm" || ask.kind === "approve") ? "main" : ""}`,
    onclick: () => c.send("USER_ANSWERED", { ask_id: ask.id, choice_id: choice.id }, choice.label),
  });
}

// missing offers the usual answers to what is asked for, and a calendar for one day.
function missing(c, ask, say) {
  if (ask.choices.length > 0) return ask.choices.map((o) => answer(c, ask, o));
  const wants = (what) => ask.about.some((path) => path.endsWith(what));
  const out = [];
  const dates = ask.about.filter((path) => /date$|check_in$|check_out$/.test(path));
  if (wants("adults") && ask.about.length === 1) out.push(say(words("screen.say_adult"), words("screen.see_just_me")), say(words("screen.say_adults"), words("screen.see_two")), say(words("screen.say_family"), words("screen.see_family")));
  if (dates.length > 0 && dates.length === ask.about.length) out.push(calendar(c, dates[0]));
  return out;
}

function calendar(c, path) {
  const [name, label] = path.endsWith("check_in") ? ["screen.check_in", "screen.date_in"] : path.endsWith("check_out") ? ["screen.check_out", "screen.date_out"] : ["screen.leave", "screen.date_leave"];
  const input = h("input", { type: "date", "aria-label": words(label), min: new Date().toISOString().slice(0, 10) });
  const send = button(words("screen.date_send"), { class: "reply", onclick: () => {
    if (!input.value) return input.focus();
    const text = words(name, { day: f.days(input.value) });
    c.send("USER_MESSAGE", { text }, text);
  } });
  return h("span", { class: "calendar" }, input, send);
}

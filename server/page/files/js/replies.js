// What can be answered with one press: buttons made of what the engine waits for.

import { h, button } from "./dom.js";
import * as f from "./format.js";

// replies returns the buttons for where the conversation stands.
export function replies(c, { onbuy, hasCards }) {
  if (c.busy || !c.last) return [];
  const say = (text, label = text, look = "") => button(label, { class: `reply ${look}`, onclick: () => c.send("USER_MESSAGE", { text }, text) });
  const out = [];
  if (c.state === "retryable") out.push(say("try again", "Try again", "main"));
  const ask = c.ask;
  if (c.purchase) return [...out, button("Review and buy", { class: "reply main", onclick: onbuy })];
  if (c.lapsed && !c.barred) return [...out, button("Hold again at today's price", { class: "reply main", onclick: () => c.holdAgain() })];
  if (c.approval) return out; // of a fork: it could not be bought
  switch (ask?.kind) {
    case "choose":
      if (hasCards) out.push(say("the cheapest", "The cheapest"), say("the fastest", "The fastest"), say("show more options", "Show more"));
      else out.push(...ask.choices.map((o) => pick(c, o)));
      if (ask.params?.offer_hotel) out.push(say("add a hotel", "Add a hotel"));
      break;
    case "missing":
      out.push(...missing(c, ask, say));
      break;
    case undefined:
      break;
    default:
      if (ask.params?.needs_approval && !c.barred) out.push(button("Approve, so that it is held", { class: "reply main", onclick: () => c.approve(ask, "I approve the hold") }));
      out.push(...ask.choices.map((o, i) => answer(c, ask, o, i === 0)));
  }
  if (!ask && c.state === "risk_checked") out.push(button("Hold it for me", { class: "reply main", onclick: () => c.send("USER_REQUEST_HOLD", {}, "Please hold it") }));
  if (!ask && c.state === "booked") out.push(say("show my booking", "Show my booking"));
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
  if (wants("adults") && ask.about.length === 1) out.push(say("1 adult", "Just me"), say("2 adults", "Two adults"), say("2 adults and 2 children", "Two adults, two children"));
  if (dates.length > 0 && dates.length === ask.about.length) out.push(calendar(c, dates[0]));
  return out;
}

function calendar(c, path) {
  const name = path.endsWith("check_in") ? "check in on" : path.endsWith("check_out") ? "check out on" : "leave on";
  const input = h("input", { type: "date", "aria-label": `Day on which you ${name}`, min: new Date().toISOString().slice(0, 10) });
  const send = button("Send the date", { class: "reply", onclick: () => {
    if (!input.value) return input.focus();
    const text = `${name} ${f.day(input.value, true).slice(4)}`;
    c.send("USER_MESSAGE", { text }, text);
  } });
  return h("span", { class: "calendar" }, input, send);
}

// The page: which trip is shown, and what is where.

import { draw, h, icon, button, signButton } from "./dom.js";
import * as api from "./api.js";
import * as dialogs from "./dialogs.js";
import * as side from "./panel.js";
import * as words from "./words.js";
import { Chat } from "./chat.js";
import { Conversation, newID } from "./conversation.js";
import { of } from "./holding.js";
import { Inspector } from "./inspect.js";
import { replies } from "./replies.js";
import { Titles } from "./trips.js";

const $ = (id) => document.getElementById(id);
const titles = new Titles($("trips"));
const TALLEST = 192; // pixels: the message field

let conversation;
let chat;
let inspector;
let view = "chat"; // chat, trip or inside; side by side where there is room

// go shows the trip of the address.
function go() {
  const [, id, inside] = location.hash.match(/^#\/trip\/([^/]+)(\/inside)?$/) ?? [];
  if (!id) return open(newID(), true);
  const name = decoded(id);
  if (conversation?.id !== name) open(name, false);
  look(inside ? "inside" : view === "inside" ? "chat" : view);
}

// decoded reads a part of the address; one that is written wrongly names no trip that there is.
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function address(inside) {
  const to = `#/trip/${encodeURIComponent(conversation.id)}${inside ? "/inside" : ""}`;
  if (location.hash !== to) history.pushState(null, "", to);
}

// open shows another trip.
function open(id, isNew) {
  conversation?.stop();
  $("spoken").replaceChildren();
  focused = null;
  const c = new Conversation(id, isNew);
  conversation = c;
  if (isNew) speak(navigator.language);
  chat = new Chat($("log"), c, { oncompare: compare });
  inspector = new Inspector($("side"), c, { onfork: forked });
  const on = (name, told) => c.addEventListener(name, (e) => conversation === c && told(e)); // not of a trip that was left
  on("update", ({ detail }) => {
    const said = chat.add(detail);
    inspector.add(detail);
    if (detail.event.type.startsWith("USER_")) $("spoken").replaceChildren();
    if (said && detail.seq > c.history) say(said);
    schedule();
  });
  on("progress", ({ detail }) => { chat.hear(detail); schedule(); });
  on("outbox", () => {
    if (!c.isNew || c.outbox.length > 0) address(view === "inside");
    chat.outbox();
    follow = true;
    schedule();
  });
  on("intent", () => { speak(c.intent.request.locale); titles.know(c.id, side.title(c.intent), c.state); schedule(); });
  on("connection", () => { chat.outbox(); schedule(); });
  on("refused", ({ detail }) => refused(detail));
  on("gone", () => { titles.forget(c.id); notice(words.say("screen.gone"), button(words.say("screen.new_start"), { class: "link", onclick: begin })); });
  notice();
  compare();
  if (isNew) view = "chat";
  look(view === "inside" && isNew ? "chat" : view);
  chat.outbox();
  c.start();
  follow = true;
  schedule();
}

// speak takes the language of a locale, and says anew what was said in another.
function speak(locale) {
  if (!words.use(locale)) return;
  words.label();
  welcome();
  if (!chat) return;
  chat = new Chat($("log"), conversation, { oncompare: compare });
  for (const u of conversation.updates) {
    const said = chat.add(u);
    if (u.event.type.startsWith("USER_")) $("spoken").replaceChildren();
    if (said && u.seq > conversation.history) say(said);
  }
  chat.outbox();
}

// say has a text read out, after what is being read out.
function say(text) {
  $("spoken").append(h("p", {}, text));
}

function begin() {
  history.pushState(null, "", "#/");
  open(newID(), true);
  $("say").focus();
}

function refused(problem) {
  if (problem.status !== 401) return notice(words.refused(problem));
  if (document.querySelector("#token")) return;
  dialogs.signIn((token) => {
    api.setToken(token);
    conversation.resume();
    loadTitles();
  });
}

function loadTitles() {
  titles.load().then(schedule, refused);
}

// schedule draws what changed, once a frame.
let due = false;
function schedule() {
  if (due) return;
  due = true;
  requestAnimationFrame(() => {
    due = false;
    render();
  });
}

function render() {
  const c = conversation;
  const fresh = c.isNew && c.outbox.length === 0;
  $("welcome").hidden = !fresh;
  const name = c.intent ? side.title(c.intent) : words.say("screen.trip");
  chat.holding();
  draw($("bar"), [name, c.state, view, fresh, c.lapsed], () => bar(c, name, fresh));
  draw($("fork"), [c.original, c.barred, titles.known[c.original?.trip_id]], () => aboutFork(c));
  draw($("connection"), [c.connection, notices], connection);
  quick(c);
  composer(c);
  titles.show(c.id);
  if (view === "inside") inspector.render();
  else draw($("side"), [c.id, c.intent?.turn.seq, c.ask?.id, c.barred, c.busy, overs(c)], () => beside(c));
  draw($("tabs"), [view, fresh], () => tabs(fresh));
  $("title").textContent = fresh ? "Legwork" : name;
  document.title = fresh ? "Legwork" : `${name} · Legwork`;
  document.body.classList.toggle("fresh", fresh);
  scroll();
  keepFocus();
}

// keepFocus leaves a person where they are when what had the focus has gone, such as a button that was pressed: on the
// card that was chosen, in the panel, or at the replies.
let focused = null; // what had the focus last, and the place that it is part of
const isThere = (e) => e.isConnected && !e.disabled && e.checkVisibility();
function keepFocus() {
  const now = document.activeElement;
  if (!focused || document.querySelector("dialog[open]")) return;
  if (now && now !== document.body && isThere(now)) return;
  if (isThere(focused.target)) return; // it was left by the person
  const place = [focused.place?.querySelector(".side-scroll"), focused.place, $("replies")].find((e) => e && isThere(e));
  if (!place) return;
  if (!place.hasAttribute("tabindex")) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

// scroller is what scrolls the conversation: where there is hardly any height, such as at 400 % zoom, all of it does, so
// that neither the bar nor the replies take room from what is said.
const low = matchMedia("(max-height: 480px)");
const scroller = () => $(low.matches ? "chat" : "scroll");

// scroll shows what is new until the reader scrolls away: the end, or of a long answer its beginning.
let follow = true;
function scroll() {
  const box = scroller();
  if (!follow) return;
  const end = box.scrollHeight - box.clientHeight;
  const first = (low.matches && chat.turn?.querySelector(".message")) || chat.turn; // of little room the answer gets all
  const from = first ? box.scrollTop + first.getBoundingClientRect().top - box.getBoundingClientRect().top - 8 : end;
  box.scrollTop = conversation.outbox.length > 0 ? end : Math.min(from, end);
}

function beside(c) {
  if (!c.intent || !side.isPlanned(c.intent)) return [h("div", { class: "side-empty" }, icon("map"), h("p", {}, words.say("screen.takes_shape")))];
  return [h("div", { class: "side-scroll", tabindex: "0", role: "region", "aria-label": words.say("screen.trip") }, side.panel(c.intent, actions(c)))];
}

function quick(c) {
  const hasCards = Boolean(chat.grid?.querySelector(".choose:not(:disabled)"));
  draw($("replies"), [c.id, c.seq, c.busy, c.state, c.barred, c.lapsed], () => replies(c, { onbuy: () => dialogs.buy(c), hasCards }));
}

function actions(c) {
  return {
    buy: c.purchase && (() => dialogs.buy(c)),
    again: !c.barred && !c.busy && (() => c.holdAgain()),
    release: !c.barred && (() => c.send("USER_MESSAGE", { text: words.say("screen.say_release") }, words.say("screen.say_release"))),
  };
}

function bar(c, name, fresh) {
  const trips = signButton(words.say("screen.trips_all"), "list", { class: "only-narrow", onclick: () => document.body.classList.toggle("rail-open") });
  if (fresh) return [trips, h("p", { class: "only-narrow brand" }, "Legwork")];
  const { text, tone } = words.standing(c.state, c.lapsed);
  return [
    trips,
    h("h2", {}, name),
    h("p", { class: `pill ${tone}` }, text),
    button(words.say(view === "inside" ? "screen.close" : "screen.look"), { id: "look", class: "quiet small inside", "aria-pressed": String(view === "inside"),
      onclick: () => { const inside = view !== "inside"; address(inside); look(inside ? "inside" : "chat"); } }, "gauge"),
  ];
}

// forked shows a fork that was made.
function forked(id) {
  location.hash = `#/trip/${encodeURIComponent(id)}`;
  loadTitles();
}

// aboutFork says of which trip this one is a fork, and what is not done in it.
function aboutFork(c) {
  if (!c.original) return [];
  const { trip_id: id, seq } = c.original;
  return [h("p", { class: c.barred ? "forked" : "forked real" }, icon("fork"),
    h("span", {}, words.say("screen.fork_of", { title: titles.known[id] ?? words.say("screen.another"), seq, barred: c.barred }),
      h("a", { href: `#/trip/${encodeURIComponent(id)}` }, words.say("screen.fork_open"))))];
}

function tabs(fresh) {
  $("tabs").hidden = fresh;
  const one = (name, label, sign) => h("button", { type: "button", "aria-current": view === name ? "page" : null,
    onclick: () => { address(name === "inside"); look(name); } }, icon(sign), h("span", {}, label));
  return [one("chat", words.say("screen.chat"), "chat"), one("trip", words.say("screen.trip"), "map"), one("inside", words.say("screen.inside"), "gauge")];
}

function look(name) {
  view = name;
  document.body.dataset.view = name;
  document.body.classList.remove("rail-open");
  $("side").setAttribute("aria-label", words.say(name === "inside" ? "screen.how" : "screen.your_trip"));
  schedule();
}

// notice says what went wrong; nothing takes it away.
let notices = 0;
let noticed = [];
function notice(text, ...more) {
  notices++;
  noticed = text ? [h("p", { class: "notice" }, icon("alert"), h("span", {}, text), ...more, signButton(words.say("screen.dismiss"), "close", { onclick: () => notice() }))] : [];
  schedule();
}

function connection() {
  const wait = ["lost", "busy"].includes(conversation.connection) && words.say(`screen.${conversation.connection}`);
  return wait ? [h("p", { class: "lost" }, h("span", { class: "pulse" }), wait)] : noticed;
}

// overs counts the holds that have ended.
const overs = (c) => (c.intent ? of(c.intent).ended.length : 0);

// tick writes what is left of the time of holds, and draws and tells it when one has ended.
let ended = 0;
function tick() {
  side.tick(document);
  const now = overs(conversation);
  if (now === ended) return;
  if (now > ended && conversation.lapsed) say(words.say("screen.hold_ended_said"));
  ended = now;
  schedule();
}

// compare shows the bar under the conversation while options are ticked.
function compare(grid) {
  const bar = $("compare-bar");
  const ticked = grid ? [...grid.querySelectorAll(".compare input:checked")].map((i) => i.closest(".option")) : [];
  bar.hidden = ticked.length === 0;
  if (!grid) return;
  for (const box of grid.querySelectorAll(".compare input")) box.disabled = ticked.length >= 2 && !box.checked;
  const clear = () => {
    for (const card of ticked) card.querySelector(".compare input").checked = false;
    compare(grid);
  };
  bar.replaceChildren(
    h("p", {}, ticked.length === 2 ? words.say("screen.options", { n: ticked[0].option.position, of: ticked[1].option.position }) : words.say("screen.tick")),
    button(words.say("screen.clear"), { class: "quiet small", onclick: clear }),
    button(words.say("screen.compare"), { class: "primary small", disabled: ticked.length !== 2, onclick() {
      const [a, b] = ticked;
      dialogs.compare(a.option, b.option, (o) => {
        const card = o === a.option ? a : b;
        return card.bundle && (() => { clear(); chat.choose(card); });
      });
    } }));
}

// composer says what the field is for now, and what its button does.
function composer(c) {
  const field = $("say");
  const running = c.last !== undefined && !c.last.turn_ended;
  const stops = running && field.value.trim() === "";
  field.placeholder = words.say(c.isNew ? "screen.greeting" : `screen.hint_${c.ask?.kind ?? "other"}`);
  const send = $("send");
  const label = words.say(stops ? "screen.stop" : "screen.send");
  if (send.getAttribute("aria-label") !== label || !send.firstChild) {
    send.replaceChildren(icon(stops ? "stop" : "send"));
    send.setAttribute("aria-label", label);
    send.title = label;
  }
  send.disabled = !stops && field.value.trim() === "";
}

function submit() {
  const field = $("say");
  const text = field.value.trim();
  if (text) {
    conversation.send("USER_MESSAGE", { text }, text);
    field.value = "";
    grow();
  } else if (conversation.last && !conversation.last.turn_ended) {
    conversation.send("TURN_CANCELLED", { reason: "stopped by the traveller" });
  }
  schedule();
}

function grow() {
  const field = $("say");
  field.style.height = "auto";
  field.style.height = `${Math.min(field.scrollHeight, TALLEST)}px`;
}

const examples = () => ["week", "flight", "cities", "question"].map((name) => [words.say(`screen.example_${name}`), words.say(`screen.example_${name}_text`)]);

function welcome() {
  $("welcome").replaceChildren(
    h("p", { class: "hello", role: "heading", "aria-level": "2" }, words.say("screen.greeting")),
    h("p", { class: "lead" }, words.say("screen.promise")),
    h("ul", { class: "examples" }, examples().map(([name, text]) => h("li", {},
      h("button", { type: "button", onclick: () => { $("say").value = text; grow(); $("say").focus(); composer(conversation); } }, h("span", { class: "strong" }, name), h("span", { class: "muted" }, text))))));
}

function wire() {
  $("new").append(icon("plus"), h("span", { "data-say": "screen.new" }));
  $("new").addEventListener("click", begin);
  $("composer").addEventListener("submit", (e) => { e.preventDefault(); submit(); });
  $("say").addEventListener("input", () => { grow(); composer(conversation); });
  $("say").addEventListener("keydown", (e) => {
    if (e.key === "Enter" && !e.shiftKey && !e.isComposing) { e.preventDefault(); submit(); }
  });
  for (const sort of ["wheel", "touchmove", "pointerdown", "keydown"]) $("scroll").addEventListener(sort, () => { follow = false; }, { passive: true });
  for (const box of [$("scroll"), $("chat")]) {
    box.addEventListener("scroll", () => { follow ||= box === scroller() && box.scrollHeight - box.scrollTop - box.clientHeight < 24; }, { passive: true });
  }
  window.addEventListener("resize", schedule);
  document.addEventListener("focusin", ({ target }) => { focused = { target, place: target.closest(".option, #replies, #side") }; });
  window.addEventListener("popstate", go);
  window.addEventListener("hashchange", go);
  $("rail").addEventListener("click", (e) => e.target.closest("a") && document.body.classList.remove("rail-open"));
  setInterval(tick, 1000);
}

words.use(navigator.language);
wire();
words.label();
welcome();
go();
loadTitles();

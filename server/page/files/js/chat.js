// The conversation: one entry a turn, with what the person said, what was done, and what was answered.

import { h, icon, button } from "./dom.js";
import * as f from "./format.js";
import * as words from "./words.js";
import * as cards from "./cards.js";
import { of } from "./holding.js";

// saying gives the words of an event of the person; ask is what stood before it.
function saying(event, ask) {
  const d = event.data;
  switch (event.type) {
    case "USER_MESSAGE":
      return d.text;
    case "USER_SELECTED_BUNDLE": {
      const at = ask?.choices.findIndex((c) => c.id === d.bundle_id) ?? -1;
      return at < 0 ? words.say("screen.i_take_this") : words.say("screen.i_take", { n: ask.choices[at].params?.option?.position ?? at + 1 });
    }
    case "USER_ANSWERED":
      return ask?.choices.find((c) => c.id === d.choice_id)?.label ?? words.say("screen.answer");
    case "USER_REQUEST_HOLD":
      return words.say("screen.i_hold");
    case "USER_APPROVED_PURCHASE":
      return words.say("screen.i_approve");
    default:
      return null;
  }
}

// prose turns a text into paragraphs and lists.
function prose(text) {
  const out = [];
  for (const line of text.split("\n")) {
    const last = out.at(-1);
    if (line.startsWith("- ")) {
      if (last?.tagName === "UL") last.append(h("li", {}, line.slice(2)));
      else out.push(h("ul", {}, h("li", {}, line.slice(2))));
    } else if (line.trim()) {
      out.push(h("p", {}, line));
    }
  }
  return out;
}

// heard is what is read out of a message: not each option, and nothing that is only to be seen.
function heard(message) {
  const copy = message.cloneNode(true);
  const options = copy.querySelectorAll(".option").length;
  for (const silent of copy.querySelectorAll("[aria-hidden], .option")) silent.remove();
  for (const part of copy.querySelectorAll("*")) part.append(" ");
  return copy.textContent + (options > 0 ? ` ${words.say("count.option", { n: options })}.` : "");
}

// trouble draws what went wrong: the first sentence says what, the others what follows.
function trouble(text) {
  const end = text.search(/\. /) + 1 || text.length;
  return h("div", { class: "trouble" }, icon("alert"), h("div", {}, h("p", { class: "strong" }, text.slice(0, end)), h("p", {}, text.slice(end).trim())));
}

// Chat fills the log of the page.
export class Chat {
  constructor(log, conversation, { oncompare }) {
    this.log = log;
    this.c = conversation;
    this.oncompare = oncompare;
    this.turn = null;
    this.asked = null; // the ask before the update that is shown
    this.steps = new Map(); // call id to what shows it
    this.pending = h("div", { class: "pending" });
    log.replaceChildren(this.pending);
  }

  // add shows an update. It returns what is to be read out.
  add(u) {
    const { event, decision } = u;
    const text = saying(event, this.asked);
    if (text !== null || !this.turn) this.open();
    if (text !== null) this.turn.append(this.bubble(text, event.at ?? u.at));
    if (event.type === "USER_SELECTED_BUNDLE") this.mark(event.data.bundle_id);
    const remark = words.say(`screen.remark_${event.type}`);
    if (remark) this.turn.append(h("p", { class: "remark" }, remark));
    this.settle(event, u);
    const said = (decision.ui ?? []).map((m) => this.say(m));
    for (const call of decision.tool_calls ?? []) this.begin(call, u);
    if (u.turn_ended) this.finish();
    this.asked = decision.ask ?? null;
    this.choices();
    return said.join(" ");
  }

  open() {
    this.finish();
    this.untick();
    this.turn = h("li", { class: "turn" });
    this.work = null;
    this.log.insertBefore(this.turn, this.pending);
  }

  bubble(text, at, note) {
    return h("div", { class: "bubble-row" },
      h("div", { class: `bubble ${note ? "waiting" : ""}` }, h("span", { class: "unseen" }, words.say("screen.you_said")), text),
      note ?? (at && h("time", { class: "at", datetime: at }, f.clock(at))));
  }

  // begin shows that a step runs.
  begin(call, u) {
    if (!this.work) {
      this.work = { list: h("ul", { class: "steps" }), label: h("span", {}), count: 0, from: Date.parse(u.at), to: Date.parse(u.at), running: new Set() };
      this.work.box = h("details", { class: "work busy" }, h("summary", {}, h("span", { class: "pulse" }), this.work.label), this.work.list);
      this.turn.append(this.work.box);
    }
    const w = this.work;
    const time = h("span", { class: "muted" });
    const label = h("span", {}, words.doing(call.name));
    const detail = call.name === "execute_javascript" && call.arguments.code
      ? h("details", { class: "code" }, h("summary", {}, words.say("screen.how_calculated")), h("pre", { tabindex: "0" }, call.arguments.code)) : null;
    const row = h("li", { class: "step busy" }, h("span", { class: "step-line" }, label, time), detail);
    w.list.append(row);
    w.running.add(call.call_id);
    this.steps.set(call.call_id, { name: call.name, row, label, time, from: Date.parse(u.at), work: w });
    this.label(w);
  }

  // settle shows how a step ended.
  settle(event, u) {
    const step = this.steps.get(event.data.call_id);
    if (!step || u.decision.ignored) return;
    const cause = u.class || "ok";
    const done = cause === "ok" || cause === "empty";
    const at = Date.parse(u.at);
    step.row.classList.remove("busy");
    step.label.textContent = done ? words.did(step.name) : words.failed(step.name, cause);
    step.row.classList.toggle("bad", !done);
    step.time.textContent = f.took(at - step.from);
    step.work.running.delete(event.data.call_id);
    step.work.to = at;
    step.work.count++;
    this.label(step.work);
    this.stream?.remove();
    this.stream = null;
  }

  label(w) {
    const running = [...w.running].map((id) => words.doing(this.steps.get(id).name));
    if (running.length > 0) w.label.textContent = `${f.list([...new Set(running)].map((t, i) => (i && words.language === "en" ? t[0].toLowerCase() + t.slice(1) : t)))}…`;
    else if (!w.box.classList.contains("busy")) w.label.textContent = words.say("screen.steps_in", { n: w.count, took: f.took(w.to - w.from) });
  }

  // finish closes the work of a turn. What still runs was stopped or goes on in the background.
  finish() {
    if (!this.work) return;
    for (const id of this.work.running) {
      const step = this.steps.get(id);
      step.row.classList.remove("busy");
      step.label.textContent = words.failed(step.name, "cancelled");
    }
    this.work.running.clear();
    this.work.box.classList.remove("busy");
    this.label(this.work);
    this.stream?.remove();
    this.stream = null;
  }

  // hear shows what a step says while it runs: the words of an answer, or how far it is.
  hear({ call_id: id, name }) {
    const text = this.c.progress.get(id);
    const step = this.steps.get(id);
    if (!step || !step.row.classList.contains("busy")) return;
    if (name !== "assistant_step" && name !== "generate_followup_questions") {
      step.time.textContent = text;
      return;
    }
    this.stream ??= this.turn.appendChild(h("div", { class: "message streaming" }));
    this.stream.replaceChildren(...prose(text));
  }

  // say shows a message of the engine, and returns it in words.
  say(m) {
    const shown = this.message(...this.content(m));
    this.turn.append(shown);
    return heard(shown);
  }

  // content draws what a message means where this page knows it, else its words.
  content(m) {
    const p = m.params ?? {};
    switch (m.key) {
      case "present.options":
      case "show.more":
      case "show.sorted":
        return this.options(m.key, p);
      case "show.option":
        return p.option ? this.detail(p) : prose(m.text);
      case "hold.held":
        return [h("p", {}, words.say("screen.held_long")), this.hold(p)];
      case "purchase.after_all":
        return [h("p", {}, words.say("screen.after_all")),
          cards.booked({ ...p.booking, stale: p.stale })];
      case "purchase.booked":
        return [cards.booked({ ...p.booking, stale: p.stale })];
      case "show.booking":
        return p.bookings?.length ? p.bookings.map((b) => cards.booked(b)) : prose(m.text);
      case "approve.calls":
        return [h("p", {}, words.say("screen.approve_calls")), ...(p.calls ?? []).map(cards.waiting)];
      case "error.tool":
      case "error.outcome_unknown":
        return [trouble(m.text)];
      default:
        return prose(m.text);
    }
  }

  message(...children) {
    return h("div", { class: "message" }, ...children);
  }

  options(key, p) {
    const list = p.options ?? [];
    const lead = {
      "present.options": words.say(list.length === 1 ? "screen.found_one" : "screen.found_options"),
      "show.more": words.say("screen.found_more"),
      "show.sorted": words.say("screen.found_sorted", { by: words.say(`sort.${p.by}`) || words.say("screen.sorted_other") }),
    }[key];
    const over = p.above_budget && words.say("screen.found_over", { amount: f.money(p.above_budget) });
    const more = p.count > list.length && words.say("screen.compared", { n: p.count });
    this.grid = this.cards(list);
    this.detailed = null;
    return [h("p", {}, lead), over && h("p", { class: "bad" }, over), this.grid, more && h("p", { class: "muted" }, more)];
  }

  cards(list) {
    const grid = h("div", { class: "options" }, list.map((o) => {
      const card = cards.option(o, list, {
        onchoose: () => this.choose(card),
        oncompare: () => this.oncompare(grid),
      });
      card.option = o;
      return card;
    }));
    return grid;
  }

  // detail shows all that is known of one option; it can be chosen here as well as in its list.
  detail(p) {
    this.detailed = this.cards([p.option]);
    return [this.detailed, h("ul", {}, [...(p.tradeoffs ?? []), ...(p.fare_rules ?? [])].map((t) => h("li", {}, f.sentence(t))))];
  }

  // hold draws what is held. The card before it is not what stands any more.
  hold(p) {
    if (this.held) cards.close(this.held.card, words.say("screen.held_before"));
    this.held = { card: cards.held(p), options: (p.held ?? []).map((x) => x.option_id) };
    return this.held.card;
  }

  // holding says on the card of what is held that it is over, as soon as it is.
  holding() {
    if (!this.held || !this.c.intent || this.c.busy || this.c.intent.turn.seq < this.c.seq) return;
    const { card, options } = this.held;
    const holds = this.c.intent.working_memory.holds.filter((x) => options.includes(x.option_id));
    const { held } = of(this.c.intent);
    if (options.every((id) => held.some((x) => x.option_id === id))) return;
    const is = (status) => holds.some((x) => x.status === status);
    cards.close(card, words.say(is("purchased") ? "screen.bought" : is("foreign") ? "screen.foreign" : is("held") ? "screen.no_longer" : "screen.returned"));
    this.held = null;
  }

  // choices says which cards can be chosen now: those of the list shown last, while the choice stands.
  choices() {
    const ask = this.c.ask?.kind === "choose" ? this.c.ask : null;
    for (const grid of this.log.querySelectorAll(".options")) {
      const current = ask && (grid === this.grid || grid === this.detailed);
      grid.classList.toggle("past", !this.c.busy && !current);
      for (const card of grid.children) {
        card.bundle = current ? ask.choices.find((c) => c.params?.option?.position === card.option.position)?.id : undefined;
        card.querySelector(".choose").disabled = !card.bundle;
      }
    }
  }

  // mark shows which card of the list was chosen.
  mark(bundle) {
    const position = this.asked?.choices.find((c) => c.id === bundle)?.params?.option?.position;
    for (const card of this.grid?.children ?? []) card.classList.toggle("chosen", card.option.position === position);
  }

  // untick ends a comparison that was begun.
  untick() {
    if (!this.grid) return;
    for (const box of this.grid.querySelectorAll(".compare input")) box.checked = false;
    this.oncompare(this.grid);
  }

  choose(card) {
    if (card.bundle) this.c.send("USER_SELECTED_BUNDLE", { bundle_id: card.bundle }, words.say("screen.i_take", { n: card.option.position }));
  }

  // outbox shows what was sent and is not in the log yet.
  outbox() {
    this.pending.replaceChildren(...this.c.outbox.filter((m) => m.shown).map((m) => {
      const note = m.state === "refused"
        ? h("p", { class: "at bad" }, `${words.say("screen.not_sent", { why: m.why })} `, button(words.say("screen.dismiss"), { class: "link", onclick: () => this.c.dismiss(m.id) }))
        : h("p", { class: "at" }, words.say(m.state === "accepted" ? "screen.waits" : this.c.connection === "lost" ? "screen.will_be_sent" : "screen.sending"));
      return this.bubble(m.shown, null, note);
    }));
    this.choices();
  }
}

// The engineer's view: a time machine over the log of a trip. What stands here are the names that programs use.

import { h, s, icon, button, signButton } from "./dom.js";
import * as api from "./api.js";
import * as f from "./format.js";
import { diff } from "./diff.js";
import * as lifecycle from "./lifecycle.js";
import { panel } from "./panel.js";
import { newID } from "./conversation.js";

const pretty = (doc) => JSON.stringify(doc, null, 2);
const MOST_TEXT = 20000; // characters of a document that are shown; the recording has all of it

let loaded;
const rules = () => (loaded ??= fetch("data/rules.json").then((r) => r.json()));

const tabs = { decision: "Decision", lifecycle: "Lifecycle", changes: "Changes", steps: "Tool calls", trip: "Trip then" };

export class Inspector {
  constructor(root, conversation, { onfork }) {
    this.root = root;
    this.c = conversation;
    this.onfork = onfork;
    this.forks = new Map(); // by event: the id of a fork that was asked for and not answered
    this.at = 0; // the event that is looked at
    this.live = true; // it follows the newest
    this.from = null; // the event that the intent is compared with; null is the one before
    this.tab = "decision";
    this.intents = new Map();
    this.calls = new Map();
    this.drawn = "";
  }

  add(u) {
    for (const call of u.decision.tool_calls ?? []) this.calls.set(call.call_id, { ...call, seq: u.seq, started: u.at });
    const call = this.calls.get(u.event.data.call_id);
    if (call && !u.decision.ignored) {
      Object.assign(call, { settled: u.seq, ended: u.at, class: u.class, result: u.event.data.result, attempts: u.event.data.attempts });
    }
    if (this.live) this.at = u.seq;
  }

  update(seq) {
    return this.c.updates.find((u) => u.seq === seq);
  }

  intent(seq) {
    if (!this.intents.has(seq)) this.intents.set(seq, api.intentAt(this.c.id, seq).catch((error) => { this.intents.delete(seq); throw error; }));
    return this.intents.get(seq);
  }

  // render draws what changed since it was drawn last.
  render() {
    if (!this.root.contains(this.frame)) {
      this.build();
      this.drawn = "";
    }
    const last = this.c.seq;
    this.slider.max = last;
    this.slider.value = this.at;
    this.slider.setAttribute("aria-valuetext", `Event ${this.at} of ${last}`);
    const u = this.update(this.at);
    this.where.replaceChildren(...(u ? [h("span", { class: "strong" }, `Event ${this.at} of ${last}`), h("span", { class: "muted" }, `turn ${u.turn} · ${u.at.slice(11, 23)} UTC`),
      h("code", {}, u.event.type + (u.event.data.tool_name ? ` ${u.event.data.tool_name}` : "")),
      this.at <= this.c.original?.seq && h("span", { class: "muted" }, "also in the original")].filter(Boolean) : [h("span", { class: "muted" }, "Nothing has happened yet.")]));
    this.ticks();
    this.fork.disabled = !u || this.forking;
    this.fork.title = `Make another trip that has the events up to ${this.at} and goes on from there`;
    const key = JSON.stringify([this.at, this.tab, this.from, this.tab === "steps" ? last : 0]);
    if (key === this.drawn || !u) return;
    this.drawn = key;
    this.fill(u, key);
  }

  async fill(u, key) {
    let content;
    try {
      content = await this[this.tab](u);
    } catch (error) {
      content = h("p", { class: "bad" }, `This cannot be shown: ${error.message}`);
      this.drawn = "";
    }
    if (key === this.drawn || this.drawn === "") this.show([content].flat().filter(Boolean));
  }

  show(content) {
    this.body.replaceChildren(...content);
    const graph = this.body.querySelector(".graph"); // which may be wider than the screen
    if (graph) graph.scrollLeft = graph.scrollWidth * graph.dataset.here - 40;
  }

  build() {
    this.slider = h("input", { type: "range", min: 1, max: 1, value: 1, "aria-label": "Event", oninput: () => this.go(Number(this.slider.value)) });
    this.where = h("p", { class: "where" });
    this.fork = button("Fork from here", { class: "quiet small", onclick: () => this.makeFork(this.at) }, "fork");
    this.refusal = h("p", { class: "refusal bad", role: "alert" });
    this.strip = s("svg", { class: "strip", viewBox: "0 0 100 20", preserveAspectRatio: "none", "aria-hidden": "true" });
    this.body = h("div", { class: "inspect-body", id: "inspect-body", role: "tabpanel", tabindex: "0" });
    this.tablist = h("div", { class: "tablist", role: "tablist", "aria-label": "What to look at", onkeydown: (e) => this.arrow(e) },
      Object.entries(tabs).map(([name, label]) => h("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": "inspect-body", onclick: () => this.choose(name) }, label)));
    this.frame = h("div", { class: "inspect" },
      h("header", {},
        h("h2", {}, "How it was decided"),
        h("a", { class: "button quiet small", href: `timeline.html?trip=${encodeURIComponent(this.c.id)}` }, icon("list"), h("span", {}, "Timeline")),
        button("Recording", { class: "quiet small", "aria-label": "Download the recording", onclick: () => this.download() }, "download")),
      h("div", { class: "timeline" },
        signButton("Event before", "back", { onclick: () => this.go(this.at - 1) }),
        h("div", { class: "track-box" }, this.strip, this.slider),
        signButton("Next event", "next", { onclick: () => this.go(this.at + 1) })),
      h("div", { class: "point" }, this.where, this.fork), this.refusal, this.tablist, this.body);
    this.root.drawn = null; // whoever draws here next has to
    this.root.replaceChildren(this.frame);
    this.choose(this.tab);
  }

  choose(name) {
    this.tab = name;
    for (const t of this.tablist.children) {
      const on = t.id === `tab-${name}`;
      t.setAttribute("aria-selected", String(on));
      t.tabIndex = on ? 0 : -1;
    }
    this.body.setAttribute("aria-labelledby", `tab-${name}`);
    this.render();
  }

  arrow(e) {
    const names = Object.keys(tabs);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
    if (!step) return;
    this.choose(names[(names.indexOf(this.tab) + step + names.length) % names.length]);
    this.tablist.querySelector('[aria-selected="true"]').focus();
    e.preventDefault();
  }

  go(seq) {
    this.at = Math.min(Math.max(seq, 1), this.c.seq);
    this.live = this.at === this.c.seq;
    this.refusal.textContent = "";
    this.render();
  }

  // makeFork makes another trip of this one up to an event. Asked again after an answer was lost, it is the same one.
  async makeFork(seq) {
    if (!this.forks.has(seq)) this.forks.set(seq, newID());
    this.refusal.textContent = "";
    this.forking = this.fork.disabled = true;
    try {
      const made = await api.forkTrip(this.c.id, seq, this.forks.get(seq));
      this.forks.delete(seq);
      this.onfork(made.trip_id);
    } catch (error) {
      const text = `No fork was made: ${error.message}`;
      this.refusal.textContent = /[.!?]$/.test(text) ? text : `${text}.`;
    }
    this.forking = this.fork.disabled = false;
  }

  // ticks draws a mark for each event: a person's are tall, failures are red.
  ticks() {
    const last = this.c.seq;
    const key = `${last} ${this.at}`;
    if (this.strip.dataset.key === key) return;
    this.strip.dataset.key = key;
    this.strip.replaceChildren(...this.c.updates.map((u) => {
      const x = last === 1 ? 50 : ((u.seq - 1) / (last - 1)) * 100;
      const person = !u.event.type.startsWith("TOOL_");
      return s("path", { class: `tick ${u.event.type === "TOOL_ERROR" ? "bad" : person ? "person" : ""} ${u.seq <= this.at ? "past" : ""}`, d: `M${x.toFixed(2)} ${person ? 2 : 9}V20` });
    }));
  }

  async download() {
    const url = URL.createObjectURL(await api.recording(this.c.id));
    const a = h("a", { href: url, download: `${this.c.id}.jsonl` });
    document.body.append(a);
    a.click();
    a.remove();
    setTimeout(() => URL.revokeObjectURL(url), 60000);
  }

  // decision says what was decided on an event, and by which rules.
  async decision(u) {
    const book = await rules();
    const before = this.c.updates.findLast((o) => o.seq < u.seq)?.decision.status;
    const now = u.decision.status;
    const node = (st) => h("code", {}, `${st.phase}/${st.state}`);
    const same = before && before.state === now.state;
    return [
      h("section", {}, h("h3", {}, "Status"), h("p", { class: "way-step" }, before && !same && [node(before), icon("next")], node(now), same && h("span", { class: "muted" }, "as before"))),
      u.decision.ignored && h("p", { class: "bad" }, `The event changed nothing: ${u.decision.ignored}`),
      h("section", {}, h("h3", {}, "Why"),
        (u.rules ?? []).length > 0
          ? h("dl", { class: "rules" }, u.rules.map((id) => [h("dt", {}, h("code", {}, id)), h("dd", {}, coded(book[id] ?? "A rule that this page does not know."))]))
          : h("p", { class: "muted" }, "No rule had to be applied: the round goes on.")),
      (u.decision.tool_calls ?? []).length > 0 && h("section", {}, h("h3", {}, "Calls that were queued"), u.decision.tool_calls.map((call) => this.row(this.calls.get(call.call_id)))),
      (u.decision.ui ?? []).length > 0 && h("section", {}, h("h3", {}, "What was said"), u.decision.ui.map((m) => fold(h("code", {}, m.key), h("pre", { tabindex: "0" }, m.text), m.params && h("pre", { tabindex: "0" }, clip(pretty(m.params)))))),
      u.decision.ask && h("section", {}, h("h3", {}, "What is waited for"), fold([h("code", {}, u.decision.ask.kind), ` ${u.decision.ask.choices.map((ch) => ch.id).join(", ")}`], h("pre", { tabindex: "0" }, clip(pretty(u.decision.ask))))),
      h("section", {}, h("h3", {}, "Event"), fold(h("code", {}, u.event.type), h("pre", { tabindex: "0" }, clip(pretty(u.event))))),
    ];
  }

  lifecycle(u) {
    return lifecycle.draw(["collecting_requirements", ...this.c.updates.filter((o) => o.seq <= u.seq).map((o) => o.decision.status.state)]);
  }

  // changes shows how the intent differs between two points.
  async changes(u) {
    const from = this.from === null ? u.seq - 1 : Math.min(this.from, this.c.seq);
    const [a, b] = await Promise.all([this.intent(from), this.intent(u.seq)]);
    const list = diff(a, b);
    const own = (d) => /^(turn|updated_at)/.test(d.path);
    const pick = h("select", { id: "compare-with", onchange: () => { this.from = pick.value === "before" ? null : Number(pick.value); this.render(); } },
      h("option", { value: "before" }, "the event before"), h("option", { value: "0" }, "the beginning"),
      this.c.updates.map((o) => h("option", { value: o.seq }, `event ${o.seq}, ${o.event.type}${o.event.data.tool_name ? ` ${o.event.data.tool_name}` : ""}`)));
    pick.value = this.from === null ? "before" : String(this.from);
    const shown = list.filter((d) => !own(d));
    const kept = list.filter(own);
    return [
      h("p", { class: "with" }, h("label", { for: "compare-with" }, `Event ${u.seq} compared with`), pick),
      shown.length > 0 ? changeList(shown) : h("p", { class: "muted" }, "Nothing of the trip differs."),
      kept.length > 0 && fold(f.count(kept.length, "change of the engine's own bookkeeping", "changes of the engine's own bookkeeping"), changeList(kept)),
    ];
  }

  steps(u) {
    const list = [...this.calls.values()].filter((call) => call.seq <= u.seq);
    return list.length > 0 ? list.map((call) => this.row(call)) : h("p", { class: "muted" }, "No call was made up to here.");
  }

  // row is one call that opens: arguments, result, code.
  row(call) {
    const { code } = call.name === "execute_javascript" ? call.arguments : {};
    return fold([
      h("code", {}, call.name),
      h("span", { class: `pill ${call.class === "ok" ? "good" : call.class ? "bad" : "busy"}` }, call.class ?? "running"),
      h("span", { class: "muted push" }, [call.ended && f.took(Date.parse(call.ended) - Date.parse(call.started)), call.attempts > 1 && `${call.attempts} attempts`, `event ${call.seq}${call.settled ? `–${call.settled}` : ""}`].filter(Boolean).join(" · ")),
    ],
    code && [h("p", { class: "part" }, "Code"), h("pre", { tabindex: "0" }, code)],
    h("p", { class: "part" }, "Arguments"), h("pre", { tabindex: "0" }, clip(pretty(call.arguments))),
    call.result !== undefined && [h("p", { class: "part" }, "Result"), h("pre", { tabindex: "0" }, clip(pretty(call.result)))]);
  }

  async trip(u) {
    return h("div", { class: "then" }, panel(await this.intent(u.seq)));
  }
}

const clip = (text) => (text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}\n… ${text.length - MOST_TEXT} more characters; the recording has them.` : text);

const fold = (summary, ...content) => h("details", { class: "fold" }, h("summary", {}, summary), h("div", {}, content));

// coded writes what stands between backticks as code.
const coded = (text) => text.split("`").map((part, i) => (i % 2 ? h("code", {}, part) : part));

function changeList(list) {
  const value = (v) => {
    const text = typeof v === "object" && v !== null ? pretty(v) : JSON.stringify(v);
    return text.length > 160 ? fold(Array.isArray(v) ? f.count(v.length, "element") : h("code", { class: "start" }, text.slice(0, 120).replaceAll(/\s+/g, " ")), h("pre", { tabindex: "0" }, clip(text))) : h("code", {}, text.replaceAll(/\s+/g, " "));
  };
  return h("ul", { class: "changes" }, list.map((d) => h("li", {},
    h("p", {}, h("span", { class: `sign-of ${d.kind}` }, { added: "+", removed: "−", changed: "~" }[d.kind]), h("span", { class: "unseen" }, d.kind), h("code", {}, d.path)),
    h("div", { class: "values" }, "before" in d && h("div", { class: "before" }, value(d.before)), "after" in d && h("div", { class: "after" }, value(d.after))))));
}

// The timeline of a trip: its events with search and filters, what changed between two points, calls, and the way
// through the lifecycle. Events may come in pieces.
class Timeline {
  // name is that of the trip, rules the texts of rules by id.
  constructor(name, rules) {
    this.name = name;
    this.rules = rules;
    this.events = [];
    this.rows = new Map(); // by seq; their elements are made when they are drawn first
    this.most = Timeline.page; // how many of them are drawn
    this.calls = new Map(); // by id
    this.strings = []; // paths and values of what changed, by number
    this.view("timeline");
    this.tabs();
    for (const id of ["search", ...Timeline.filters]) $(id).addEventListener("input", () => this.filter());
    $("more").addEventListener("click", () => this.draw(this.most + Timeline.page));
    for (const id of ["from", "to"]) $(id).addEventListener("input", () => { this.chosen = true; this.compare(); });
    addEventListener("hashchange", () => this.go());
    this.refresh();
  }

  static views = {timeline: "Timeline", changes: "Changes", calls: "Calls", path: "Path"};
  static page = 500;
  static filters = ["type", "rule", "tool"];

  tabs() {
    $("tabs").addEventListener("click", e => e.target.id.startsWith("tab-") && this.view(e.target.id.slice(4)));
    $("tabs").addEventListener("keydown", e => {
      const step = {ArrowRight: 1, ArrowLeft: -1}[e.key];
      if (!step) return;
      const all = [...$("tabs").children];
      const next = all[(all.indexOf(document.activeElement) + step + all.length) % all.length];
      next.focus();
      next.click();
    });
  }

  view(name) {
    for (const id in Timeline.views) {
      $(id).hidden = id !== name;
      $("tab-" + id).setAttribute("aria-selected", id === name);
      $("tab-" + id).tabIndex = id === name ? 0 : -1;
    }
    $("filters").hidden = name !== "timeline";
  }

  // add takes further events, in their order.
  add(events) {
    for (const e of events) {
      const before = this.events.at(-1);
      e.status = e.phase + "/" + e.state;
      e.moved = e.status !== before?.status;
      this.events.push(e);
      this.strings.push(...e.strings || []);
      this.rows.set(e.seq, {e, text: this.textOf(e)});
      for (const c of e.queued) this.calls.set(c.id, {name: c.name, queued: e});
      const answered = this.calls.get(e.settled);
      if (answered) answered.done = e;
    }
  }

  // refresh shows what came since it was called last.
  refresh() {
    const turns = new Set(this.events.map(e => e.turn)).size;
    $("title").textContent = this.name + ": " + count(this.events.length, "event") + ", " + count(turns, "turn");
    choices("type", this.events.map(e => e.type));
    choices("rule", this.events.flatMap(e => e.rules));
    choices("tool", this.events.flatMap(e => e.queued.map(c => c.name).concat(e.tool || [])));
    if (!this.chosen && this.events.length) {
      $("from").value = this.events[0].seq - 1;
      $("to").value = this.events.at(-1).seq;
    }
    this.filter(this.most);
    this.compare();
    this.listCalls();
    this.way();
  }

  // go shows what the address names: a view, or an event.
  go() {
    const name = location.hash.slice(1), row = this.rows.get(Number(name.replace(/^e/, "")));
    if (Timeline.views[name]) this.view(name);
    if (!row) return;
    for (const id of ["search", ...Timeline.filters]) $(id).value = "";
    this.filter();
    this.draw(Math.max(this.most, this.events.indexOf(row.e) + 1));
    this.view("timeline");
    row.d.open = true;
    row.d.scrollIntoView();
  }

  row(e) {
    const d = el("details", "event"), s = el("summary");
    d.id = "e" + e.seq;
    s.append(el("span", "seq", String(e.seq)), el("span", "soft", e.at.replace("T", " ").replace(/(\.\d{3})\d*/, "$1").replace("Z", "")), " ",
      el("strong", e.failed ? "old" : "", e.type), " ", el("span", "", e.gist));
    if (e.moved) s.append(" ", el("span", "badge", e.status));
    if (e.differs) s.append(" ", el("span", "badge old", "differs"));
    d.append(s);
    d.addEventListener("toggle", () => { if (d.open && d.children.length === 1) d.append(this.details(e)); });
    return d;
  }

  textOf(e) {
    return [e.seq, e.type, e.gist, e.status, ...e.rules, ...e.rules.map(r => this.rules[r]), ...e.path, ...e.said,
      ...e.notes, ...e.queued.map(c => c.name + " " + c.arguments)].join(" ").toLowerCase();
  }

  details(e) {
    const box = el("div", "inside");
    const line = (label, text, cls) => {
      const d = el("div", "line");
      d.append(el("span", "label", label), el("span", cls || "", text));
      box.append(d);
      return d;
    };
    for (const r of e.rules) line("rule", r, "strong").append(" ", el("span", "soft", this.rules[r] || ""));
    if (e.path.length) line("edges", e.path.join(", "));
    if (e.ignored) line("ignored", e.ignored, "old");
    for (const c of e.queued) line("call", c.name).append(el("pre", "", c.arguments));
    for (const t of e.said) line("says", t, "new");
    for (const t of e.notes) line("note", t);
    if (e.changed.length) {
      const t = el("table"), w = el("div", "wide");
      for (const c of e.changed) t.append(this.member(...c.map(n => this.strings[n])));
      w.append(t);
      box.append(w);
    }
    if (e.differs) box.append(el("pre", "old", e.differs));
    return box;
  }

  member(path, before, after) {
    const tr = el("tr");
    tr.append(el("td", "", path), el("td", "old", before), el("td", "new", after));
    return tr;
  }

  // filter shows what the search and the filters let through.
  filter(most = Timeline.page) {
    const words = wanted().map(word => ({word, numbers: this.holding(word)})), [type, rule, tool] = Timeline.filters.map(id => $(id).value);
    this.matches = [...this.rows.values()].filter(({e, text}) => (!type || e.type === type)
      && (!rule || e.rules.includes(rule)) && (!tool || e.tool === tool || e.queued.some(c => c.name === tool))
      && words.every(w => text.includes(w.word) || w.numbers.size && e.changed.some(c => w.numbers.has(c[0]) || w.numbers.has(c[2]))));
    this.draw(most);
    $("count").textContent = this.matches.length + " of " + count(this.rows.size, "event");
  }

  // draw shows the first of what matches, under their turns.
  draw(most) {
    this.most = most;
    let turn;
    $("list").replaceChildren(...this.matches.slice(0, most).flatMap(m => {
      const head = m.e.turn === turn ? [] : [el("h2", "", "Turn " + m.e.turn)];
      turn = m.e.turn;
      return [...head, m.d ??= this.row(m.e)];
    }));
    const rest = this.matches.length - most;
    $("more").hidden = rest <= 0;
    $("more").textContent = "Show " + Math.min(rest, Timeline.page) + " more of " + rest;
  }

  // holding returns the numbers of the paths and values in which a word stands.
  holding(word) {
    return new Set([...this.strings.keys()].filter(n => this.strings[n].toLowerCase().includes(word)));
  }

  // compare shows what changed between two points.
  compare() {
    const from = Number($("from").value), to = Number($("to").value), low = Math.min(from, to), high = Math.max(from, to);
    const was = new Map(), is = new Map();
    for (const e of this.events) {
      if (e.seq <= low || e.seq > high) continue;
      for (const [path, before, after] of e.changed) {
        if (!was.has(path)) was.set(path, before);
        is.set(path, after);
      }
    }
    const [first, last] = from <= to ? [was, is] : [is, was];
    const rows = [...is.keys()].filter(p => was.get(p) !== is.get(p))
      .map(p => [p, first.get(p), last.get(p)].map(n => this.strings[n])).sort((a, b) => a[0] < b[0] ? -1 : 1);
    $("members").replaceChildren(...rows.map(r => this.member(...r)));
    $("changed").textContent = count(rows.length, "member") + " changed";
  }

  link(e) {
    const a = el("a", "", "event " + e.seq);
    a.href = "#e" + e.seq;
    a.addEventListener("click", () => location.hash === a.hash && this.go());
    return a;
  }

  listCalls() {
    const took = c => c.done ? Date.parse(c.done.at) - Date.parse(c.queued.at) : 0;
    const period = ms => ms < 1000 ? ms + " ms" : ms < 120000 ? (ms / 1000).toFixed(1) + " s" : Math.round(ms / 60000) + " min";
    const all = [...this.calls.values()], body = $("called");
    const longest = all.reduce((most, c) => Math.max(most, took(c)), 1);
    $("none").hidden = all.length > 0;
    body.replaceChildren(...all.map(c => {
      const tr = el("tr"), queued = el("td"), done = el("td"), bar = el("td", "bar"), b = el("div");
      const outcome = c.done?.outcome, good = outcome === "ok" || outcome === "empty";
      queued.append(this.link(c.queued));
      if (c.done) done.append(this.link(c.done));
      b.style.width = Math.round(100 * took(c) / longest) + "%";
      bar.append(b);
      tr.append(el("td", "", c.name), el("td", good ? "new" : "old", outcome || "open"), queued, done,
        el("td", "", c.done ? period(took(c)) : ""), bar);
      return tr;
    }));
  }

  // way shows the statuses in the order in which the trip came to them.
  way() {
    $("way").replaceChildren(...this.events.filter(e => e.moved).map(e => {
      const li = el("li");
      li.append(el("span", "badge", e.status), " ", this.link(e), " ", el("span", "soft", e.path.join(", ")));
      return li;
    }));
  }
}

const start = data => {
  const t = new Timeline(data.name, data.rules);
  t.add(data.events);
  t.refresh();
  t.go();
};

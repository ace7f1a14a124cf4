// The list of trips. The server lists ids and statuses; a title is made of the intent and kept in this browser.

import { h } from "./dom.js";
import * as api from "./api.js";
import * as f from "./format.js";
import * as words from "./words.js";
import { title } from "./panel.js";

const KEY = "legwork.titles";
const MOST = 30; // trips that are listed, the newest first
const PAGES = 5; // of the server's list, which is ordered by id

export class Titles {
  constructor(root) {
    this.root = root;
    this.trips = [];
    try {
      this.known = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    } catch {
      this.known = {};
    }
  }

  // load reads the list, and the titles that this browser does not know yet.
  async load() {
    const all = [];
    for (let i = 0, after = ""; i < PAGES && after !== undefined; i++) {
      const page = await api.listTrips(after);
      all.push(...page.trips);
      after = page.next;
    }
    all.sort((a, b) => ((a.updated_at ?? "") < (b.updated_at ?? "") ? 1 : -1));
    this.trips = all.slice(0, MOST).concat(this.trips.filter((t) => !all.some((o) => o.trip_id === t.trip_id)));
    this.show();
    for (const t of this.trips) {
      if (this.known[t.trip_id]) continue;
      this.keep(t.trip_id, title(await api.intentAt(t.trip_id)));
      this.show();
    }
  }

  // know takes note of the trip that is open.
  know(id, name, state) {
    const at = new Date().toISOString();
    const trip = this.trips.find((t) => t.trip_id === id);
    if (trip) Object.assign(trip, { state });
    else this.trips.unshift({ trip_id: id, state, updated_at: at });
    if (this.known[id] !== name) this.keep(id, name);
  }

  forget(id) {
    this.trips = this.trips.filter((t) => t.trip_id !== id);
    delete this.known[id];
    this.show(id);
  }

  keep(id, name) {
    this.known[id] = name;
    const listed = Object.entries(this.known).filter(([k]) => this.trips.some((t) => t.trip_id === k));
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(listed)));
  }

  show(current = this.current) {
    this.current = current;
    const key = JSON.stringify([words.language, current, this.trips.map((t) => [t.trip_id, t.state, this.known[t.trip_id]])]);
    if (key === this.shown) return;
    this.shown = key;
    this.root.replaceChildren(...this.trips.map((t) => {
      const { text, tone } = words.standing(t.state);
      return h("li", {}, h("a", { href: `#/trip/${encodeURIComponent(t.trip_id)}`, "aria-current": t.trip_id === current ? "page" : null },
        h("span", { class: "trip-name" }, this.known[t.trip_id] ?? words.say("screen.trip")),
        h("span", { class: `trip-state ${tone}` }, t.updated_at ? `${text} · ${f.date(t.updated_at)}` : text)));
    }));
  }
}

// What a message shows beside its words: options, what is held, what was booked. All of it comes from the parameters
// of the message.

import { h, s, icon, button } from "./dom.js";
import * as f from "./format.js";
import * as holding from "./holding.js";
import { named, say } from "./words.js";

// flight draws one flight of an option: when, where, how long.
export function flight(fl) {
  const later = f.daysLater(fl.departs, fl.arrives);
  const via = fl.stops > 0 && fl.via?.length ? say("screen.stops_at", { stops: f.stops(fl.stops), places: f.list(fl.via) }) : f.stops(fl.stops);
  const said = say("screen.flight_said", { day: f.day(fl.departs), airlines: f.list(fl.airlines ?? []), numbers: (fl.numbers ?? []).join(", "), from: fl.from,
    leaves: f.localTime(fl.departs), to: fl.to, lands: f.localTime(fl.arrives), later, how: via, long: f.duration(fl.minutes) });
  return h("div", { class: "flight" },
    h("p", { class: "unseen" }, said),
    h("div", { class: "flight-head", "aria-hidden": "true" },
      h("span", { class: "strong" }, f.day(fl.departs)),
      h("span", { class: "muted" }, `${f.list(fl.airlines ?? [])} · ${(fl.numbers ?? []).join(", ")}`)),
    h("div", { class: "flight-line", "aria-hidden": "true" },
      h("span", { class: "time" }, f.localTime(fl.departs), h("small", {}, fl.from)),
      h("span", { class: "track" },
        h("span", { class: "track-text" }, f.duration(fl.minutes)),
        s("svg", { class: "track-line", viewBox: "0 0 100 6", preserveAspectRatio: "none" }, s("path", { d: "M0 3h100", class: "track-path" })),
        h("span", { class: `track-text ${fl.stops ? "" : "good"}` }, via)),
      h("span", { class: "time" }, f.localTime(fl.arrives), later > 0 && h("sup", {}, `+${later}`), h("small", {}, fl.to))));
}

// stars draws the stars of a hotel.
export function stars(text) {
  const n = Math.round(Number(text));
  return n > 0 ? h("span", { class: "stars", role: "img", "aria-label": say("count.star", { n }) }, "★".repeat(Math.min(n, 7))) : null;
}

export function stay(st) {
  return h("div", { class: "stay" }, icon("bed"),
    h("div", {},
      h("p", {}, h("span", { class: "strong" }, st.hotel || say("screen.room")), " ", stars(st.stars)),
      h("p", { class: "muted" }, [say("count.night", { n: st.nights }), st.check_in && say("screen.from", { day: f.day(st.check_in) }), st.rooms > 1 && say("count.room", { n: st.rooms }),
        st.nightly && say("screen.night", { amount: f.money(st.nightly) })].filter(Boolean).join(" · "))));
}

export const labelOf = (name) => say(`screen.${name}`) || name;

// budget says how an option stands to the budget, else to the cheapest of its list.
export function gap(option, all) {
  if (option.below_budget) return { text: say("screen.under_budget", { amount: f.money(option.below_budget) }), tone: "good" };
  if (option.above_budget) return { text: say("screen.over_budget", { amount: f.money(option.above_budget) }), tone: "bad" };
  const least = all.reduce((best, o) => (best && (f.difference(o.price, best)?.sign ?? 0) >= 0 ? best : o.price), null);
  const d = least && f.difference(option.price, least);
  return d && d.sign > 0 ? { text: say("screen.more_than", { amount: f.money(d) }), tone: "" } : null;
}

// option draws one option as a card. choose and compare belong to whoever shows it.
export function option(o, all, { onchoose, oncompare }) {
  const name = say("screen.option", { n: o.position });
  const g = gap(o, all);
  const heading = `option-${crypto.getRandomValues(new Uint32Array(1))[0]}`;
  return h("article", { class: "card option", "aria-labelledby": heading },
    h("header", {},
      h("div", {},
        h("h3", { id: heading }, name),
        h("p", { class: "tags" }, (o.labels ?? []).map((l) => h("span", { class: "tag" }, labelOf(l))))),
      h("div", { class: "price" },
        h("p", { class: "amount" }, f.money(o.price)),
        o.per_person && h("p", { class: "muted" }, say("screen.each", { amount: f.money(o.per_person) })))),
    (o.flights ?? []).map(flight),
    (o.stays ?? []).map(stay),
    h("div", { class: "facts" },
      f.fares(o).map((text) => h("p", { class: "fact" }, text)),
      g && h("p", { class: `fact ${g.tone}` }, g.text),
      o.refundable && h("p", { class: `fact ${o.refundable === "all" ? "good" : ""}` }, f.refunds(o.refundable))),
    o.beyond?.length > 0 && h("p", { class: "fact bad" }, say("screen.not_all", { what: f.beyond(o.beyond) })),
    (o.nights ?? []).map((n) => h("p", { class: "fact bad" }, f.night(n))),
    o.reason && h("p", { class: "why" }, o.reason),
    h("footer", {},
      h("label", { class: "compare" }, h("input", { type: "checkbox", onchange: oncompare, "aria-label": say("screen.compare_label", { n: o.position }) }), say("screen.compare")),
      h("button", { type: "button", class: "primary small choose", onclick: onchoose, "aria-label": say("screen.choose_label", { n: o.position, price: f.money(o.price) }) }, say("screen.choose"))));
}

// item names what is held or bought.
export function item(it) {
  return h("li", { class: "item" },
    it.flights ? it.flights.map(flight) : it.flight ? flight(it.flight) : it.stay ? stay(it.stay) : h("p", {}, it.item_type),
    h("p", { class: "item-terms" },
      h("span", { class: "muted" }, it.terms || (it.refundable ? f.refunds(it.refundable) : "")),
      it.price && h("span", { class: "strong amount" }, it.offered && h("s", { class: "muted" }, h("span", { class: "unseen" }, say("screen.was")), f.money(it.offered)), it.offered && " ", f.money(it.price))),
    it.otherwise && h("p", { class: "fact bad" }, say("screen.other_price", { price: it.otherwise.price && f.money(it.otherwise.price) })));
}

// facts draws what moved since the offer, and how the total stands to the budget.
export function facts(p) {
  const list = holding.facts(p);
  return list.length > 0 && h("div", { class: "moves" }, list.map((x) => h("p", { class: `fact ${x.tone}` }, x.text)));
}

// total writes the sums of what is bought, one for each currency.
export const total = (t) => f.list((t?.sums ?? []).map(f.money));

// held draws what is held for the traveller.
export function held(p) {
  return h("section", { class: "card held", "aria-label": say("screen.held") },
    h("header", {}, h("h3", {}, say("screen.held")), h("p", { class: "amount" }, total(p.total))),
    facts(p),
    h("ul", { class: "items" }, (p.held ?? []).map(item)),
    p.not_held?.length > 0 && h("p", { class: "fact bad" }, say("screen.items", { n: p.not_held.length })),
    p.until && h("p", { class: "muted" }, say("screen.until_day", { day: f.day(p.until.date, true), time: p.until.time, zone: p.until.zone })));
}

// close says on a card of what was held that it is not held any more.
export function close(card, text) {
  card.classList.add("over");
  card.setAttribute("aria-label", text);
  card.querySelector("h3").textContent = text;
}

// waiting draws a step that a model proposed and that waits for an approval: all that it would be done with.
export function waiting(call) {
  return h("section", { class: "card" }, h("h3", {}, named(call.tool)),
    h("dl", { class: "rows" }, (call.arguments ?? []).map((a) => [h("dt", {}, named(a.name)), h("dd", {}, typeof a.value === "string" ? a.value : JSON.stringify(a.value))])));
}

// booked draws a booking.
export function booked(b) {
  return h("section", { class: "card booked", "aria-label": say("screen.block_booking") },
    h("header", {},
      h("div", { class: "seal" }, icon("check")),
      h("div", {}, h("h3", {}, say(b.stale ? "screen.booked_stale" : "screen.booked")),
        b.travelers && h("p", { class: "muted" }, f.people(b.travelers)))),
    b.locator && locator(b.locator),
    h("ul", { class: "items" }, (b.flights ?? []).map((fl) => item({ flight: fl, terms: fl.terms, refundable: fl.refundable })), (b.stays ?? []).map((st) => item({ stay: st, refundable: st.refundable }))),
    h("footer", {}, h("p", { class: "muted" }, [...(b.terms ?? []), b.cancellation].filter(Boolean).join(" ")), b.total && h("p", { class: "amount" }, say("screen.total", { amount: f.money(b.total) }))));
}

// locator shows the code by which an airline knows a booking.
export function locator(code) {
  const copy = button(say("screen.copy"), { class: "quiet small", "aria-label": say("screen.copy_label", { code }), async onclick() {
    await navigator.clipboard.writeText(code);
    copy.lastChild.textContent = say("screen.copied");
  } }, "copy");
  return h("div", { class: "locator" }, h("div", {}, h("p", { class: "muted" }, say("screen.locator")), h("p", { class: "code" }, code)), navigator.clipboard && copy);
}

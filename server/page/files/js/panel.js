// The trip as a card: map, who and when, budget, holds, booking. It is made of the intent alone, so it can show any
// point of the past as well.

import { h, icon, button } from "./dom.js";
import * as f from "./format.js";
import * as words from "./words.js";
import { say } from "./words.js";
import * as cards from "./cards.js";
import * as holding from "./holding.js";
import * as map from "./map.js";

// city names a place as the language does.
const city = (text) => say("language.places").split(";").find((pair) => pair.startsWith(`${text}=`))?.split("=")[1] ?? text;

const name = (p) => city(p?.city || p?.name || p?.code || "?");

// title names a trip in a few words; of one without places they are those of the message.
export function title(intent) {
  const said = intent.request.user_message;
  const text = route(intent) ?? (said ? (said.length > 48 ? `${said.slice(0, 47)}…` : said) : say("screen.new"));
  return intent.turn.forked ? say("screen.fork", { title: text }) : text;
}

function route(intent) {
  const legs = intent.itinerary.segments;
  if (legs.length === 0) return stayTitle(intent);
  const [from, to] = [legs[0].origin, legs[0].destination];
  if (!from.code && !to.code && !to.city) return null;
  if (!from.code) return say("screen.to", { place: name(to) });
  const stops = [name(from), name(to)];
  if (intent.itinerary.trip_type === "multi_city") legs.slice(1).forEach((l) => stops.at(-1) !== name(l.destination) && stops.push(name(l.destination)));
  return stops.join(" → ");
}

function stayTitle(intent) {
  const stay = intent.itinerary.lodging.stays[0];
  return stay?.location_code ? say("screen.stay_in", { place: city(stay.location_hint) || stay.location_code }) : null;
}

function dates(intent) {
  const { segments, lodging } = intent.itinerary;
  const all = [...segments.map((l) => l.depart_date), lodging.check_in, lodging.check_out, ...lodging.stays.flatMap((s) => [s.check_in, s.check_out])].filter(Boolean).sort();
  return f.days(all[0], all.at(-1));
}

// due is what the trip costs as far as it is known: what was booked, else what is held at the prices of the holds, else
// what was chosen, else the cheapest that was found.
function due(intent, now) {
  const wm = intent.working_memory;
  const booking = wm.bookings.find((b) => !b.stale && b.total);
  if (booking) return { price: booking.total, text: say("screen.due_booked") };
  const { held, ended } = holding.of(intent, now);
  if (held.length > 0) {
    const all = holding.total(intent, held);
    return all && { price: all.price, text: say("screen.due_held") };
  }
  const chosen = wm.ranked_bundles.find((b) => b.bundle_id === wm.selected.bundle_id);
  if (ended.length > 0) {
    const all = holding.total(intent, ended);
    return all && { price: all.price, text: say("screen.due_was_held") };
  }
  if (chosen?.estimated_total) return { price: chosen.estimated_total, text: say("screen.due_chosen") };
  const prices = wm.ranked_bundles.map((b) => b.estimated_total).filter(Boolean);
  const least = prices.reduce((best, p) => (best && (f.difference(p, best)?.sign ?? 0) >= 0 ? best : p), null);
  return least ? { price: least, text: say("screen.due_from") } : null;
}

// isPlanned says that there is something to show of a trip.
export const isPlanned = (intent) => intent.itinerary.segments.length > 0 || intent.itinerary.lodging.stays.length > 0 || intent.working_memory.bookings.length > 0;

// panel draws the trip. actions may be absent, as of the past.
export function panel(intent, actions) {
  const { status } = intent;
  const now = actions ? Date.now() : Date.parse(intent.updated_at);
  const { text, tone } = words.standing(status.state, holding.of(intent, now).ended.length > 0);
  return h("div", { class: "trip" },
    mapOf(intent),
    h("div", { class: "trip-head" },
      h("h2", {}, title(intent)),
      h("p", { class: `pill ${tone}` }, text)),
    h("ul", { class: "basics" },
      dates(intent) && h("li", {}, icon("clock"), dates(intent)),
      f.people(intent.party.travelers) && h("li", {}, icon("people"), f.people(intent.party.travelers)),
      stayLine(intent)),
    budget(intent, now),
    requests(intent),
    booking(intent),
    holds(intent, actions, now),
    chosen(intent),
    still(intent));
}

// requests lists what was asked for beside the plan, and how far that has come.
function requests(intent) {
  const list = intent.requests ?? [];
  if (list.length === 0) return null;
  return h("section", { class: "block" },
    h("h3", {}, say("screen.asked")),
    h("ul", { class: "basics" }, list.map((r) => h("li", {}, `${words.request(r)} `, h("span", { class: "muted" }, words.requestStatus(r.status))))));
}

function stayLine(intent) {
  const l = intent.itinerary.lodging;
  if (intent.itinerary.segments.length === 0 && l.stays.length === 0) return null;
  const rated = intent.preferences.hotel.star_min;
  const nights = l.stays.length > 0 ? l.stays.reduce((n, st) => n + f.nightsBetween(st.check_in, st.check_out), 0) : f.nightsBetween(l.check_in, l.check_out);
  const text = l.needed
    ? [say(l.stays.length > 1 ? "screen.hotels" : "screen.hotel", { n: l.stays.length > 1 && l.stays.length }), nights > 0 && say("count.night", { n: nights }), rated && say("screen.rated", { n: rated })].filter(Boolean).join(", ")
    : say("screen.hotel_none");
  return h("li", {}, icon("bed"), text);
}

function mapOf(intent) {
  const box = h("div", { class: "map-box" });
  const legs = intent.itinerary.segments.map((l) => ({
    from: { code: l.origin.code, name: name(l.origin) }, to: { code: l.destination.code, name: name(l.destination) },
  }));
  const stays = intent.itinerary.lodging.stays.map((st) => ({ code: st.location_code, name: city(st.location_hint) || st.location_code }));
  map.places().then((world) => {
    const drawn = map.draw(world, legs, stays);
    if (drawn) box.replaceChildren(drawn);
    else box.classList.add("empty");
  }, () => box.classList.add("empty"));
  return box;
}

function budget(intent, now) {
  const limit = intent.constraints.budget_total;
  const cost = due(intent, now);
  if (!limit && !cost) return null;
  if (!limit) return h("section", { class: "block cost" }, h("h3", {}, say("screen.block_price")), h("p", { class: "amount-row" }, h("span", { class: "muted" }, cost.text), h("span", { class: "amount" }, f.money(cost.price))));
  const d = cost && f.difference(limit, cost.price);
  const over = d && d.sign < 0;
  const percent = cost && d ? f.share(cost.price, limit) : 0;
  const stands = !cost ? say("screen.nothing_chosen") : d ? say(over ? "screen.over_budget" : "screen.left", { amount: f.money(d) }) : say("screen.other_currency");
  return h("section", { class: "block" },
    h("h3", {}, say("screen.block_budget")),
    h("p", { class: "amount-row" }, h("span", {}, cost ? `${cost.text} ${f.money(cost.price)}` : ""), h("span", { class: "muted" }, say("screen.of_budget", { amount: f.money(limit) }))),
    h("div", { class: `bar ${over ? "over" : ""}`, role: "img", "aria-label": say("screen.percent", { n: percent }) },
      h("span", { style: { width: `${Math.min(100, percent)}%` } })),
    h("p", { class: `fact ${over ? "bad" : cost ? "good" : ""}` }, stands));
}

// flightName names a flight, or those of a fare, by where they go and when.
function flightName(options) {
  const names = options.map((o) => o.segments ?? []).filter((legs) => legs.length > 0)
    .map((legs) => `${legs[0].from} → ${legs.at(-1).to}, ${f.day(legs[0].depart_at)}`);
  return names.join(" · ") || say("screen.flight");
}

function itemName(intent, hold) {
  const o = holding.shown(intent, hold);
  if (o?.hotel_name) return o.hotel_name;
  if (hold.item_type === "hotel" || !o) return say(hold.item_type === "hotel" ? "screen.hotel" : "screen.flight");
  return flightName([o, ...(hold.shown?.others ?? []).map((x) => x.option)]);
}

// fares puts options that are sold together beside each other: a list of lists, most of them of one option.
function fares(options) {
  const all = [];
  for (const o of options) {
    const same = o.group && all.find((list) => list[0].group === o.group);
    if (same) same.push(o);
    else all.push([o]);
  }
  return all;
}

const fareLine = (list) => h("li", {}, icon("plane"), h("span", {}, flightName(list)),
  h("span", { class: "amount" }, f.money(list.length > 1 ? holding.fare(list) : list[0].total_price)));

// zoneOf is the zone in which the end of holds is told: the traveller's, or that of the place where nobody named one.
const zoneOf = (intent, list) => (intent.request.timezone !== "UTC" ? intent.request.timezone : list.find((x) => x.timezone)?.timezone ?? "UTC");

function holds(intent, actions, now) {
  const { held, ended } = holding.of(intent, now);
  return [held.length > 0 && standing(intent, held, actions), ended.length > 0 && over(intent, ended, actions)];
}

const holdLine = (intent, x) => {
  const [price, offered] = [holding.priceOf(intent, x), holding.offeredFor(intent, x)];
  const moved = price && offered && f.difference(price, offered)?.sign !== 0;
  return h("li", {}, icon(x.item_type === "hotel" ? "bed" : "plane"), h("span", {}, itemName(intent, x)),
    price && h("span", { class: "amount" }, moved && h("s", { class: "muted" }, h("span", { class: "unseen" }, say("screen.was")), f.money(offered)), moved && " ", f.money(price)));
};

function standing(intent, list, actions) {
  const ends = list.map((x) => x.expires_at).filter(Boolean).sort()[0];
  const until = ends && f.moment(ends, zoneOf(intent, list));
  const all = holding.total(intent, list);
  return h("section", { class: "block holds" },
    h("div", { class: "block-head" }, h("h3", {}, say("screen.on_hold")),
      ends && h("p", { class: "countdown mono", "data-ends": ends, role: "timer", "aria-label": say("screen.held_until", { until }) }, f.left(Date.parse(ends) - Date.now()))),
    h("ul", { class: "lines" }, list.map((x) => holdLine(intent, x))),
    all && list.length > 1 && h("p", { class: "amount-row total" }, h("span", {}, say("screen.total")), h("span", { class: "amount" }, f.money(all.price))),
    all && cards.facts({ offered: all.offered, more: all.more, less: all.less }), // the budget stands above
    ends && h("p", { class: "muted" }, say("screen.until", { until })),
    actions && h("div", { class: "actions" },
      actions.release && button(say("screen.release"), { class: "quiet small", onclick: actions.release }),
      actions.buy && button(say("screen.review"), { class: "primary small", onclick: actions.buy })));
}

// over shows holds whose time is over. There is one thing to do with them.
function over(intent, list, actions) {
  const last = list.map((x) => x.expires_at).sort().at(-1);
  return h("section", { class: "block holds over" },
    h("div", { class: "block-head" }, h("h3", {}, say("screen.no_longer")), h("p", { class: "pill bad" }, say("screen.ended"))),
    h("ul", { class: "lines" }, list.map((x) => holdLine(intent, x))),
    h("p", { class: "muted" }, say("screen.hold_ended", { until: f.moment(last, zoneOf(intent, list)) })),
    actions?.again && h("div", { class: "actions" }, button(say("screen.hold_again"), { class: "primary small", onclick: actions.again })));
}

function chosen(intent) {
  const wm = intent.working_memory;
  if (!wm.selected.bundle_id || wm.holds.some((x) => x.status === "held") || wm.bookings.some((b) => !b.stale)) return null;
  const on = (ids) => ids.map((id) => holding.optionOf(intent, id)).filter(Boolean);
  return h("section", { class: "block" }, h("h3", {}, say("screen.block_chosen")),
    h("ul", { class: "lines" }, fares(on(wm.selected.flight_option_ids)).map(fareLine),
      on(wm.selected.hotel_option_ids).map((o) => h("li", {}, icon("bed"), h("span", {}, o.hotel_name || say("screen.hotel")), h("span", { class: "amount" }, f.money(o.total_price))))));
}

function booking(intent) {
  return intent.working_memory.bookings.map((b) => h("section", { class: "block booking" },
    h("div", { class: "block-head" }, h("h3", {}, say("screen.block_booking")), b.stale && h("p", { class: "pill wait" }, say("screen.before_change"))),
    b.record_locator && cards.locator(b.record_locator),
    h("ul", { class: "lines" },
      fares(b.flights ?? []).map(fareLine),
      (b.stays ?? []).map((st) => h("li", {}, icon("bed"), h("span", {}, st.option.hotel_name || say("screen.hotel")), h("span", { class: "amount" }, f.money(st.option.total_price))))),
    b.total && h("p", { class: "amount-row total" }, h("span", {}, say("screen.total")), h("span", { class: "amount" }, f.money(b.total)))));
}

function still(intent) {
  const { missing_required: missing, assumptions, conflicts } = intent.status;
  return [
    isPlanned(intent) && missing.length > 0 && h("section", { class: "block" }, h("h3", {}, say("screen.block_missing")),
      h("ul", { class: "plain" }, [...new Set(missing.map(words.needed))].map((t) => h("li", {}, t)))),
    conflicts.length > 0 && h("section", { class: "block" }, h("h3", {}, say("screen.block_conflicts")), h("p", {}, say("screen.conflicts"))),
    assumptions.length > 0 && h("section", { class: "block" }, h("h3", {}, say("screen.block_taken")),
      h("ul", { class: "plain" }, assumptions.map((t) => h("li", {}, t)))),
  ];
}

// tick writes the countdowns anew.
export function tick(root) {
  for (const c of root.querySelectorAll("[data-ends]")) {
    const rest = Date.parse(c.dataset.ends) - Date.now();
    c.textContent = rest > 0 ? f.left(rest) : say("screen.ended");
    c.classList.toggle("soon", rest < 3600000);
  }
}

// How things read. Amounts are decimal texts and stay exact; times of a flight are read off the clock of their place.

import { say, tag } from "./words.js";

const month = (m) => say("language.months").split(" ")[m - 1];
const dayName = (n) => say("language.weekdays").split(" ")[n];
const dot = () => say("language.day").slice("1".length, -" month".length); // behind the number of a day

// money writes {amount, currency}, or a text such as "12.50 USD".
export function money(m) {
  const { amount, currency } = parseMoney(m);
  if (!currency) return amount;
  try {
    return new Intl.NumberFormat(tag("en-US"), { style: "currency", currency }).format(amount);
  } catch {
    return `${amount} ${currency}`;
  }
}

export function parseMoney(m) {
  if (!m) return { amount: "", currency: "" };
  if (typeof m === "object") return m;
  const [amount, currency = ""] = m.split(" ");
  return { amount, currency };
}

// minor returns an amount in the smallest digit that it is written with, beside the number of those digits.
function minor(amount) {
  const [whole, part = ""] = amount.split(".");
  return { value: BigInt(whole + part), digits: part.length };
}

// difference returns a − b of the same currency as money, or null.
export function difference(a, b) {
  const [x, y] = [parseMoney(a), parseMoney(b)];
  if (!x.amount || !y.amount || x.currency !== y.currency) return null;
  const [p, q] = [minor(x.amount), minor(y.amount)];
  const digits = Math.max(p.digits, q.digits);
  const value = p.value * 10n ** BigInt(digits - p.digits) - q.value * 10n ** BigInt(digits - q.digits);
  return { sign: value < 0n ? -1 : value > 0n ? 1 : 0, amount: decimal(value < 0n ? -value : value, digits), currency: x.currency };
}

// sum adds amounts of one currency; null where one is missing or of another.
export function sum(list) {
  if (list.length === 0 || list.some((m) => !m)) return null;
  const all = list.map(parseMoney);
  if (all.some((m) => m.currency !== all[0].currency)) return null;
  const parts = all.map((m) => minor(m.amount));
  const digits = Math.max(...parts.map((p) => p.digits));
  return { amount: decimal(parts.reduce((n, p) => n + p.value * 10n ** BigInt(digits - p.digits), 0n), digits), currency: all[0].currency };
}

function decimal(value, digits) {
  const text = value.toString().padStart(digits + 1, "0");
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

// fares says which flights of an option are sold together, and for how much.
export const fares = (o) => (o.together ?? []).map((t) => {
  const [a, b] = o.flights ?? [];
  const isReturn = o.flights?.length === 2 && t.flights.length === 2 && a.from === b.to && a.to === b.from;
  return say(isReturn ? "screen.fare_return" : "screen.fare_of", { flights: list(t.flights), price: t.price && money(t.price) });
});

// share returns a ÷ b in percent, whole.
export function share(a, b) {
  const [p, q] = [minor(parseMoney(a).amount), minor(parseMoney(b).amount)];
  const digits = Math.max(p.digits, q.digits);
  const of = q.value * 10n ** BigInt(digits - q.digits);
  return of === 0n ? 0 : Number((p.value * 10n ** BigInt(digits - p.digits) * 100n) / of);
}

// day writes "2027-06-03" as "Thu 3 Jun", with the year where it is asked for.
export function day(date, year) {
  if (!date) return "";
  const [y, m, d] = date.slice(0, 10).split("-").map(Number);
  return `${dayName(new Date(Date.UTC(y, m - 1, d)).getUTCDay())} ${d}${dot()} ${month(m)}${year ? ` ${y}` : ""}`;
}

// days writes a range: "3–10 Jun 2027".
export function days(from, to) {
  if (!from) return "";
  const [y1, m1, d1] = from.split("-").map(Number);
  const one = (d, m) => `${d}${dot()} ${month(m)}`;
  if (!to || to === from) return `${one(d1, m1)} ${y1}`;
  const [y2, m2, d2] = to.split("-").map(Number);
  if (y1 === y2 && m1 === m2) return `${d1}${dot()}–${one(d2, m2)} ${y1}`;
  return `${one(d1, m1)}${y1 === y2 ? "" : ` ${y1}`} – ${one(d2, m2)} ${y2}`;
}

// nightsBetween counts the nights between two dates.
export function nightsBetween(from, to) {
  return from && to ? Math.round((Date.parse(to) - Date.parse(from)) / 86400000) : 0;
}

// localTime reads the clock of "2027-06-03T17:45:00-04:00": 17:45.
export const localTime = (text) => (text ?? "").slice(11, 16);

// daysLater says on which later day a flight lands, by the two clocks.
export function daysLater(departs, arrives) {
  return departs && arrives ? nightsBetween(departs.slice(0, 10), arrives.slice(0, 10)) : 0;
}

// duration writes minutes of travel.
export function duration(minutes) {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours && `${hours}\u00a0h`, rest && `${rest}\u00a0min`].filter(Boolean).join("\u00a0") || "0\u00a0min";
}

// took writes how long a step took.
export function took(millis) {
  if (millis < 1000) return `${Math.max(0, Math.round(millis))} ms`;
  if (millis < 60000) return `${(millis / 1000).toFixed(1)} s`;
  return `${Math.floor(millis / 60000)} min ${Math.round((millis % 60000) / 1000)} s`;
}

// left writes how long something still holds.
export function left(millis) {
  const seconds = Math.max(0, Math.floor(millis / 1000));
  const [d, hr, m, sec] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (n) => String(n).padStart(2, "0");
  return d > 0 ? `${d} d ${two(hr)}:${two(m)}:${two(sec)}` : `${two(hr)}:${two(m)}:${two(sec)}`;
}

// clock writes the time of an event in the zone of the reader.
export function clock(instant) {
  const at = new Date(instant);
  return Number.isNaN(at.getTime()) ? "" : at.toLocaleTimeString(tag("en-GB"), { hour: "2-digit", minute: "2-digit" });
}

// date writes the day of an instant in the zone of the reader.
export function date(instant) {
  return new Date(instant).toLocaleDateString(tag("en-GB"), { weekday: "short", day: "numeric", month: "short" });
}

// moment writes day and time in a time zone, or in that of the reader where the zone has no known name, and names it.
export function moment(instant, timeZone) {
  const style = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", timeZoneName: "short" };
  const at = new Date(instant);
  try {
    return at.toLocaleString(tag("en-GB"), { ...style, timeZone });
  } catch (err) {
    if (!(err instanceof RangeError)) throw err;
    return at.toLocaleString(tag("en-GB"), style);
  }
}

// count writes a number with its noun, for engineers.
export const count = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

// people writes who travels.
export function people(t) {
  return [
    t.adults && say("count.adult", { n: t.adults }),
    t.children && say("count.child", { n: t.children }),
    t.infants && say("count.infant", { n: t.infants }),
  ].filter(Boolean).join(", ");
}

// sentence writes a remark as a sentence.
export const sentence = (text) => text[0].toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");

export const stops = (n) => (n === 0 ? say("screen.nonstop") : say("count.stop", { n }));

// beyond says in what an option is less than was asked for.
export const beyond = (list) =>
  (list ?? []).map(({ what, is, asked }) => say(what === "stops" ? "beyond.stops" : "beyond.other", { is, asked })).join(", ");

// night says which nights have no bed, or are paid and not used.
export const night = (n) => {
  const at = n.lands ?? n.leaves;
  return say(n.what === "missing" ? "screen.night_missing" : "screen.night_unused",
    { lands: n.lands, day: day(at), clock: localTime(at), nights: n.nights, from: day(n.from) });
};

// refunds says of what of an option the price comes back.
export const refunds = (what) => say(`screen.refunds_${what}`);

// list writes "a, b and c".
export function list(words) {
  return words.length < 2 ? words.join("") : words.slice(0, -1).join(", ") + say("language.and").slice(1, -1) + words.at(-1);
}

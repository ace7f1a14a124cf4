// What is held: what it costs now, what it was offered for, how it stands to the budget, and whether its time is over.
// The card in the conversation and the review take that from the engine's message, the panel from the intent.

import * as f from "./format.js";
import { say } from "./words.js";

// facts says what of a total moved since it was offered, and how it stands to the budget. p has offered (sums), more or
// less, and above_budget or below_budget.
export function facts(p) {
  const offered = f.list((p.offered?.sums ?? []).map(f.money));
  return [
    p.more ? { text: say("screen.more", { amount: f.money(p.more), offered }), tone: "bad" }
      : p.less ? { text: say("screen.less", { amount: f.money(p.less), offered }), tone: "good" }
      : offered && { text: say("screen.offered", { offered }), tone: "" },
    p.above_budget ? { text: say("screen.above", { amount: f.money(p.above_budget) }), tone: "bad" }
      : p.below_budget && { text: say("screen.below", { amount: f.money(p.below_budget) }), tone: "good" },
  ].filter(Boolean);
}

// isOver says that a hold has ended by a time.
export const isOver = (hold, now = Date.now()) => Boolean(hold.expires_at) && Date.parse(hold.expires_at) <= now;

// of lists what an intent holds, and what it held until the time was over. now is a time, such as that of the past.
export function of(intent, now = Date.now()) {
  const all = intent.working_memory.holds.filter((x) => x.status === "held" && (!x.trip_id || x.trip_id === intent.trip_id));
  return { held: all.filter((x) => !isOver(x, now)), ended: all.filter((x) => isOver(x, now)) };
}

// shown is the option as it was when its hold was asked for.
export const shown = (intent, hold) => hold.shown?.flight ?? hold.shown?.stay?.option ?? optionOf(intent, hold.option_id);

// optionOf finds what an option id stands for.
export function optionOf(intent, id) {
  const wm = intent.working_memory;
  return [...wm.flight_quotes_by_segment.flat(), ...wm.hotel_quotes_by_stay.flat(2)].find((o) => o?.option_id === id);
}

// offeredFor is what a hold was offered for: of flights that are sold together, their one price.
export function offeredFor(intent, hold) {
  const others = (hold.shown?.others ?? []).map((x) => x.option);
  return others.length > 0 ? fare([hold.shown.flight, ...others]) : shown(intent, hold)?.total_price;
}

// fare is what options cost that are sold together.
export const fare = (options) => options.find((o) => o.group_price)?.group_price ?? f.sum(options.map((o) => o.total_price));

export const priceOf = (intent, hold) => hold.total_price ?? offeredFor(intent, hold);

// total sums what holds cost and what they were offered for, in the form of a message; null where the prices are of
// several currencies or not all known.
export function total(intent, list) {
  const price = f.sum(list.map((x) => priceOf(intent, x)));
  if (!price) return null;
  const offered = f.sum(list.map((x) => offeredFor(intent, x) ?? priceOf(intent, x)));
  const by = offered && f.difference(price, offered);
  const budget = intent.constraints.budget_total;
  const over = budget && f.difference(price, budget);
  return {
    price,
    ...(by && by.sign !== 0 && { offered: { sums: [offered] }, [by.sign > 0 ? "more" : "less"]: by }),
    ...(over && { [over.sign > 0 ? "above_budget" : "below_budget"]: over }),
  };
}

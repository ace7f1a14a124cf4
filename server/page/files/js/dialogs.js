// The two dialogs: buying, and the comparison of two options.

import { h, button, signButton } from "./dom.js";
import * as f from "./format.js";
import * as cards from "./cards.js";
import { say } from "./words.js";

// show opens a dialog that the Escape key closes, and gives the focus back to where it was.
function show(dialog) {
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (e) => e.target === dialog && dialog.close());
  dialog.showModal();
  return dialog;
}

// consents lists what is confirmed before something is bought, each by itself: that it was read, and what stands worse
// than the traveller was told, or wanted.
const consents = (p) => [
  ["agree", say("screen.agree")],
  p.more && ["agree-more", say("screen.agree_more", { amount: f.money(p.more) })],
  p.above_budget && ["agree-budget", say("screen.agree_budget", { amount: f.money(p.above_budget) })],
  p.held?.some((x) => x.otherwise) && ["agree-otherwise", say("screen.agree_otherwise")],
].filter(Boolean);

// buy shows exactly what an approval is for; it is given here and nowhere else.
export function buy(conversation) {
  const ask = conversation.purchase;
  if (!ask) return null;
  const p = ask.params ?? {};
  const intent = conversation.intent;
  const method = intent?.party.payment_method_id;
  const total = p.total?.complete === false ? "" : cards.total(p.total); // "" when not all prices are known
  const boxes = consents(p).map(([id, text]) => [h("input", { type: "checkbox", id, onchange: () => { pay.disabled = !boxes.every(([box]) => box.checked); } }), text]);
  const ends = ask.expires_at && h("p", { class: "countdown" }, say("screen.hold_for"), h("strong", { class: "mono" }, f.left(Date.parse(ask.expires_at) - Date.now())));
  const pay = button(say("screen.buy", { total }), { class: "primary", disabled: true, onclick() {
    dialog.close();
    conversation.approve(ask, say("screen.i_approve"));
  } });
  const dialog = h("dialog", { class: "sheet", "aria-labelledby": "buy-title" },
    h("header", {}, h("h2", { id: "buy-title" }, say("screen.review")), signButton(say("screen.close"), "close", { onclick: () => dialog.close() })),
    h("div", { class: "sheet-body", tabindex: "0", role: "region", "aria-label": say("screen.what_is_bought") },
      h("p", { class: "muted" }, say("screen.buy_all")),
      cards.facts(p),
      p.held ? h("ul", { class: "items" }, p.held.map(cards.item)) : h("p", {}, ask.text),
      h("dl", { class: "rows" },
        intent && [h("dt", {}, say("screen.travelling")), h("dd", {}, f.people(intent.party.travelers))],
        [h("dt", {}, say("screen.method")), h("dd", {}, say(method ? "screen.card_saved" : "screen.card", { method }))],
        p.offered && [h("dt", {}, say("screen.offered_for")), h("dd", {}, cards.total(p.offered))],
        intent?.constraints.budget_total && [h("dt", {}, say("screen.your_budget")), h("dd", {}, f.money(intent.constraints.budget_total))],
        total && [h("dt", { class: "strong" }, say("screen.total")), h("dd", { class: "amount" }, total)])),
    h("footer", {}, ends,
      boxes.map(([box, text]) => h("label", { class: "agree", for: box.id }, box, h("span", {}, text))),
      h("div", { class: "actions" }, button(say("screen.not_now"), { class: "quiet", onclick: () => dialog.close() }), pay)));
  const tick = ends && setInterval(() => {
    const rest = Date.parse(ask.expires_at) - Date.now();
    ends.querySelector("strong").textContent = f.left(rest);
    if (rest <= 0) {
      ends.textContent = say("screen.hold_gone");
      pay.disabled = true;
      for (const [box] of boxes) box.disabled = true;
      clearInterval(tick);
    }
  }, 1000);
  const moved = () => conversation.ask?.id !== ask.id && dialog.close(); // what is shown here is not what stands
  conversation.addEventListener("update", moved);
  dialog.addEventListener("close", () => {
    clearInterval(tick);
    conversation.removeEventListener("update", moved);
  });
  return show(dialog);
}

// compare shows two options side by side; what differs stands out.
export function compare(a, b, choose) {
  const rows = [
    [say("screen.row_price"), (o) => f.money(o.price)],
    [say("screen.row_each"), (o) => (o.per_person ? f.money(o.per_person) : "")],
    ...(a.flights ?? []).map((fl, i) => [say("screen.way", fl), (o) => o.flights?.[i] && flight(o.flights[i])]),
    ...(a.stays ?? []).map((_, i) => [say("screen.hotel", { n: a.stays.length > 1 && i + 1 }), (o) => o.stays?.[i]?.hotel]),
    ...(a.stays ?? []).map((_, i) => [say("screen.row_stars"), (o) => o.stays?.[i]?.stars]),
    ...(a.stays ?? []).map((_, i) => [say("screen.row_night"), (o) => o.stays?.[i]?.nightly && f.money(o.stays[i].nightly)]),
    [say("screen.row_fare"), (o) => f.list(f.fares(o))],
    [say("screen.row_otherwise"), (o) => f.beyond(o.beyond)],
    [say("screen.row_refund"), (o) => f.refunds(o.refundable)],
    [say("screen.row_why"), (o) => o.reason],
    [say("screen.row_but"), (o) => o.tradeoff && f.sentence(o.tradeoff)],
  ];
  const d = f.difference(b.price, a.price);
  const dialog = h("dialog", { class: "sheet wide", "aria-labelledby": "compare-title" },
    h("header", {}, h("h2", { id: "compare-title" }, say("screen.compare_title")), signButton(say("screen.close"), "close", { onclick: () => dialog.close() })),
    h("div", { class: "sheet-body", tabindex: "0", role: "region", "aria-label": say("screen.comparison") },
      d && d.sign !== 0 && h("p", {}, say("screen.costs", { n: b.position, of: a.position, amount: f.money(d), more: d.sign > 0 })),
      h("table", { class: "comparison" },
        h("thead", {}, h("tr", {}, h("td", {}), [a, b].map((o) => h("th", { scope: "col" }, say("screen.option", { n: o.position }))))),
        h("tbody", {}, rows.map(([name, of]) => {
          const [x, y] = [of(a) ?? "", of(b) ?? ""];
          if (!x && !y) return null;
          return h("tr", { class: x === y ? "same" : "" }, h("th", { scope: "row" }, name), h("td", {}, x || "–"), h("td", {}, y || "–"));
        })))),
    h("footer", {}, h("div", { class: "actions" }, [a, b].map((o) => {
      const chosen = choose(o);
      return button(say("screen.choose_option", { n: o.position }), { class: "primary", disabled: !chosen, onclick() { dialog.close(); chosen(); } });
    }))));
  return show(dialog);
}

function flight(fl) {
  const n = f.daysLater(fl.departs, fl.arrives);
  return `${f.day(fl.departs)}, ${f.localTime(fl.departs)} – ${f.localTime(fl.arrives)}${n > 0 ? ` (+${n})` : ""}\n${f.list(fl.airlines ?? [])}\n${f.stops(fl.stops)}, ${f.duration(fl.minutes)}`;
}

// signIn asks for a token.
export function signIn(done) {
  const field = h("input", { type: "password", id: "token", autocomplete: "off", required: true });
  const dialog = h("dialog", { class: "sheet narrow", "aria-labelledby": "sign-title" },
    h("form", { onsubmit(e) { e.preventDefault(); dialog.close(); done(field.value.trim()); } },
      h("header", {}, h("h2", { id: "sign-title" }, say("screen.sign_in"))),
      h("div", { class: "sheet-body" }, h("label", { for: "token" }, say("screen.sign_in_token")), field,
        h("p", { class: "muted" }, say("screen.sign_in_about"))),
      h("footer", {}, h("div", { class: "actions" }, h("button", { class: "primary", type: "submit" }, say("screen.sign_in"))))));
  return show(dialog);
}

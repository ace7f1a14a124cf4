// The two dialogs: buying, and the comparison of two options.

import { h, button, signButton } from "./dom.js";
import * as f from "./format.js";
import * as cards from "./cards.js";

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
  ["agree", "I have read what is bought, its price and its terms."],
  p.more && ["agree-more", `I accept that it costs ${f.money(p.more)} more than it was offered for.`],
  p.above_budget && ["agree-budget", `I accept that it is ${f.money(p.above_budget)} over my budget.`],
  p.held?.some((x) => x.otherwise) && ["agree-otherwise", "I have read what a later search says otherwise."],
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
  const ends = ask.expires_at && h("p", { class: "countdown" }, "Held for another ", h("strong", { class: "mono" }, f.left(Date.parse(ask.expires_at) - Date.now())));
  const pay = button(total ? `Buy for ${total}` : "Buy", { class: "primary", disabled: true, onclick() {
    dialog.close();
    conversation.approve(ask, "I approve the purchase");
  } });
  const dialog = h("dialog", { class: "sheet", "aria-labelledby": "buy-title" },
    h("header", {}, h("h2", { id: "buy-title" }, "Review and buy"), signButton("Close", "close", { onclick: () => dialog.close() })),
    h("div", { class: "sheet-body", tabindex: "0", role: "region", "aria-label": "What is bought" },
      h("p", { class: "muted" }, "This is all that is bought. Nothing happens before you press the last button."),
      cards.facts(p),
      p.held ? h("ul", { class: "items" }, p.held.map(cards.item)) : h("p", {}, ask.text),
      h("dl", { class: "rows" },
        intent && [h("dt", {}, "Travelling"), h("dd", {}, f.people(intent.party.travelers))],
        [h("dt", {}, "Paid with"), h("dd", {}, method ? `Saved payment method ${method}` : "Your card on file")],
        p.offered && [h("dt", {}, "Offered for"), h("dd", {}, cards.total(p.offered))],
        intent?.constraints.budget_total && [h("dt", {}, "Your budget"), h("dd", {}, f.money(intent.constraints.budget_total))],
        total && [h("dt", { class: "strong" }, "Total"), h("dd", { class: "amount" }, total)])),
    h("footer", {}, ends,
      boxes.map(([box, text]) => h("label", { class: "agree", for: box.id }, box, h("span", {}, text))),
      h("div", { class: "actions" }, button("Not now", { class: "quiet", onclick: () => dialog.close() }), pay)));
  const tick = ends && setInterval(() => {
    const rest = Date.parse(ask.expires_at) - Date.now();
    ends.querySelector("strong").textContent = f.left(rest);
    if (rest <= 0) {
      ends.textContent = "It is not held any more. Close this, and hold it again at today's price.";
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
    ["Price", (o) => f.money(o.price)],
    ["For each", (o) => (o.per_person ? f.money(o.per_person) : "")],
    ...(a.flights ?? []).map((fl, i) => [`${fl.from} to ${fl.to}`, (o) => o.flights?.[i] && flight(o.flights[i])]),
    ...(a.stays ?? []).map((_, i) => [a.stays.length > 1 ? `Hotel ${i + 1}` : "Hotel", (o) => o.stays?.[i]?.hotel]),
    ...(a.stays ?? []).map((_, i) => ["Stars", (o) => o.stays?.[i]?.stars]),
    ...(a.stays ?? []).map((_, i) => ["A night", (o) => o.stays?.[i]?.nightly && f.money(o.stays[i].nightly)]),
    ["Fare", (o) => f.list(f.fares(o))],
    ["Not as asked", (o) => f.beyond(o.beyond)],
    ["Refund", (o) => f.refunds[o.refundable]],
    ["Why", (o) => o.reason],
    ["But", (o) => o.tradeoff && f.sentence(o.tradeoff)],
  ];
  const d = f.difference(b.price, a.price);
  const dialog = h("dialog", { class: "sheet wide", "aria-labelledby": "compare-title" },
    h("header", {}, h("h2", { id: "compare-title" }, "Two options side by side"), signButton("Close", "close", { onclick: () => dialog.close() })),
    h("div", { class: "sheet-body", tabindex: "0", role: "region", "aria-label": "Comparison" },
      d && d.sign !== 0 && h("p", {}, `Option ${b.position} costs ${f.money(d)} ${d.sign > 0 ? "more" : "less"} than option ${a.position}.`),
      h("table", { class: "comparison" },
        h("thead", {}, h("tr", {}, h("td", {}), [a, b].map((o) => h("th", { scope: "col" }, `Option ${o.position}`)))),
        h("tbody", {}, rows.map(([name, of]) => {
          const [x, y] = [of(a) ?? "", of(b) ?? ""];
          if (!x && !y) return null;
          return h("tr", { class: x === y ? "same" : "" }, h("th", { scope: "row" }, name), h("td", {}, x || "–"), h("td", {}, y || "–"));
        })))),
    h("footer", {}, h("div", { class: "actions" }, [a, b].map((o) => {
      const chosen = choose(o);
      return button(`Choose option ${o.position}`, { class: "primary", disabled: !chosen, onclick() { dialog.close(); chosen(); } });
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
      h("header", {}, h("h2", { id: "sign-title" }, "Sign in")),
      h("div", { class: "sheet-body" }, h("label", { for: "token" }, "Access token"), field,
        h("p", { class: "muted" }, "Whoever runs this server gives you one. It is kept until you close this tab.")),
      h("footer", {}, h("div", { class: "actions" }, h("button", { class: "primary", type: "submit" }, "Sign in")))));
  return show(dialog);
}

// The page of operators: what needs attention, trips, tools, the last errors; and what is done about them.

import { h } from "./dom.js";
import * as api from "./api.js";
import { signIn } from "./dialogs.js";

const EVERY = 15000; // between two looks, in milliseconds
const $ = (id) => document.getElementById(id);
const chosen = new Set(); // ids of trips
let trips = [];
let next = ""; // where the list goes on
let acting = false;

// urgency is the order of the trips that need attention: where money may be lost first.
const urgency = ["in doubt", "unreadable", "stalled", "failed", undefined];

const count = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;

// age says a number of seconds in its greatest unit.
function age(seconds) {
  for (const [unit, length] of [["d", 86400], ["h", 3600], ["min", 60]]) {
    if (seconds >= 2 * length) return `${Math.floor(seconds / length)}\u00a0${unit}`;
  }
  return `${seconds}\u00a0s`;
}

function trouble(text) {
  $("trouble").textContent = text;
  $("trouble").hidden = text === "";
}

// fill makes the rows of a table, or says that there are none.
function fill(id, rows, columns) {
  $(id).replaceChildren(...(rows.length > 0 ? rows : [h("tr", {}, h("td", { class: "soft", colspan: columns }, "None."))]));
}

function filter(after) {
  const q = new URLSearchParams({ limit: "100" });
  if ($("attention").checked) q.set("attention", "true");
  for (const [id, name] of [["state", "state"], ["tenant", "tenant"], ["idle", "idle_seconds"]]) {
    if ($(id).value) q.set(name, $(id).value);
  }
  if (after) q.set("after", after);
  return q;
}

// list reads the trips that are looked for: up to a screenful, which may take several pages.
async function list(after) {
  const found = [];
  let from = after;
  do {
    const page = await api.opsTrips(filter(from));
    found.push(...page.trips);
    from = page.next ?? "";
  } while (from && found.length < 100);
  next = from;
  return found;
}

function tile(name, n, what, choose) {
  const inside = [h("strong", {}, String(n)), " ", h("span", {}, name), what && h("small", { class: "soft" }, what)];
  const props = { class: n > 0 ? "tile old" : "tile" };
  return choose ? h("button", { type: "button", onclick: choose, ...props }, inside) : h("div", props, inside);
}

function overview(o) {
  const c = o.counts, needs = c.attention ?? {};
  const total = (c.trips ?? []).reduce((sum, n) => sum + n.trips, 0);
  const oldest = Math.max(0, ...(c.in_doubt ?? []).map((d) => d.oldest_seconds));
  const open = o.tools.filter((t) => t.open);
  const look = () => { $("attention").checked = true; for (const id of ["state", "tenant", "idle"]) $(id).value = ""; show(); };
  $("about").textContent = [
    o.version && `version ${o.version}`, `started ${o.started.slice(0, 16).replace("T", " ")} UTC`,
    c.at.startsWith("0001") ? "trips are being counted" : `${count(total, "trip")} at ${c.at.slice(11, 19)} UTC`,
    o.lease && `lease ${o.lease.left_seconds.toFixed(1)} of ${o.lease.length_seconds.toFixed(0)} s`,
  ].filter(Boolean).join(" · ");
  $("tiles").replaceChildren(
    tile("in doubt", needs["in doubt"] ?? 0, oldest > 0 && `the oldest call ${age(oldest)}`, look),
    tile("failed", needs.failed ?? 0, "", look),
    tile("stalled", needs.stalled ?? 0, "", look),
    tile("unreadable", needs.unreadable ?? 0, "", look),
    tile("tools resting", open.length, open.map((t) => t.tool).join(", ")),
    tile("requests in inboxes", c.inbox.requests, c.inbox.requests > 0 && `the oldest ${age(c.inbox.oldest_seconds)}`),
    tile("events queued", c.queued, ""),
  );
  const states = new Map();
  for (const n of c.trips ?? []) {
    const at = `${n.phase}/${n.state}`, s = states.get(at) ?? { trips: 0, idle: 0 };
    states.set(at, { trips: s.trips + n.trips, idle: Math.max(s.idle, n.idle_seconds) });
  }
  const most = Math.max(1, ...[...states.values()].map((s) => s.trips));
  fill("bystate", [...states].sort((a, b) => b[1].trips - a[1].trips).map(([at, s]) => h("tr", {},
    h("td", {}, at), h("td", {}, String(s.trips)), h("td", {}, age(s.idle)),
    h("td", { class: "bar" }, h("div", { style: { width: `${(100 * s.trips) / most}%` } })))), 4);
  fill("doubt", (c.in_doubt ?? []).map((d) => h("tr", {},
    h("td", {}, d.tool), h("td", {}, String(d.calls)), h("td", {}, age(d.oldest_seconds)))), 3);
  fill("tool", o.tools.map((t) => h("tr", {},
    h("td", {}, t.tool, t.lookup && h("span", { class: "soft" }, " lookups")), h("td", {}, String(t.running)),
    h("td", {}, String(t.waiting)), h("td", {}, String(t.failures)),
    h("td", { class: t.open ? "old" : "" }, t.open ? `open until ${t.until.slice(11, 19)} UTC` : "closed"))), 5);
  choices("state", [...states.keys()]);
  choices("tenant", (c.trips ?? []).map((n) => n.tenant).filter((n) => n && n !== "(other)"));
  $("lines").replaceChildren(...(o.errors.length > 0 ? o.errors.map(line) : [h("p", { class: "soft" }, "None.")]));
}

function line(l) {
  const more = Object.entries(l.more).map(([k, v]) => `${k}: ${v}`).join("\n");
  return h("details", { class: "event" },
    h("summary", {}, h("span", { class: "soft" }, l.at.slice(0, 19).replace("T", " ")), " ",
      h("strong", { class: l.level === "ERROR" ? "old" : "" }, l.level), " ", l.text, " ", l.trip_id && h("span", { class: "badge" }, l.trip_id)),
    h("div", { class: "inside" }, l.trip_id && h("div", {}, link(l.trip_id)), more && h("pre", {}, more)));
}

// choices adds values to a filter that does not have them yet.
function choices(id, values) {
  const has = new Set([...$(id).options].map((o) => o.value));
  for (const v of [...new Set(values)].sort()) if (!has.has(v)) $(id).append(new Option(v, v));
}

const link = (id) => h("a", { href: `timeline.html?operator=1&trip=${encodeURIComponent(id)}` }, id);

function row(t) {
  const box = h("input", { type: "checkbox", "aria-label": `Choose ${t.trip_id}`, checked: chosen.has(t.trip_id),
    onchange: () => { if (box.checked) chosen.add(t.trip_id); else chosen.delete(t.trip_id); tell(); } });
  const open = [...t.in_doubt.map((c) => h("div", {},
    h("button", { type: "button", class: "small", onclick: () => settle(t, c) }, "Settle"), ` ${c.tool}, in doubt for ${age(c.seconds)}`)),
  ...t.outstanding.map((c) => h("div", {}, `${c.tool}, out for ${age(c.seconds)}`)),
  t.waiting > 0 && h("div", {}, `${count(t.waiting, "event")} waiting`)];
  return h("tr", {}, h("td", {}, box), h("td", {}, link(t.trip_id)), h("td", { class: t.attention ? "old" : "" }, t.attention ?? ""),
    h("td", {}, open), h("td", {}, `${t.phase}/${t.state}`), h("td", {}, age(t.idle_seconds)), h("td", {}, t.unreadable ?? t.last_error ?? ""));
}

// tell says what can be done to what is chosen.
function tell() {
  for (const [id, verb] of [["retry", "Retry"], ["cancel", "Cancel"]]) {
    $(id).disabled = acting || chosen.size === 0;
    $(id).textContent = `${verb} ${chosen.size === 0 ? "none" : chosen.size}`;
  }
  $("all").checked = trips.length > 0 && trips.every((t) => chosen.has(t.trip_id));
  $("count").textContent = count(trips.length, "trip") + (next ? " and more" : "");
}

function draw() {
  const there = new Set(trips.map((t) => t.trip_id));
  for (const id of [...chosen]) if (!there.has(id)) chosen.delete(id);
  trips.sort((a, b) => urgency.indexOf(a.attention) - urgency.indexOf(b.attention));
  $("trips").replaceChildren(...trips.map(row));
  $("none").hidden = trips.length > 0;
  $("more").hidden = next === "";
  tell();
}

// attempt does something with the server, and says what went wrong.
async function attempt(f) {
  try {
    await f();
    trouble("");
  } catch (error) {
    if (error.status === 401) signIn((token) => { api.setToken(token); show(); });
    else if (error.status === 403) trouble("This takes a token of an operator: legwork token create --operator.");
    else trouble(`The server could not be asked: ${error.message}.`);
  }
}

// show reads everything anew.
const show = () => attempt(async () => {
  const [o, found] = await Promise.all([api.opsOverview(), list("")]);
  trips = found;
  overview(o);
  draw();
});

// act does something to all trips that are chosen, one after another, and says what became of each.
async function act(name, done) {
  acting = true;
  tell();
  $("done").replaceChildren();
  for (const id of [...chosen]) {
    let text;
    try {
      const t = await api.opsAct(id, name);
      text = `${id}: ${done}, ${t.phase}/${t.state}${t.attention ? `, ${t.attention}` : ""}`;
      chosen.delete(id);
    } catch (error) {
      text = `${id}: ${error.message}`;
    }
    $("done").append(h("li", {}, text));
  }
  acting = false;
  await show();
}

// settle asks what became of a call.
function settle(t, call) {
  const result = h("textarea", { id: "result", rows: 6, placeholder: '{"confirmation":{"record_locator":"ABC123","status":"confirmed","tickets":[]}}' });
  const wrong = h("p", { class: "old", role: "alert" });
  const send = (body) => attempt(async () => {
    try {
      const now = await api.opsAct(t.trip_id, "settle", { call_id: call.call_id, ...body });
      dialog.close();
      $("done").replaceChildren(h("li", {}, `${t.trip_id}: settled, ${now.phase}/${now.state}`));
      await show();
    } catch (error) {
      if (error.status === 401 || error.status === 403) throw error;
      wrong.textContent = error.message;
    }
  });
  const made = () => {
    try {
      send({ result: JSON.parse(result.value) });
    } catch {
      wrong.textContent = "What the supplier answered is to be JSON.";
    }
  };
  const dialog = h("dialog", { class: "card", "aria-labelledby": "settle-title", onclose: () => dialog.remove() },
    h("h2", { id: "settle-title" }, `${call.tool} of ${t.trip_id}`),
    h("p", {}, "Ask the supplier what became of this key: ", h("code", {}, call.idempotency_key ?? "none")),
    h("label", { for: "result" }, "What the supplier answered, as JSON"), result, wrong,
    h("div", { class: "filters" }, h("button", { type: "button", onclick: made }, "It was made"),
      h("button", { type: "button", onclick: () => send({ failed: true }) }, "It was certainly not made"),
      h("button", { type: "button", onclick: () => dialog.close() }, "Leave it")));
  document.body.append(dialog);
  dialog.showModal();
}

for (const id of ["attention", "state", "tenant", "idle"]) $(id).addEventListener("change", show);
$("all").addEventListener("change", () => {
  for (const t of trips) if ($("all").checked) chosen.add(t.trip_id); else chosen.delete(t.trip_id);
  draw();
});
$("more").addEventListener("click", () => attempt(async () => { trips = [...trips, ...await list(next)]; draw(); }));
$("retry").addEventListener("click", () => act("retry", "tried again"));
$("cancel").addEventListener("click", () => act("cancel", "cancelled"));
document.title = "Operations · Legwork";
setInterval(() => { // not under somebody's hands
  if (!document.hidden && !acting && chosen.size === 0 && !document.querySelector("dialog")) show();
}, EVERY);
await show();

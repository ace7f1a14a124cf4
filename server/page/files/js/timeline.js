// The timeline of a trip, on the page of `legwork inspect --html` (report/timeline.js): this reads its events.

/* global Timeline */
import { h } from "./dom.js";
import * as api from "./api.js";
import { signIn } from "./dialogs.js";

const MOST_AT_ONCE = 1000; // events between two looks at the whole: filters, calls, what changed

const asked = new URLSearchParams(location.search);
const id = asked.get("trip") ?? "";
const asOperator = asked.has("operator"); // of the trips of all tenants
const back = asOperator ? h("a", { href: "operations.html" }, "Operations")
  : h("a", { href: `./#/trip/${encodeURIComponent(id)}/inside` }, "Back to the trip");
document.querySelector("header").prepend(h("p", { class: "soft" }, back));

function trouble(text) {
  const place = document.getElementById("trouble");
  place.textContent = text;
  place.hidden = text === "";
}

async function read() {
  trouble("");
  let unseen = 0;
  try {
    await api.timeline(id, (events) => {
      shown.add(events);
      unseen += events.length;
      if (unseen >= MOST_AT_ONCE) {
        shown.refresh();
        unseen = 0;
      }
    }, asOperator);
  } catch (error) {
    if (error.status === 401) return signIn((token) => { api.setToken(token); read(); });
    if (error.status === 404) trouble("This trip does not exist, or not any more.");
    else trouble(`${shown.events.length > 0 ? "This is not all of it" : "It cannot be shown"}: ${error.message}. Load the page again.`);
  }
  shown.refresh();
  shown.go();
}

document.title = `Timeline of ${id} · Legwork`;
const rules = await fetch("data/rules.json").then((r) => r.json());
const shown = new Timeline(id, rules);
await read();

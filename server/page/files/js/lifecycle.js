// The lifecycle as a drawing, with the way that a trip has taken through it.

import { h, s } from "./dom.js";

let loaded;
const data = () => (loaded ??= fetch("data/lifecycle.json").then((r) => r.json()));

// Where each status stands: column and row.
const places = {
  collecting_requirements: [0, 0], awaiting_confirmation: [0, 1], ready_to_quote: [0, 2], working: [0, 4], answered: [0, 5],
  quoting_flights: [1, 0], quoting_hotels: [1, 1], ranking_bundles: [1, 2], presenting_options: [1, 3], no_results: [1, 4],
  risk_checking: [2, 0], risk_checked: [2, 1], blocked: [2, 2], retryable: [2, 4], outcome_unknown: [2, 5],
  placing_holds: [3, 0], holds_placed: [3, 1], purchasing: [3, 2], booked: [3, 3],
};
const [W, H, GAP_X, GAP_Y] = [164, 32, 40, 30];

const words = (state) => state.replaceAll("_", " ");

// curve joins two boxes.
function curve(a, b) {
  const [ax, ay] = [a[0] * (W + GAP_X) + 8, a[1] * (H + GAP_Y) + 24];
  const [bx, by] = [b[0] * (W + GAP_X) + 8, b[1] * (H + GAP_Y) + 24];
  if (a[0] === b[0] && b[1] - a[1] === 1) return `M${ax + W / 2} ${ay + H}L${bx + W / 2} ${by - 5}`;
  if (a[0] === b[0]) return `M${ax + W} ${ay + H / 2}C${ax + W + 30} ${ay + H / 2} ${bx + W + 30} ${by + H / 2} ${bx + W + 5} ${by + H / 2}`;
  const right = b[0] > a[0];
  const [x1, x2] = right ? [ax + W, bx - 5] : [ax, bx + W + 5];
  const bend = right ? 26 : -26;
  return `M${x1} ${ay + H / 2}C${x1 + bend} ${ay + H / 2} ${x2 - bend} ${by + H / 2} ${x2} ${by + H / 2}`;
}

// draw returns the drawing for the statuses that a trip had, in order.
export async function draw(states) {
  const { nodes, edges } = await data();
  const at = new Map(nodes.map((n, i) => [n.state, places[n.state] ?? [i % 4, 6 + Math.floor(i / 4)]]));
  const visited = new Set(states);
  const now = states.at(-1);
  const steps = states.slice(1).map((to, i) => [states[i], to]).filter(([a, b]) => a !== b);
  const walked = new Set(steps.map(([a, b]) => `${a} ${b}`));
  const faint = new Map();
  for (const e of edges) for (const from of e.from) if (from !== "any" && from !== e.to) faint.set(`${from} ${e.to}`, e);
  const line = (pair, look) => {
    const [from, to] = pair.split(" ");
    const why = faint.get(pair);
    return s("path", { class: look, d: curve(at.get(from), at.get(to)), "marker-end": `url(#${look})` }, why && s("title", {}, `${why.trigger}: ${why.why}`));
  };
  const rows = Math.max(...[...at.values()].map((p) => p[1])) + 1;
  const arrow = (id) => s("marker", { id, viewBox: "0 0 8 8", refX: 6, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto", markerUnits: "userSpaceOnUse" }, s("path", { d: "M0 0 8 4 0 8z", class: `${id}-head` }));
  const here = at.get(now)[0] / 4;
  return h("div", { class: "lifecycle" },
    h("div", { class: "graph", "data-here": here, tabindex: "0", role: "region", "aria-label": "Drawing of the lifecycle" }, s("svg", { viewBox: `0 0 ${4 * (W + GAP_X) - GAP_X + 16} ${rows * (H + GAP_Y) + 4}`, role: "img", "aria-label": `The lifecycle. The trip is in ${words(now)}.` },
      s("defs", {}, arrow("edge"), arrow("walked")),
      [...faint.keys()].filter((pair) => !walked.has(pair)).map((pair) => line(pair, "edge")),
      [...walked].map((pair) => line(pair, "walked")),
      nodes.map((n) => {
        const [x, y] = at.get(n.state);
        return s("g", { class: `node ${n.state === now ? "now" : visited.has(n.state) ? "visited" : ""}`, transform: `translate(${x * (W + GAP_X) + 8} ${y * (H + GAP_Y) + 24})` },
          s("rect", { width: W, height: H, rx: 8 }), s("text", { x: W / 2, y: H / 2 + 4.5, "text-anchor": "middle" }, words(n.state)));
      }))),
    h("h3", {}, "The way so far"),
    h("ol", { class: "way" }, states.filter((st, i) => st !== states[i - 1]).map((st) => h("li", {}, st))));
}

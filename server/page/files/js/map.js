// A map of the trip: dots where people live, an arc for each leg along the great circle.

import { s } from "./dom.js";

let loaded;

// places returns the positions of codes and the land, once.
export function places() {
  loaded ??= fetch("data/places.json").then((r) => r.json()).then((doc) => {
    const bits = Uint8Array.from(atob(doc.land.bits), (ch) => ch.charCodeAt(0));
    const { north, columns, cells_per_degree: per } = doc.land;
    const land = [];
    for (let i = 0; i < bits.length * 8; i++) {
      if ((bits[i >> 3] >> (i & 7)) & 1) land.push([north - (Math.floor(i / columns) + 0.5) / per, ((i % columns) + 0.5) / per - 180]);
    }
    return { land, cell: 1 / per, at: (code) => doc.positions[code]?.map((n) => n / 100) };
  });
  return loaded;
}

const WIDTH = 400;
const HEIGHT = 210;
const rad = Math.PI / 180;

// arc gives points of the great circle between two places, with longitudes that never jump.
function arc([lat1, lon1], [lat2, lon2]) {
  const vector = (lat, lon) => [Math.cos(lat * rad) * Math.cos(lon * rad), Math.cos(lat * rad) * Math.sin(lon * rad), Math.sin(lat * rad)];
  const [a, b] = [vector(lat1, lon1), vector(lat2, lon2)];
  const angle = Math.acos(Math.min(1, Math.max(-1, a[0] * b[0] + a[1] * b[1] + a[2] * b[2])));
  const out = [];
  for (let i = 0, before = lon1; i <= 48; i++) {
    const t = i / 48;
    const [p, q] = angle < 1e-6 ? [1 - t, t] : [Math.sin((1 - t) * angle) / Math.sin(angle), Math.sin(t * angle) / Math.sin(angle)];
    const [x, y, z] = [0, 1, 2].map((k) => p * a[k] + q * b[k]);
    let lon = Math.atan2(y, x) / rad;
    while (lon - before > 180) lon -= 360;
    while (lon - before < -180) lon += 360;
    before = lon;
    out.push([Math.atan2(z, Math.hypot(x, y)) / rad, lon]);
  }
  return out;
}

// view fits points into the frame, with room for their names.
function view(points) {
  const lats = points.map((p) => p[0]);
  const lons = points.map((p) => p[1]);
  const middle = [(Math.max(...lats) + Math.min(...lats)) / 2, (Math.max(...lons) + Math.min(...lons)) / 2];
  const squeeze = Math.max(0.3, Math.cos(middle[0] * rad));
  const wide = Math.max((Math.max(...lons) - Math.min(...lons)) * squeeze, 10);
  const high = Math.max(Math.max(...lats) - Math.min(...lats), 6);
  const scale = Math.min((WIDTH - 110) / wide, (HEIGHT - 84) / high);
  return { scale, to: ([lat, lon]) => [WIDTH / 2 + (lon - middle[1]) * squeeze * scale, HEIGHT / 2 - (lat - middle[0]) * scale] };
}

// land gives the dots that are in the frame, thinned out to a grid that is as wide as it is high.
function land(world, to, dot) {
  const grid = new Map();
  for (const [lat, lon] of world.land) {
    for (const turn of [-360, 0, 360]) {
      const [x, y] = to([lat, lon + turn]);
      if (x < 0 || x > WIDTH || y < 0 || y > HEIGHT) continue;
      const [column, row] = [Math.floor(x / dot), Math.floor(y / dot)];
      grid.set(row * 1000 + column, [(column + 0.5) * dot, (row + 0.5) * dot]);
    }
  }
  return [...grid.values()];
}

const round = (n) => Math.round(n * 10) / 10;

// draw returns the map of legs [{from, to}] and stays, places being {code, name}; null when it knows none of them.
export function draw(world, legs, stays) {
  const stops = new Map();
  for (const place of [...legs.flatMap((l) => [l.from, l.to]), ...stays]) {
    const at = place.code && world.at(place.code);
    if (at && !stops.has(place.code)) stops.set(place.code, { at, name: place.name || place.code });
  }
  if (stops.size === 0) return null;
  const lines = legs.filter((l) => stops.has(l.from.code) && stops.has(l.to.code)).map((l) => arc(stops.get(l.from.code).at, stops.get(l.to.code).at));
  const first = [...stops.values()][0].at[1];
  const near = ([lat, lon]) => [lat, lon - first > 180 ? lon - 360 : lon - first < -180 ? lon + 360 : lon];
  for (const stop of stops.values()) stop.at = near(stop.at);
  const { to, scale } = view([...[...stops.values()].map((p) => p.at), ...lines.flat().map(near)]);
  const dot = Math.max(5.2, scale * world.cell);
  const dots = land(world, to, dot);
  const path = (points) => points.map((p, i) => `${i ? "L" : "M"}${round(to(near(p))[0])} ${round(to(near(p))[1])}`).join("");
  return s("svg", { class: "map", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `Map: ${[...stops.values()].map((p) => p.name).join(", ")}` },
    s("path", { class: "land", d: dots.map(([x, y]) => `M${round(x)} ${round(y)}h0`).join(""), "stroke-width": round(dot * 0.5) }),
    lines.map((points) => s("path", { class: "route", d: path(points) })),
    names([...stops.values()].map((p) => ({ ...p, xy: to(p.at) }))));
}

// names draws the stops; a name goes below its dot where another dot is close above.
function names(stops) {
  return stops.map((p) => {
    const [x, y] = p.xy;
    const crowded = stops.some((o) => o !== p && Math.abs(o.xy[0] - x) < 70 && y - o.xy[1] > 0 && y - o.xy[1] < 40);
    const below = crowded || y < 34;
    const anchor = x < 60 ? "start" : x > WIDTH - 60 ? "end" : "middle";
    return s("g", {},
      s("circle", { class: "stop", cx: round(x), cy: round(y), r: 4.5 }),
      s("text", { class: "stop-name", x: round(anchor === "middle" ? x : x + (anchor === "start" ? -6 : 6)), y: round(below ? y + 20 : y - 11), "text-anchor": anchor }, p.name));
  });
}

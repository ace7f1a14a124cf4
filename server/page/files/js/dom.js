// Elements are made here and nowhere else: text is always text, never markup.

import { language } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

function make(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [k, v] of Object.entries(value)) element.style.setProperty(k, v);
    else if (name === "value" || name === "checked" || name === "disabled" || name === "open") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false && c !== ""));
  return element;
}

// h makes an HTML element: h("p", {class: "note", onclick: f}, "text", child, …). Empty children are left out.
export function h(tag, props, ...children) {
  return make(document.createElement(tag), props, children);
}

// s makes an SVG element.
export function s(tag, props, ...children) {
  return make(document.createElementNS(SVG, tag), props, children);
}

const strokes = {
  plane: "M3 20h18M3 12.5l3.5 3 13-5.2c.9-.4 1.3-1.3 1-2.1s-1.3-1.2-2.2-.9l-4.3 1.7L8 5 6 5.8l3.6 5.1-3.2 1.3-1.8-1.1z",
  bed: "M3 18v-12M3 15h18v3M21 15v-3a3 3 0 0 0-3-3h-7v6M7 12.2a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2",
  people: "M9 11a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4M3 19c.4-3.2 2.8-5 6-5s5.6 1.8 6 5M16 11a2.6 2.6 0 1 0-.8-5M17 14.2c2.2.4 3.700 2 4 4.3",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 7v5l3.2 2",
  check: "M5 12.5l4.5 4.5L19 7.5",
  alert: "M12 4 2.8 19.5h18.4zM12 10v4.5M12 17v.3",
  send: "M12 19V5M6 11l6-6 6 6",
  stop: "M6.5 6.5h11v11h-11z",
  plus: "M12 5v14M5 12h14",
  close: "M6 6l12 12M18 6 6 18",
  back: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  chat: "M4 5h16v11H9l-5 4z",
  map: "M9 4 3 6.5v13.5L9 17.5l6 2.5 6-2.5V4l-6 2.5zM9 4v13.5M15 6.5V20",
  gauge: "M4 18a9 9 0 1 1 16 0M12 14l4-5",
  fork: "M6 3v18M6 16c0-6 11-4 11-11M13.5 7.5 17 4l3.5 3.5",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  list: "M4 6h16M4 12h16M4 18h10",
};

// icon draws one of a few signs; it says nothing to a screen reader.
export function icon(name) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, s("path", { d: strokes[name] }));
}

// button makes one that a screen reader can name.
export function button(label, props, sign) {
  return h("button", { type: "button", ...props }, sign && icon(sign), h("span", {}, label));
}

// draw fills an element when what it shows has changed, which the key says. The focus stays on the button of the same
// name, and a list where it was scrolled to.
export function draw(root, key, children) {
  const text = JSON.stringify([language, key]);
  if (root.drawn === text) return;
  root.drawn = text;
  const named = (e) => e.id || e.getAttribute("aria-label") || e.textContent;
  const focused = root.contains(document.activeElement) ? named(document.activeElement) : null;
  const scrolled = root.firstElementChild?.scrollTop ?? 0;
  root.replaceChildren(...children());
  if (root.firstElementChild) root.firstElementChild.scrollTop = scrolled;
  if (focused) [...root.querySelectorAll("button, [tabindex]")].find((e) => named(e) === focused)?.focus({ preventScroll: true });
}

// signButton makes a button that shows a sign alone.
export function signButton(label, sign, props) {
  return h("button", { type: "button", "aria-label": label, title: label, ...props, class: `sign ${props?.class ?? ""}` }, icon(sign));
}

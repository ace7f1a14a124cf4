// What the pages of this folder share. Text is always text, never markup.
"use strict";
const $ = id => document.getElementById(id);
const el = (name, cls, text) => {
  const e = document.createElement(name);
  if (cls) e.className = cls;
  if (text !== undefined) e.textContent = text;
  return e;
};
const count = (n, noun) => n + " " + noun + (n === 1 ? "" : "s");

// choices adds the values to a filter that does not have them yet.
const choices = (id, values) => {
  const has = new Set([...$(id).options].map(o => o.value));
  [...new Set(values)].filter(v => !has.has(v)).sort().forEach(v => $(id).append(new Option(v, v)));
};

// wanted returns the words that are searched for: each must be found.
const wanted = () => $("search").value.toLowerCase().split(/\s+/).filter(Boolean);

// The page of differences: groups, an example of each, filters.
const start = data => {
  $("title").textContent = data.title;
  choices("kind", data.groups.map(g => g.kind));
  choices("rule", data.groups.map(g => g.rule));
  const lines = v => typeof v === "string" ? [v] : Array.isArray(v) ? (v.length ? v : ["nothing"])
    : Object.keys(v).sort().map(k => k + ": " + (v[k] || "absent"));
  const cards = data.groups.map(g => {
    const card = el("section", "card" + (g.accepted ? " accepted" : ""));
    const head = el("div");
    head.append(el("span", "badge", g.kind), " ", el("strong", "", g.rule), " ",
      el("span", "soft", count(g.events, "event") + " in " + count(g.files, "recording") + (g.accepted ? ", accepted" : "")));
    card.append(head);
    if (g.text) card.append(el("div", "soft", g.text));
    g.what.forEach(w => card.append(el("div", "", w)));
    const e = g.example;
    card.append(el("div", "soft", e.file + ", seq " + e.seq));
    const pre = el("pre");
    (e.around || []).forEach(l => pre.append(el("span", l[0] === ">" ? "here" : "", l), "\n"));
    lines(e.old).forEach(l => pre.append(el("span", "old", "old  " + l), "\n"));
    lines(e.new).forEach(l => pre.append(el("span", "new", "new  " + l), "\n"));
    card.append(pre);
    const line = el("div", "soft", "accept: ");
    line.append(el("code", "", g.kind + " " + g.rule));
    card.append(line);
    $("groups").append(card);
    return {g, card, text: card.textContent.toLowerCase()};
  });
  const show = () => {
    const words = wanted();
    let n = 0;
    for (const c of cards) {
      const on = (!$("kind").value || c.g.kind === $("kind").value) && (!$("rule").value || c.g.rule === $("rule").value)
        && ($("accepted").checked || !c.g.accepted) && words.every(w => c.text.includes(w));
      c.card.hidden = !on;
      n += on;
    }
    $("count").textContent = n + " of " + count(cards.length, "group");
  };
  ["search", "kind", "rule", "accepted"].forEach(id => $(id).addEventListener("input", show));
  show();
};

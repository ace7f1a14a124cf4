// The difference of two documents.

const isObject = (v) => typeof v === "object" && v !== null;

// diff lists what differs from a to b: {path, kind: "added" | "removed" | "changed", before, after}, down to the
// smallest part that both have.
export function diff(a, b, path = "") {
  if (Object.is(a, b)) return [];
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return [{ path, kind: "changed", before: a, after: b }];
  const out = [];
  const keys = Array.isArray(a) ? Array.from({ length: Math.max(a.length, b.length) }, (_, i) => i) : [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
  for (const key of keys) {
    const at = Array.isArray(a) ? `${path}[${key}]` : path ? `${path}.${key}` : key;
    if (!(key in a)) out.push({ path: at, kind: "added", after: b[key] });
    else if (!(key in b)) out.push({ path: at, kind: "removed", before: a[key] });
    else out.push(...diff(a[key], b[key], at));
  }
  return out;
}

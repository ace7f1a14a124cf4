// The gate of the tests: while it is shut, the extraction of a message waits.
async function gate(url, what) {
  const answer = await fetch(url + "/test/" + what, { method: "POST" });
  if (!answer.ok) throw new Error(`${what}: ${answer.status}`);
}

export const hold = (url) => gate(url, "hold");
export const release = (url) => gate(url, "release");

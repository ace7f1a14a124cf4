// What the tests do to the server: while the gate is shut, the extraction of a message waits.
async function tell(url, what) {
  const answer = await fetch(url + "/test/" + what, { method: "POST" });
  if (!answer.ok) throw new Error(`${what}: ${answer.status}`);
}

export const hold = (url) => tell(url, "hold");
export const release = (url) => tell(url, "release");

// cut ends the streams that are being told, as a network does.
export const cut = (url) => tell(url, "cut");

// What the tests do to the server: while the gate is shut, the calls of a tool wait.
async function tell(url, what) {
  const answer = await fetch(url + "/test/" + what, { method: "POST" });
  if (!answer.ok) throw new Error(`${what}: ${answer.status}`);
}

export const hold = (url, tool) => tell(url, "hold/" + tool);
export const release = (url) => tell(url, "release");

// cut ends the streams that are being told, as a network does.
export const cut = (url) => tell(url, "cut");

// kill ends the program with SIGKILL and starts it again.
export const kill = (control) => tell(control, "kill");

// One trip as this page knows it: the updates that came, the intent, and what was sent and is not in the log yet.

import * as api from "./api.js";
import { isOver } from "./holding.js";
import * as words from "./words.js";

const FIRST_WAIT = 400; // milliseconds before the first new attempt; each further one waits twice as long
const LONGEST_WAIT = 5000;
const HIDDEN = 20000; // a page that nobody sees for so long gives its connection back

export function newID() {
  const b = crypto.getRandomValues(new Uint8Array(16));
  b[6] = (b[6] & 15) | 64;
  b[8] = (b[8] & 63) | 128;
  const hex = Array.from(b, (n) => n.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

// Conversation tells what changes by events: "update" for each message of the log, in order; "outbox", "progress",
// "intent", "connection", "refused", "gone".
export class Conversation extends EventTarget {
  constructor(id, isNew) {
    super();
    this.id = id;
    this.isNew = isNew || sessionStorage.getItem(this.#newKey) !== null; // the server has no such trip yet
    this.updates = [];
    this.intent = null;
    this.original = null; // of a fork: {trip_id, seq}, the trip that it was made of and the last event that both have
    this.history = Infinity; // the events up to this one are older than this page
    this.connection = "connecting";
    this.progress = new Map();
    this.outbox = this.#stored();
    this.#ended = new AbortController();
    this.onVisible = () => this.#visibility();
    this.onHide = () => this.#park(); // a page that the browser keeps for its back button has no connection
    this.onShow = () => this.#unpark();
  }

  get #newKey() {
    return `legwork.new.${this.id}`;
  }

  #ended;
  #following = false;
  #stream;
  #parked = false;
  #wake = () => {};
  #hiding;
  #sending = false;
  #reading = false;
  #stale = false;

  get seq() {
    return this.updates.at(-1)?.seq ?? 0;
  }

  get last() {
    return this.updates.at(-1);
  }

  // busy says that a turn runs, or that something is on its way.
  get busy() {
    return (this.last !== undefined && !this.last.turn_ended) || this.outbox.some((m) => m.state !== "refused");
  }

  // ask is what the engine waits for now; while a turn runs there is nothing to answer.
  get ask() {
    return this.busy ? null : (this.last?.decision.ask ?? null);
  }

  // barred says that nothing is held, bought or given back here: the trip is a fork, and its policy does not allow it.
  get barred() {
    return Boolean(this.intent?.turn.forked) && !this.intent.policy.rules.fork_writes;
  }

  // approval is the ask for what is held to be bought; tools that a model proposed are approved like other questions.
  get approval() {
    return this.ask?.kind === "approve" && !this.ask.about.includes("turn.waiting") ? this.ask : null;
  }

  // lapsed says that the time of what is held is over: it cannot be bought any more, and can be held again.
  get lapsed() {
    return Boolean(this.approval && isOver(this.approval));
  }

  // purchase is the approval where it can be given.
  get purchase() {
    return this.barred || this.lapsed ? null : this.approval;
  }

  get state() {
    return this.last?.decision.status.state ?? "collecting_requirements";
  }

  start() {
    this.resume();
    document.addEventListener("visibilitychange", this.onVisible);
    window.addEventListener("pagehide", this.onHide);
    window.addEventListener("pageshow", this.onShow);
  }

  // resume sends and reads on, such as after somebody has signed in.
  resume() {
    this.#flush();
    if (!this.isNew) this.#follow();
  }

  stop() {
    document.removeEventListener("visibilitychange", this.onVisible);
    window.removeEventListener("pagehide", this.onHide);
    window.removeEventListener("pageshow", this.onShow);
    clearTimeout(this.#hiding);
    this.#ended.abort();
    this.#stream?.abort();
    this.#wake();
  }

  // send gives an event to the server. It is kept until the log has it, and counts once however often it is sent.
  send(type, data, shown) {
    if (this.isNew) sessionStorage.setItem(this.#newKey, "");
    this.outbox.push({ id: newID(), type, data, shown, at: new Date().toISOString(), state: "sending" });
    this.#store();
    this.#emit("outbox");
    this.#flush();
  }

  // approve gives the approval that an ask is for. What it then does stands in the ask: to hold, or to buy.
  approve(ask, shown) {
    const method = this.intent?.party.payment_method_id;
    this.send("USER_APPROVED_PURCHASE", { ask_id: ask.id, approval_token: `page:${ask.id}`, payment_method_id: method || "pm_card" }, shown);
  }

  // holdAgain asks for the hold anew: what is picked is searched again, and held at the price of today.
  holdAgain() {
    this.send("USER_REQUEST_HOLD", {}, words.say("screen.hold_again_said"));
  }

  dismiss(id) {
    this.outbox = this.outbox.filter((m) => m.id !== id);
    this.#store();
    this.#emit("outbox");
  }

  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  #stored() {
    try {
      return JSON.parse(sessionStorage.getItem(`legwork.outbox.${this.id}`) ?? "[]");
    } catch {
      return [];
    }
  }

  #store() {
    const key = `legwork.outbox.${this.id}`;
    if (this.outbox.length > 0) sessionStorage.setItem(key, JSON.stringify(this.outbox));
    else sessionStorage.removeItem(key);
  }

  // flush sends what waits, one after another.
  async #flush() {
    if (this.#sending) return;
    this.#sending = true;
    for (let wait = FIRST_WAIT; !this.#ended.signal.aborted; ) {
      const next = this.outbox.find((m) => m.state === "sending");
      if (!next) break;
      try {
        await this.#create();
        await api.postEvent(this.id, next);
        next.state = "accepted";
        if (this.connection === "busy") this.#connect("live");
        this.#store();
        wait = FIRST_WAIT;
      } catch (error) {
        if (error.status === 401) {
          this.#emit("refused", error);
          break; // it is sent once somebody has signed in
        }
        if (!(error instanceof api.Unreachable)) {
          this.#refused(next, error);
          continue;
        }
        this.#connect(error.busy ? "busy" : "lost");
        await this.#pause(wait);
        wait = Math.min(2 * wait, LONGEST_WAIT);
      }
    }
    this.#sending = false;
  }

  #refused(message, error) {
    message.state = "refused";
    message.why = words.refused(error);
    this.#store();
    this.#emit("outbox");
    this.#emit("refused", error);
  }

  async #create() {
    if (!this.isNew) return;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    try {
      await api.createTrip(this.id, { request: { locale: navigator.language || "en-US", timezone: timeZone || "UTC" } });
    } catch (error) {
      if (error.status !== 409) throw error; // an attempt whose answer was lost has made it
    }
    this.isNew = false;
    this.history = 0; // all of its events come while somebody looks
    sessionStorage.removeItem(this.#newKey);
    this.#follow();
  }

  // follow reads the stream, and reads on after the last update whenever it ends.
  async #follow() {
    if (this.#following) return;
    this.#following = true;
    await this.#read();
    this.#following = false;
  }

  async #read() {
    for (let wait = FIRST_WAIT; !this.#ended.signal.aborted; ) {
      this.#stream = new AbortController();
      try {
        await api.updates(this.id, this.seq, this.#stream.signal, (m) => {
          wait = FIRST_WAIT;
          this.#take(m);
        });
      } catch (error) {
        if (error instanceof api.Refused) {
          this.#emit([404, 410].includes(error.status) ? "gone" : "refused", error);
          return;
        }
      }
      if (this.#ended.signal.aborted) return;
      if (!this.#parked) {
        this.#connect("lost");
        await this.#pause(wait);
      }
      while (this.#parked && !this.#ended.signal.aborted) await this.#sleep();
      wait = Math.min(2 * wait, LONGEST_WAIT);
    }
  }

  #take({ name, data }) {
    if (name === "open") {
      this.#connect("live");
      this.#readIntent();
    } else if (name === "progress") {
      const before = this.progress.get(data.call_id) ?? "";
      if ((data.offset ?? 0) > new TextEncoder().encode(before).length) return; // words before these were missed
      this.progress.set(data.call_id, before + data.delta);
      this.#emit("progress", data);
    } else if (name === "message" && data.seq > this.seq) {
      this.updates.push(data);
      const before = this.outbox.length;
      this.outbox = this.outbox.filter((m) => m.id !== data.event.id);
      if (this.outbox.length < before) this.#store();
      this.#emit("update", data);
      if (this.outbox.length < before) this.#emit("outbox");
      this.#readIntent();
    }
  }

  // readIntent reads the intent as it is now; whatever changes meanwhile is read once more after it.
  async #readIntent() {
    this.#stale = true;
    if (this.#reading) return;
    this.#reading = true;
    while (this.#stale && !this.#ended.signal.aborted) {
      this.#stale = false;
      try {
        this.intent = await api.intentAt(this.id);
        this.history = Math.min(this.history, this.intent.turn.seq ?? 0); // a trip without an event has none
        if (this.intent.turn.forked) this.original ??= await api.original(this.id);
        this.#emit("intent");
      } catch {
        break; // the stream says what is wrong, and reads again once it is there
      }
    }
    this.#reading = false;
  }

  #connect(state) {
    if (this.connection === state) return;
    this.connection = state;
    this.#emit("connection");
  }

  #pause(millis) {
    return new Promise((done) => {
      const timer = setTimeout(done, millis);
      this.#wake = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  #sleep() {
    return new Promise((done) => {
      this.#wake = done;
    });
  }

  #visibility() {
    clearTimeout(this.#hiding);
    if (document.hidden) this.#hiding = setTimeout(() => this.#park(), HIDDEN);
    else this.#unpark();
  }

  #park() {
    this.#parked = true;
    this.#stream?.abort();
  }

  #unpark() {
    if (!this.#parked) return;
    this.#parked = false;
    this.#wake();
  }
}

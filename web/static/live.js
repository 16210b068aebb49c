// Keeps a page up to date: one event stream, closed while hidden, watched, and polling instead of
// it where all streams are taken. Every frame is a whole picture; older ones are dropped.

import { guessClock } from "./clock.js";

const SILENCE_MS = 25_000;
const POLL_MS = 2_000;
const STREAM_AGAIN_MS = 10_000;
const PLAIN = { open: "live", poll: "live, every 2 s", off: "connecting", lost: "no connection" };

/** Follow an audience's view; calls `show(view)` for each newer one and `gone()` without rights. */
export class Live {
  constructor(audience, show, gone = () => {}) {
    this.audience = audience;
    this.show = show;
    this.gone = gone;
    this.tag = null;
    this.failures = 0;
    this.source = null;
    this.timers = {};
    document.addEventListener("visibilitychange", () => (document.hidden ? this.close() : this.open()));
    addEventListener("pagehide", () => this.close());
    addEventListener("pageshow", (event) => event.persisted && this.open());
    this.open();
  }

  open() {
    this.close();
    if (document.hidden) return;
    const last = this.tag ? `&last=${encodeURIComponent(this.tag)}` : "";
    const source = new EventSource(`/events?view=${this.audience}${last}`);
    this.source = source;
    this.watch();
    source.addEventListener("open", () => this.opened());
    source.addEventListener("state", (event) => this.take(event.lastEventId, event.data));
    source.addEventListener("hb", () => this.watch());
    source.addEventListener("gone", () => this.leave());
    source.addEventListener("error", () => this.failed(source));
  }

  opened() {
    this.failures = 0;
    this.say("open");
    this.watch();
  }

  failed(source) {
    if (source !== this.source) return;
    this.failures += 1;
    this.say("off");
    if (source.readyState === EventSource.CLOSED || this.failures >= 2) this.poll();
  }

  /** Ask for the state every two seconds, and try for a stream again now and then. */
  poll() {
    this.close();
    if (document.hidden) return;
    const ask = async () => {
      await this.ask();
      if (this.timers.poll !== undefined) this.timers.poll = setTimeout(ask, POLL_MS);
    };
    this.timers.poll = setTimeout(ask, 0);
    this.timers.again = setTimeout(() => this.open(), STREAM_AGAIN_MS);
  }

  async ask() {
    const headers = this.tag ? { "If-None-Match": `"${this.tag}"` } : {};
    try {
      const answer = await fetch(`/api/state?view=${this.audience}`, { headers, cache: "no-store" });
      if (answer.status === 401) return this.leave();
      this.say("poll");
      if (answer.status === 200) this.take(answer.headers.get("ETag").replace(/^W\/|"/g, ""), await answer.text());
    } catch {
      this.say("lost");
    }
    return undefined;
  }

  take(tag, text) {
    this.watch();
    if (!isNewer(tag, this.tag)) return;
    this.tag = tag;
    const view = JSON.parse(text);
    guessClock(view.t);
    this.show(view);
  }

  watch() {
    clearTimeout(this.timers.silence);
    if (this.source) this.timers.silence = setTimeout(() => this.open(), SILENCE_MS);
  }

  leave() {
    this.close();
    this.say("lost");
    this.gone();
  }

  close() {
    this.source?.close();
    this.source = null;
    Object.values(this.timers).forEach(clearTimeout);
    this.timers = {};
  }

  say(state) {
    const link = document.getElementById("link");
    if (!link || link.dataset.state === state) return;
    link.dataset.state = state;
    link.querySelector(".link-text").textContent = PLAIN[state];
  }
}

/** Tell whether a frame is newer; another epoch is another start of the kit, and always is. */
export function isNewer(tag, than) {
  if (!than) return true;
  const [epoch, version] = tag.split("-");
  const [oldEpoch, oldVersion] = than.split("-");
  return epoch !== oldEpoch || Number(version) > Number(oldVersion);
}

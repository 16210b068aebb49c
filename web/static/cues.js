// Plays cues at their deadlines: a word over the table and a tone, both from the same clock.
// The table's own light and sounder are the authority; a cue that is late is dropped.

import { hereMs, serverNow } from "./clock.js";
import { h } from "./dom.js";
import { Songs } from "./songs.js";

const LATE_MS = 150;
const SHOWN_MS = 850;
const REMEMBERED = 200;
// name -> [Hz, seconds, wave], named as the table's own; any other is a short, plain tone
const TONES = {
  tick: [660, 0.12, "triangle"],
  shoot: [990, 0.45, "square"],
  go: [990, 0.45, "square"],
  ring: [1560, 0.5, "sine"],
  ready: [1320, 0.12, "triangle"],
  accepted: [1560, 0.18, "triangle"],
  refused: [150, 0.28, "sawtooth"],
  wait: [440, 0.12, "triangle"],
  foul: [190, 0.4, "sawtooth"],
  boom: [70, 0.7, "sawtooth"],
  fanfare: [880, 0.8, "triangle"],
};
const PLAIN_TONE = [520, 0.1, "triangle"];
const LAST_BEATS = { SHOOT: "shoot", GO: "go" };
const SHOWN_TONES = { go: "Go!", boom: "Boom!" }; // of other tones a word over the table says nothing

const toneOf = ({ kind, word }) => (kind === "beat" ? LAST_BEATS[word] ?? "tick" : word);
const wordOf = ({ kind, word }) => (kind === "beat" ? word : SHOWN_TONES[word]);

export class Cues {
  constructor() {
    this.place = document.getElementById("cue");
    this.button = document.getElementById("sound");
    this.waiting = new Map(); // id -> cue, not shown yet
    this.done = new Set();
    this.sounds = new Map(); // id -> oscillator, scheduled
    this.songs = new Songs(() => (this.isOn ? this.audio : null));
    this.audio = null;
    this.frame = 0;
    this.bind();
  }

  bind() {
    this.button?.addEventListener("click", () => this.setSound(!this.isOn));
    // A browser lets sound begin inside a touch only; the first one anywhere will do.
    const first = (event) => {
      if (!this.audio && this.wants && !this.button?.contains(event.target)) this.setSound(true);
    };
    addEventListener("pointerdown", first);
    addEventListener("keydown", first);
  }

  get wants() {
    return localStorage.getItem("sound") !== "off";
  }

  get isOn() {
    return this.audio?.state === "running" && this.wants;
  }

  setSound(on) {
    localStorage.setItem("sound", on ? "on" : "off");
    if (on) {
      this.audio ??= new AudioContext({ latencyHint: "interactive" });
      this.audio.resume().then(() => this.mark());
      this.songs.load();
    } else this.audio?.suspend().then(() => this.mark());
    this.mark();
  }

  mark() {
    this.songs.keep();
    if (!this.button) return;
    this.button.toggleAttribute("data-on", this.isOn);
    this.button.querySelector(".tool-text").textContent = this.isOn ? "Sound on" : "Sound off";
  }

  /** Take a view's cues: new ones wait for their moment, those taken back are forgotten. */
  take(view) {
    this.songs.take(view);
    const cues = (view.cues ?? []).filter((cue) => !this.songs.has(cue.word));
    const ids = new Set(cues.map((cue) => cue.id));
    for (const id of this.waiting.keys()) if (!ids.has(id)) this.drop(id);
    for (const cue of cues) if (!this.done.has(cue.id)) this.waiting.set(cue.id, cue);
    if (this.waiting.size && !this.frame) this.frame = requestAnimationFrame(() => this.step());
  }

  drop(id) {
    this.waiting.delete(id);
    this.sounds.get(id)?.stop();
    this.sounds.delete(id);
  }

  step() {
    this.frame = 0;
    const now = serverNow();
    for (const [id, cue] of this.waiting) {
      const early = now === null ? Infinity : cue.at_ms - now;
      if (early < -LATE_MS) this.finish(id);
      else if (early <= 8) this.show(id, cue); // nearer to this frame than to the next
      else this.schedule(id, cue, hereMs(early));
    }
    if (this.waiting.size) this.frame = requestAnimationFrame(() => this.step());
  }

  finish(id) {
    this.waiting.delete(id);
    this.done.add(id);
    if (this.done.size > REMEMBERED) this.done.delete(this.done.values().next().value);
  }

  show(id, cue) {
    this.schedule(id, cue, 0);
    this.sounds.delete(id);
    this.finish(id);
    if (!this.place || !wordOf(cue)) return;
    const word = h(`span.cue-word.cue-${cue.kind}`, { "data-long": wordOf(cue).length > 1 }, wordOf(cue));
    this.place.replaceChildren(word);
    if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(cue.kind === "beat" ? 30 : 120);
    setTimeout(() => word.remove(), SHOWN_MS);
  }

  /** Give a tone to the sound card ahead of time; it keeps time better than we do. */
  schedule(id, cue, earlyMs) {
    if (!this.isOn || this.sounds.has(id) || earlyMs > 1000) return;
    const [hertz, seconds, wave] = TONES[toneOf(cue)] ?? PLAIN_TONE;
    const lag = this.audio.outputLatency || this.audio.baseLatency || 0;
    const at = Math.max(this.audio.currentTime, this.audio.currentTime + earlyMs / 1000 - lag);
    const gain = this.audio.createGain();
    gain.gain.setValueAtTime(0.25, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + seconds);
    const tone = this.audio.createOscillator();
    tone.type = wave;
    tone.frequency.value = hertz;
    tone.connect(gain).connect(this.audio.destination);
    tone.start(at);
    tone.stop(at + seconds);
    this.sounds.set(id, tone);
  }
}

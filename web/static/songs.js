// Sings what the kit's sounder plays for longer than a tone: the same notes, in step with it.
// A page that comes late joins in; a song that the table has stopped is silent here too.

import { hereMs, serverNow } from "./clock.js";
import { partOf } from "./games.js";

const VOLUME = 0.2;
const RAMP_S = 0.004; // so that no note begins with a click
const AGAIN_MS = 100; // while the kit's clock is not known yet

/**
 * Give notes ([Hz, seconds], 0 Hz is silence) to the sound card, from `at` (its own seconds) on;
 * what would be over already is left out. Returns the tone that sounds them all, or null.
 */
export function sing(audio, notes, at) {
  const now = audio.currentTime;
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.type = "triangle";
  gain.gain.setValueAtTime(0, Math.max(at, now));
  let begins = at;
  for (const [hertz, seconds] of notes) {
    const ends = begins + seconds;
    if (hertz && ends > now + 3 * RAMP_S) sound(tone, gain, hertz, Math.max(begins, now), ends);
    begins = ends;
  }
  if (begins <= now) return null;
  tone.connect(gain).connect(audio.destination);
  tone.start(Math.max(at, now));
  tone.stop(begins);
  return tone;
}

function sound(tone, { gain }, hertz, begins, ends) {
  tone.frequency.setValueAtTime(hertz, begins);
  gain.setValueAtTime(0, begins);
  gain.linearRampToValueAtTime(VOLUME, begins + RAMP_S);
  gain.setValueAtTime(VOLUME, ends - RAMP_S);
  gain.linearRampToValueAtTime(0, ends);
}

/** Keeps the one song of a table; `audioNow()` is the sound card, or null while it is off. */
export class Songs {
  constructor(audioNow) {
    this.audioNow = audioNow;
    this.melodies = {};
    this.view = null;
    this.sung = null; // the id of the cue that sounds
    this.tone = null;
  }

  /** Fetch the kit's melodies, once. */
  async load() {
    if (Object.keys(this.melodies).length) return;
    const answer = await fetch("/api/melodies").catch(() => null);
    if (answer?.ok) this.melodies = await answer.json();
    this.keep();
  }

  has(name) {
    return name in this.melodies;
  }

  take(view) {
    this.view = view;
    this.keep();
  }

  /** Let sound what is to be heard now, and nothing else. */
  keep() {
    clearTimeout(this.again);
    const cue = this.wanted();
    const audio = this.audioNow();
    if (!cue || !audio || cue.id !== this.sung) this.stop();
    if (!cue || !audio || cue.id === this.sung) return;
    const now = serverNow();
    if (now === null) this.again = setTimeout(() => this.keep(), AGAIN_MS);
    else this.start(audio, cue, hereMs(cue.at_ms - now) / 1000);
  }

  wanted() {
    const { view } = this;
    if (!view || partOf(view).sings?.(view) === false) return null;
    return (view.cues ?? []).findLast((cue) => this.has(cue.word)) ?? null;
  }

  start(audio, cue, earlySeconds) {
    const lag = audio.outputLatency || audio.baseLatency || 0;
    const notes = this.melodies[cue.word].map(([hertz, seconds]) => [hertz, hereMs(seconds)]);
    this.tone = sing(audio, notes, audio.currentTime + earlySeconds - lag);
    this.sung = cue.id;
  }

  stop() {
    this.tone?.stop();
    this.tone = this.sung = null;
  }
}

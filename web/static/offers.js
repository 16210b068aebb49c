// Draws what a seat may do now as buttons, each with exactly what it will say and the question
// that it answers; knows no game.
// A hold lasts as long as the finger: down says it, letting go says `let_go`.

import { h, icon } from "./dom.js";
import { slug } from "./words.js";

const HOLD_KEYS = [" ", "Enter"];
const PICTURES = { ring: "ring", done: "yes", pass: "no" }; // by what is said, else by the gesture

const isHold = (offer) => offer.gesture === "hold" && !offer.isSwitch;

/**
 * Make a button for each offer; `held` is the hold that is down: then the finger lets go.
 * `wordsOf(offer)` may know better what one is called: as {label, picture}.
 */
export function offerButtons(offers, held, wordsOf = () => null) {
  const others = held ? offers.filter((offer) => offer.gesture !== "let_go") : offers;
  const shown = held && !others.some((o) => sayOf(o) === held.say) ? [held.offer, ...others] : others;
  return h("div.offers", { "data-count": shown.length }, shown.map((offer) => {
    const say = sayOf(offer);
    const isDown = held?.say === say;
    const side = slug(offer.say?.side ?? "");
    const own = wordsOf(offer);
    return h(["button.offer", side && `offer-${side}`, isHold(offer) && "offer-hold"].filter(Boolean).join("."), {
      // What is held is another button than what is pressed, though both say the same: a finger
      // that is lifted at the signal must not press what has come under it.
      type: "button", "data-key": `${offer.gesture} ${say}`, "data-say": say, "data-hold": isHold(offer),
      "data-question": offer.question ?? null,
      "aria-pressed": isHold(offer) ? String(isDown) : null,
    }, icon(own?.picture ?? pictureOf(offer)), h("span.offer-label", {}, own?.label ?? offer.label ?? say),
    isHold(offer) && h("span.offer-note", {}, isDown ? "held – keep it down until the signal" : "press and keep it down"));
  }));
}

function pictureOf({ say, gesture }) {
  const key = Object.keys(say ?? {}).find((name) => name in PICTURES);
  return key ? PICTURES[key] : slug(gesture ?? "");
}

const sayOf = (offer) => JSON.stringify(offer.say);

/** Makes the buttons under `root` work; `send(say, kind)` posts, `offerOf(say)` finds the offer. */
export class Hands {
  constructor(root, { send, offerOf, redraw, isTapping }) {
    Object.assign(this, { send, offerOf, redraw, isTapping });
    this.held = null;
    this.pointer = null;
    this.fromKey = false;
    root.addEventListener("click", (event) => this.click(event));
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("contextmenu", (event) => event.target.closest("[data-hold]") && event.preventDefault());
    for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, (event) => this.up(event));
    root.addEventListener("keydown", (event) => this.keyDown(event));
    addEventListener("keyup", (event) => this.keyUp(event)); // wherever the focus went meanwhile
    addEventListener("blur", () => this.fromKey && this.letGo());
    // A finger cannot stay on a screen that is away: letting go is the honest reading.
    document.addEventListener("visibilitychange", () => document.hidden && this.letGo());
    addEventListener("pagehide", () => this.letGo());
  }

  click(event) {
    const button = event.target.closest("[data-say]");
    if (!button) return;
    if (!button.hasAttribute("data-hold")) this.send(JSON.parse(button.dataset.say), { question: button.dataset.question });
    // Assistive technology clicks without a pointer or a key: then a hold is a switch.
    else if (this.isTapping() || (event.detail === 0 && !this.fromKey)) this.toggle(button);
    this.fromKey = false;
  }

  toggle(button) {
    if (this.held?.say === button.dataset.say) this.letGo();
    else this.hold(button);
  }

  down(event) {
    const button = event.target.closest("[data-hold]");
    if (!button || this.isTapping() || event.button > 0) return;
    this.pointer = event.pointerId;
    this.hold(button);
  }

  up(event) {
    if (this.pointer !== event.pointerId) return;
    this.pointer = null;
    this.letGo();
  }

  keyDown(event) {
    const button = event.target.closest("[data-hold]");
    if (!button || !HOLD_KEYS.includes(event.key) || this.isTapping()) return;
    event.preventDefault();
    this.fromKey = true;
    if (!event.repeat) this.hold(button);
  }

  keyUp(event) {
    if (!this.fromKey || !HOLD_KEYS.includes(event.key)) return;
    event.preventDefault();
    this.fromKey = false;
    this.letGo();
  }

  hold(button) {
    const { say } = button.dataset;
    const offer = this.offerOf(say) ?? this.held?.offer;
    if (!offer || this.held?.say === say) return;
    const other = this.held;
    this.held = { say, offer };
    this.redraw();
    if (other) this.send({ let_go: true }, { free: true });
    this.send(JSON.parse(say), { hold: true, question: offer.question });
  }

  letGo() {
    if (!this.held) return;
    this.held = null;
    this.pointer = null;
    this.redraw();
    // No question goes with it: what a finger held it may always let go of.
    this.send({ let_go: true }, { free: true });
  }

  /** End a hold that is a switch once the table has no use for it: a finger would be off by then. */
  settle(offers) {
    const isWanted = (offer) => offer.gesture === "let_go" || (isHold(offer) && sayOf(offer) === this.held.say);
    const isFinger = this.pointer !== null || this.fromKey;
    if (this.held && !isFinger && !offers.some(isWanted)) this.letGo();
  }

  /** Forget a hold that the kit refused. */
  forget() {
    this.held = null;
    this.redraw();
  }
}

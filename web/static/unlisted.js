// Cards that a rulebook counts but does not name: a table gives them a kind, or says that its box
// lacks them. The counts of the kinds follow, and where they are no rulebook's, on purpose.

import { h } from "./dom.js";
import { frame, resetButton } from "./entries.js";
import { overlay, own, put } from "./entered.js";
import { kindName } from "./looks.js";

const UNLISTED = "unlisted";
const MISSING = "missing"; // the kind of a card that a box lacks

/** Tell whether a shipped card waits for a kind. */
export const isUnlisted = (card) => card.kind === UNLISTED;

/** Make the field that gives such a card a kind of the deck; a missing one needs no number. */
export const kindField = (game, kinds) => ({
  key: "kind",
  label: "Kind",
  values: [...Object.keys(kinds), MISSING],
  name: (value) => (value === MISSING ? "My box has no such card" : kindName({ game }, value)),
});

export const isThere = (chosen) => chosen.kind !== MISSING;

function held(shipped, whole) {
  const counted = new Map();
  for (const card of Object.values(overlay(shipped.cards, whole.cards))) counted.set(card.kind, (counted.get(card.kind) ?? 0) + 1);
  return counted;
}

/** Is the box as a whole: whether it lacks cards, and whether that is meant. */
export class Box {
  constructor(shipped, kept) {
    Object.assign(this, { place: "cards", shipped, missing: 0, isMeant: own(kept.counts, MISSING) !== undefined });
    this.element = h("div", {});
    this.draw();
  }

  get isOpen() {
    return this.isMeant;
  }

  /** Put the counts of kinds that are not as shipped; how many are missing only if it is meant. */
  store(whole) {
    const now = held(this.shipped, whole);
    const counts = this.shipped.counts ?? {};
    for (const kind of new Set([...Object.keys(counts), ...now.keys(), MISSING])) {
      const count = now.get(kind) ?? 0;
      const isTold = kind === MISSING ? this.isMeant : Object.hasOwn(counts, kind) && count !== counts[kind];
      put(whole, "counts", kind, isTold ? count : undefined);
    }
  }

  read() {
    this.isMeant = this.element.querySelector("input").checked;
    this.note();
  }

  reset() {
    this.isMeant = false;
    this.draw();
  }

  draw() {
    const title = "The box as a whole";
    const fresh = frame(this.place, title, h("div.fields", {}, h("label.check", {},
      h("input", { "data-field": MISSING, type: "checkbox", checked: this.isMeant }),
      h("span", {}, "It has another number of cards than the rulebook says, and that is right"))),
    { reset: resetButton(title, true) });
    this.element.replaceWith(fresh);
    this.element = fresh;
    this.note();
  }

  note() {
    this.element.querySelector(".reset").hidden = !this.isMeant;
  }
}

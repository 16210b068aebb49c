// Draws the Wheel: eight cards clockwise from the top, and on them the last claim.

import { h, icon, svg } from "../../dom.js";
import { newest } from "../../looks.js";
import { words } from "../../words.js";
import { face } from "./faces.js";

export const CLAIMED = ["claim_right", "claim_wrong", "too_late"];
const JUDGING = ["take", "challenge", "over"];
// From slot 0 or 1 to a neighbour, inside the ring; all others are turned by quarters.
const ARROWS = {
  after: ["M53 25.5Q55.5 33 64.5 33.5M61.5 30.8L64.5 33.5 61.3 35.9", "M71 36.5Q70 46 76 47M73 44.2L76 47 72.7 49.2"],
  before: ["M47 25.5Q44.5 33 35.5 33.5M38.5 30.8L35.5 33.5 38.7 35.9", "M66 33.5Q58 34 53.5 26.5M57.2 28.3L53.5 26.5 52.9 30.5"],
};

/** Say a claim as people do. */
export const sentence = (direction, trigger, target) => `${direction.toUpperCase()} every ${trigger} always ${target}`;

/** Tell whether the claim can be drawn: no card that it was judged by has left, or which is known. */
export function isDrawn(view) {
  const said = view.claim?.statement;
  if (!said || !JUDGING.includes(view.phase)) return false;
  const isBySuit = view.claim.valid && (said.includes("coin") || said.includes("bullets"));
  return isBySuit || newest(view, CLAIMED) === newest(view, [...CLAIMED, "card_won"]);
}

/** Draw the Wheel, and on it the claim if it `isShown`. */
export function wheel(view, isShown) {
  const claim = isShown ? view.claim : {};
  const broken = claim.counter_examples?.[0] ?? [];
  const played = claim.card ? claim : view.covering ?? {};
  return h("div.wheel", {},
    h("ol.wheel-slots", { "aria-label": "The Wheel, clockwise from the top" },
      (view.wheel ?? []).map((slot, number) => place(view, number, slot, played, claim.involved ?? [], broken))),
    claim.statement && svg("svg.wheel-arrows", { viewBox: "0 0 100 100", "aria-hidden": "true" },
      claim.pairs.map(([slot]) => arrow(claim.statement[0], slot, "is-right")),
      broken.length > 0 && arrow(claim.statement[0], broken[0], "is-broken")),
    h("div.wheel-middle", {}, middle(view, claim)));
}

function place(view, number, slot, played, involved, broken) {
  const isPlayed = played.slot === number && Boolean(played.card);
  const card = isPlayed ? played.card : slot.card;
  const depth = slot.depth + (isPlayed && slot.card !== played.card ? 1 : 0);
  const isBroken = broken.includes(number);
  const is = [!card && "is-empty", isPlayed && "is-played", involved.includes(number) && "is-involved", isBroken && "is-broken"];
  return h(["li.wheel-slot", `at-${number}`, ...is.filter(Boolean)].join("."), {},
    h("span.slot-number", {}, h("span.unseen", {}, "Slot "), String(number)),
    card ? face(view, card) : h("span.slot-empty", {}, "empty"),
    depth > 1 && h("span.slot-depth", {}, String(depth), h("span.unseen", {}, " cards deep")),
    isPlayed && h("span.slot-tag", {}, "played"),
    isBroken && h("span.slot-no", {}, icon("no"), h("span.unseen", {}, "breaks the claim")));
}

function arrow(direction, slot, state) {
  const d = ARROWS[direction][slot % 2];
  return svg(`g.arrow.${state}`, { transform: `rotate(${Math.floor(slot / 2) * 90} 50 50)` },
    svg("path.arrow-halo", { d }), svg("path.arrow-line", { d }));
}

function middle(view, claim) {
  if (view.clementine?.card) return face(view, view.clementine.card);
  if (view.covering?.card && view.covering.slot === null) return face(view, view.covering.card);
  if (claim.statement) {
    return h(`p.wheel-count${claim.valid ? "" : ".is-wrong"}`, {},
      icon(claim.valid ? "yes" : "no"), h("b", {}, String(claim.occurrences)), "×");
  }
  return h("p.wheel-deck", {}, icon("card"), h("b", {}, words(view.deck)), " ", h("span", {}, "in the deck"));
}

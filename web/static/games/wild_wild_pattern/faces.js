// Draws Pattern cards: colour, object and suit, each in words too.

import { h, icon } from "../../dom.js";
import { cardName } from "../../looks.js";
import { slug, words } from "../../words.js";

/** List the colours and the objects of a game's cards, in the order of its deck. */
export function features(view) {
  const pairs = Object.keys(view.suits ?? {}).map((card) => card.split("/"));
  const [colours, objects] = [0, 1].map((at) => [...new Set(pairs.map((pair) => pair[at]))]);
  return { colours, objects, suits: [...new Set(Object.values(view.suits ?? {}))].sort().reverse() };
}

/** Draw a card's whole face. */
export function face(view, card) {
  const [colour, object] = card.split("/");
  const suit = view.suits?.[card] ?? "";
  return h(`span.face.face-${slug(colour)}`, {},
    h("span.face-colour", {}, words(colour)),
    h("span.face-object", {}, icon(slug(object)), words(object)),
    h("span.face-suit", {}, icon(slug(suit)), words(suit)));
}

/** Draw cards small, in a row; nothing where there are none. */
export function chips(view, cards, label) {
  if (!cards?.length) return null;
  return h("ul.chips", { "aria-label": label }, cards.map((card) => chip(view, card)));
}

function chip(view, card) {
  const suit = view.suits?.[card];
  return h(`li.chip.chip-${slug(card)}`, {},
    icon(suit ? pictureOf(card) : "star"), cardName(view, card),
    suit && [" ", h("span.chip-suit", {}, icon(slug(suit)), words(suit)[0], h("span.unseen", {}, `, ${suit}`))]);
}

/** Return the picture of a Pattern card's object. */
export const pictureOf = (card) => slug(card.split("/")[1]);

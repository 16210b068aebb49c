// Reads how each game's view is shown (looks.py, through the page) and what a seat bears by it.

import { words } from "./words.js";

const LOOKS = JSON.parse(document.body.dataset.looks);

/** What a seat's own part of a view holds that its phone draws in a place of its own. */
export const YOU_DRAWN = LOOKS.you_drawn;

/** The games that have a look, and so a part of their own. */
export const SLUGS = Object.keys(LOOKS.games);

/** Return the look of a view's game, the plain one where it has none. */
export const lookOf = (view) => LOOKS.games[view.game] ?? LOOKS.plain;

/** Return what a card is called: its look's words, its kind and number, or its own name. */
export function cardName(view, card) {
  const { cards, kinds } = lookOf(view);
  const [name, number] = card.split("/");
  return cards[card] || (kinds[name] ? `${kinds[name].name} ${number}` : words(card));
}

/** Return what a kind of cards is called. */
export const kindName = (view, kind) => lookOf(view).kinds[kind]?.name ?? words(kind);

/** Return the picture of a card, or of a kind. */
export const kindIcon = (view, card) => lookOf(view).kinds[card.split("/")[0]]?.icon ?? "card";

/** Return why something cannot be done, in words. */
export const reasonWords = (view, reason) => lookOf(view).reasons[reason] || words(reason);

/** List the marks that a seat bears now. */
export function marksOf(view, number) {
  const names = (value) => (Array.isArray(value) ? value.includes(number) : value === number);
  return lookOf(view).marks.filter((mark) => names(view[mark.field]));
}

/** List the flags that a seat's own fields raise; who is out bears none. */
export function flagsOf(view, seat) {
  if (seat.alive === false) return [];
  return lookOf(view).flags.filter((flag) => seat[flag.field] === flag.when);
}

/** Return what was last ruled of a seat's act (null: of nobody's) as {text, verdict}, or null. */
export function told(view, number) {
  const look = lookOf(view);
  for (const ruling of [...(view.rulings ?? [])].reverse()) {
    if (look.anew.includes(ruling.ruling)) return null;
    const verdict = look.told[ruling.ruling];
    if (verdict && (ruling.seat ?? null) === number) return { text: ruling.text || ruling.ruling, verdict };
  }
  return null;
}

/** Return the sentence of the newest ruling of these kinds, or nothing. */
export function newest(view, kinds) {
  const ruling = (view.rulings ?? []).findLast((one) => kinds.includes(one.ruling));
  return ruling?.text ?? "";
}

// Makes the pieces that all games share: the very same as templates/_parts.html.

import { h, icon } from "./dom.js";
import { cardName } from "./looks.js";
import { money, slug, words } from "./words.js";

export const isNumber = (value) => typeof value === "number";

/** Make a flag of a seat. */
export const flag = (kind, picture, text) => h(`li.flag.flag-${slug(kind)}`, {}, icon(picture), text);

/** Make a seat's score, or nothing where its look has none. */
export function score(look, seat) {
  const number = look.score && seat[look.score.field];
  if (!isNumber(number)) return null;
  const { field, is_money: isMoney } = look.score;
  const noun = `${look.score.noun}${number === 1 ? "" : "s"}`;
  return h(`p.score.score-${slug(field)}`, {},
    icon(look.score.icon), h("b", {}, isMoney ? money(number) : words(number)),
    !isMoney && [" ", h("span.score-noun", {}, noun)]);
}

/** Make dots, of which some are full, and say so. */
export function pips(number, total, noun) {
  if (!isNumber(number) || !isNumber(total) || total <= 0) return null;
  const dots = Array.from({ length: total }, (_, n) => h(n < number ? "span.pip.is-full" : "span.pip"));
  return h("p.pips", {}, h("span.pips-dots", { "aria-hidden": "true" }, dots), " ",
    h("span.pips-text", {}, h("b", {}, String(number)), ` of ${total} ${noun}`));
}

/** Make a pile of cards; an empty one only if there are words for that. */
export function pile(view, cards, label, empty) {
  if (!Array.isArray(cards) || (!cards.length && !empty)) return null;
  return h("ul.pile", { "aria-label": label },
    cards.map((card) => h(`li.card.card-${slug(card)}`, {}, cardName(view, card))),
    cards.length === 0 && h("li.pile-empty", {}, empty));
}

/** Make the line of a ruling that was right or wrong for somebody. */
export function toldLine(line) {
  if (!line) return null;
  return h(`p.told.told-${line.verdict}`, {},
    icon(line.verdict === "right" ? "yes" : "no"), h("span", {}, line.text));
}

/** Make a list of labelled values. */
export function factList(lines) {
  return h("dl.facts", {}, lines.map(([label, value]) =>
    h("div", {}, h("dt", {}, label), h("dd", {}, value))));
}

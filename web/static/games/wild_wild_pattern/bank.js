// Draws what the Bank says to a seat: each line met, with its cards, or missed, and by what.

import { h, icon } from "../../dom.js";
import { cardName } from "../../looks.js";
import { money } from "../../words.js";

/** Draw a payment, or nothing where the Bank has paid nobody. */
export function bank(view, paid) {
  if (!paid) return null;
  const title = paid.turned_away ? "More than five cards: the Bank pays nothing" : `The Bank pays ${money(paid.total)}`;
  return h("div.bank", {},
    h("h3", {}, icon("coin"), title),
    h("ol.bank-lines", {}, paid.lines.map((line) => bankLine(view, line))));
}

function bankLine(view, line) {
  const cards = () => line.cards.map((card) => cardName(view, card)).join(", ");
  return h(line.met ? "li.is-met" : "li.is-missed", {},
    icon(line.met ? "yes" : "no"),
    h("span.bank-name", {}, line.line, line.times > 1 && ` ×${line.times}`),
    line.met && [" ", h("b", {}, line.wild ? "wins the game" : money(line.prize))],
    ": ", h("span.bank-why", {}, line.broken ? missed(line.broken) : cards()));
}

function missed({ held, counted, values, wanted }) {
  const of = counted === "different" ? " different" : values.length ? ` ${values[0]}` : "";
  return `${held}${of}, not ${wanted}`;
}

// Click Click Boom: the pot, and where the cards are passed.

import { h, icon } from "../dom.js";
import { isNumber } from "../parts.js";
import { slug } from "../words.js";

/** Draw what lies in the middle. */
export function stage(view) {
  const side = view.token?.side;
  return [
    isNumber(view.pot) && h("p.pot", {}, h("span.pot-label", {}, "Pot"), h("b", {}, String(view.pot))),
    side && h("p.token", {}, icon(`arrow-${slug(side)}`), h("span", {}, `Pass ${side}`)),
  ];
}

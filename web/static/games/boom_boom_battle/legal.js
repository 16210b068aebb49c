// Draws what the player whose turn it is may do, by what everybody knows, and why not the rest.

import { h, icon } from "../../dom.js";
import { kindIcon, kindName, reasonWords } from "../../looks.js";
import { isNumber } from "../../parts.js";
import { namesOf } from "../../words.js";

/** Draw what is legal now, or nothing where nobody has a turn to take. */
export function legal(view) {
  if (!view.legal || view.over) return null;
  const kinds = Object.entries(view.legal.kinds);
  const foes = kinds.find(([, one]) => one.targets?.length && one.reach)?.[1].targets ?? view.legal.kinds.pan?.targets;
  return h("div.legal", {},
    h("h2", {}, icon("card"), `${namesOf(view, [view.legal.seat])} may play`),
    h("ul.kinds", {}, kinds.filter(([, one]) => !one.reason).map(([kind, one]) => h("li.kind-may", {},
      icon(kindIcon(view, kind)), kindName(view, kind),
      isNumber(one.reach) && [" ", h("span.kind-reach", {}, icon("aim"), h("span.unseen", {}, ", locations: "), String(one.reach))]))),
    foes?.length > 0 && h("p.legal-at", {}, icon("aim"), h("span", {}, "May be attacked: ", h("b", {}, namesOf(view, foes, "or")))),
    reasons(kinds).map(([reason, those]) => h("p.legal-not", {}, icon("no"), h("span", {},
      h("b", {}, `${reasonWords(view, reason)}:`), ` ${those.map((kind) => kindName(view, kind)).join(", ")}`))));
}

/** List each reason with the kinds that it keeps back, by its name. */
function reasons(kinds) {
  const found = new Map();
  for (const [kind, { reason }] of kinds) {
    if (reason) found.set(reason, [...(found.get(reason) ?? []), kind]);
  }
  return [...found].sort();
}

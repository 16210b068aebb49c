// Draws the attack in progress, or the card that is being declared: who, with what, at whom.

import { h, icon } from "../../dom.js";
import { cardName, kindIcon } from "../../looks.js";
import { namesOf } from "../../words.js";

/** Draw an attack with its numbers and what became of it, or nothing. */
export function fight(view) {
  const now = view.attack;
  if (!now) return null;
  return h(now.declared ? "div.fight" : "div.fight.is-draft", {},
    h("p.fight-who", {}, icon(kindIcon(view, now.kind)), h("span", {},
      h("b", {}, namesOf(view, [now.by])), ` ${verb(now)} `, h("b", {}, cardName(view, now.card)),
      now.with && [" and ", h("b", {}, cardName(view, now.with))], atWhom(view, now))),
    now.numbers.length > 0 && h("p.fight-aim", {}, icon("aim"), h("span", {},
      now.numbers.length === 1 ? "Location " : "Locations ", h("b", {}, now.numbers.join(", ")))),
    Boolean(now.at) && now.at !== now.target && h("p.fight-blown", {}, icon("warning"), h("span", {},
      "The storm carries it to ", h("b", {}, namesOf(view, [now.at])))),
    hits(view, now));
}

function verb(now) {
  if (now.counter || now.as === "react") return "strikes back with";
  return now.declared ? "attacks with" : "plays";
}

function atWhom(view, now) {
  if (now.target) return [": ", h("b", {}, namesOf(view, [now.target]))];
  return now.declared && `: everybody${now.kind === "lmg" ? " else" : ""}`;
}

function hits(view, now) {
  const told = Object.entries(now.hits ?? {});
  const asked = Object.keys(now.asked ?? {});
  if (!told.length && !asked.length) return null;
  return h("ul.hits", {},
    told.map(([seat, number]) => h(number ? "li.is-hit" : "li.is-missed", {},
      icon(number ? "yes" : "no"), `${namesOf(view, [seat])}: ${outcome(number)}`)),
    asked.map((seat) => h("li.is-asked", {}, icon("clock"), `${namesOf(view, [seat])}: hit or missed?`)));
}

/** Say what hit: how many numbers or cards where that is known; -1 is a grenade not counted yet. */
function outcome(number) {
  if (!number) return "missed";
  return [1, -1].includes(number) ? "hit" : `hit, ${number}`;
}

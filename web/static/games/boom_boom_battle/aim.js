// Says on whom a card is played, at which locations, and whether a second one ensures the hit.

import { h, icon } from "../../dom.js";
import { cardName } from "../../looks.js";
import { isNumber } from "../../parts.js";
import { counted, namesOf } from "../../words.js";
import { hidden } from "./box.js";
import { cardWords, face } from "./chooser.js";
import { choice, group, hint } from "./pieces.js";
import { LOCATIONS } from "./ring.js";

/**
 * Make what a card still needs: `rule` has its `targets`, `reach` and `pairs`, each if it has any.
 * `meant` is {seat, card, kind, hand}: who plays which card, out of which known hand.
 */
export function aimBody(view, tray, meant, rule) {
  const isSure = rule.pairs && Boolean(tray.second);
  return [
    rule.targets?.length > 0 && targetPicks(view, tray, meant.seat, rule.targets),
    rule.pairs && pairPicks(view, tray, meant),
    isNumber(rule.reach) && !isSure && numberPicks(view, tray, rule.reach),
  ];
}

/** Return what was chosen, as it is said: `{target, numbers, with}`; null while something lacks. */
export function aimed(tray, seat, { targets, reach, pairs }) {
  const target = targets ? targetOf(tray, seat, targets) : undefined;
  const second = pairs && tray.second ? tray.second : undefined;
  const numbers = isNumber(reach) && !second ? (tray.numbers ?? []).slice(0, reach).sort() : undefined;
  if (target === null || numbers?.length === 0) return null;
  return { target, numbers, with: second };
}

/** Say in words what was chosen: `Bo, location 4, 7`. */
export function aimWords(view, { target, numbers, with: second }) {
  const at = numbers ? `location ${numbers.join(", ")}` : second && `with ${cardName(view, second)}`;
  return [target && namesOf(view, [target]), at].filter(Boolean).join(", ");
}

/** Return who is meant: the chosen one, the only one, or oneself where that comes first; else null. */
function targetOf(tray, seat, targets) {
  if (targets.includes(tray.target)) return tray.target;
  return targets.length === 1 || targets[0] === seat ? targets[0] : null;
}

function targetPicks(view, tray, seat, targets) {
  const now = targetOf(tray, seat, targets);
  return group(".picks-two", "On whom", targets.map((other) => choice("", { is: other === now, chosen: { target: other } },
    h("span.pick-name", {}, namesOf(view, [other]), other === seat && " (oneself)"),
    h("small", {}, counted(view.seats[other].hand, "card")))));
}

function numberPicks(view, tray, reach) {
  const picked = (tray.numbers ?? []).slice(0, reach);
  return [
    h("p.form-hint", {}, icon("aim"), ` Aim at up to ${counted(reach, "location")}: ${picked.length} chosen.`),
    group(".picks-locations", "Locations", LOCATIONS.map((n) => {
      const isCircled = (view.circled ?? []).includes(n);
      const is = picked.includes(n);
      return choice(isCircled ? ".is-circled" : "", {
        is, isOff: isCircled || (!is && picked.length >= reach), label: `Location ${n}${isCircled ? ", circled" : ""}`,
        chosen: { list: "numbers", value: n, most: reach },
      }, isCircled ? h("s", {}, String(n)) : String(n));
    })),
  ];
}

/** Offer the second card of the same name that Tunnel wants. */
function pairPicks(view, tray, { card, kind, hand }) {
  const all = hand?.map((one) => ({ ...one, number: one.location })) ?? hidden(view);
  const mates = all.filter((one) => one.card !== card && one.kind === kind);
  return mates.length > 0 && [
    hint("Tunnel: a second one of this name makes it a sure hit, without locations."),
    group(".picks-hand", "Second card", mates.map((one) => choice(".pick-card", { is: tray.second === one.card, label: cardWords(view, one.card, one.number), chosen: { second: one.card } },
      face(view, one.card, one.number)))),
  ];
}

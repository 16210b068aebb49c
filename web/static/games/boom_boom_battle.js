// BOOM BOOM: the ring of locations with what is circled, the piles, the attack in progress, and
// what is legal now; and what a seat tells that needs a card, a player or numbers.

import { h, icon } from "../dom.js";
import { cardName, kindIcon, told } from "../looks.js";
import { isNumber, toldLine } from "../parts.js";
import { counted, namesOf } from "../words.js";
import { fight } from "./boom_boom_battle/fight.js";
import { legal } from "./boom_boom_battle/legal.js";
import { effect, piles, ring, tokens } from "./boom_boom_battle/ring.js";
import { toEnter } from "./boom_boom_battle/to_enter.js";

export { forms, pick } from "./boom_boom_battle/forms.js";

export const badges = (view) => h("li.badge", {}, "Starting hand ", h("b", {}, String(view.limit)));

/** Draw the ring and the piles, and beside them what is told. */
export function stage(view) {
  return h("div.battle", {},
    h("div.battle-place", {}, ring(view), piles(view)),
    h("div.battle-told", {}, tokens(view), effect(view), fight(view), looked(view), toEnter(view)),
    legal(view));
}

/** Draw what the card does that was laid on the tray to be looked up. */
function looked(view) {
  const card = view.looked;
  if (!card) return null;
  return h("div.entry-text", {},
    h("h2", {}, icon(kindIcon(view, card.card)), card.name),
    h("p", {}, card.does),
    card.exempt && h("p.entry-exempt", {}, card.exempt),
    card.here && h("p.entry-here", {}, icon("star"), h("span", {}, h("b", {}, `${placeWords(view)}:`), ` ${card.here}`)));
}

const placeWords = ({ location }) => location.slice(0, 1).toUpperCase() + location.slice(1);

/** Draw a seat's team, what it still has to lay off, and whether it was hit. */
export function seat(view, number, seat) {
  return [
    seat.team && h(`p.team.team-${seat.team}`, {}, `Team ${seat.team.toUpperCase()}`),
    (view.owing ?? []).filter((owed) => owed.seat === number).map((owed) => owes(view, owed)),
    !view.over && toldLine(told(view, number)),
  ];
}

function owes(view, { seat, count, by, numbers }) {
  const what = isNumber(count) ? counted(count, "card") : `all of location ${numbers.join(", ")}`;
  return h("p.owes", {}, icon("card"), h("span", {}, "To lay off: ", h("b", {}, what),
    by !== seat && `, picked by ${namesOf(view, [by])}`));
}

/** Call an offer by the card that it names: the game's own words do not know what it is called. */
export function wordsOf(view, { about, say, label }) {
  if (about === "location") return { label: `Flip ${cardName(view, say.location)}`, picture: "arrow-right" };
  if (about === "equipment") return { label: `Use up ${cardName(view, say.react.card)}`, picture: kindIcon(view, say.react.card) };
  if (about === "target") return { label, picture: "aim" };
  if (about === "aim") return { label: rung(view.attack?.numbers ?? []), picture: "ring" };
  return say?.escape ? { label: "Escape, with cards on the tray", picture: "arrow-right" } : null;
}

const rung = (numbers) => (numbers.length ? `Fire at what was rung: ${numbers.join(", ")}` : "Nothing was rung: back");

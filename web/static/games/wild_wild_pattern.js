// Wild Wild Pattern: the Wheel with what was claimed on it, Clementine, what lies before each seat
// and what the Bank pays; and what a seat tells that needs a card, a slot or words.

import { h, icon } from "../dom.js";
import { cardName, newest, told } from "../looks.js";
import { isNumber, toldLine } from "../parts.js";
import { counted, namesOf } from "../words.js";
import { bank } from "./wild_wild_pattern/bank.js";
import { chips } from "./wild_wild_pattern/faces.js";
import { CLAIMED, isDrawn, sentence, wheel } from "./wild_wild_pattern/wheel.js";

export { forms, pick } from "./wild_wild_pattern/forms.js";
export { wordsOf } from "./wild_wild_pattern/offers.js";

/** Tell whether Clementine is to be heard: she stops with her phase, and in a pause. */
export const sings = (view) => view.phase === "clementine" && !view.paused;

/** Draw the Wheel, and beside it what is told of it. */
export function stage(view) {
  return h(isBank(view) ? "div.pattern.is-bank" : "div.pattern", {},
    wheel(view, isDrawn(view)),
    h("div.pattern-told", {},
      clementine(view), covering(view), claim(view), choosing(view), hint(view)));
}

/** Tell whether the Bank needs the room: while no card lies in the Wheel, and at the end. */
function isBank(view) {
  const isPaid = Object.values(view.seats ?? {}).some((seat) => seat.bank);
  return isPaid && (view.over || !(view.wheel ?? []).some((slot) => slot.card));
}

function clementine(view) {
  const now = view.clementine;
  if (!now) return null;
  const name = namesOf(view, [now.by]);
  return h("div.song", {},
    h("h2", {}, icon("sound"), "Clementine"),
    view.phase === "clementine" && bar(view),
    h("p", {}, `${name} clicked`,
      now.card ? [": who can use ", h("b", {}, cardName(view, now.card)), "?"] : "!"));
}

function bar(view) {
  const until = (view.waiting ?? []).map((wait) => wait.until).find(isNumber);
  const sung = (view.rulings ?? []).findLast((ruling) => ruling.ruling === "clementine");
  return h(`p.song-bar${view.paused ? ".is-still" : ""}`, {},
    h("span.time-bar", { "data-until": until ?? "", "data-of": sung?.seconds ?? "", "aria-hidden": "true" }),
    isNumber(until) && h("span.left", { "data-until": until }));
}

function covering(view) {
  const now = view.covering;
  if (!now) return null;
  const votes = Object.entries(now.votes ?? {});
  return h("div.covering", {},
    h("p", {}, icon("card"), h("span", {},
      h("b", {}, namesOf(view, [now.seat])), " covers", isNumber(now.slot) && ` slot ${now.slot}`,
      now.card && [" with ", h("b", {}, cardName(view, now.card))])),
    votes.length > 0 && h("ul.votes", {}, votes.map(([seat, vote]) =>
      h("li", {}, icon(vote ? "yes" : "no"), `${namesOf(view, [seat])} ${vote ? "accepts" : "rejects"}`))));
}

function claim(view) {
  const text = newest(view, CLAIMED);
  if (!view.claim || !text) return null;
  return h("div.claim", {},
    toldLine({ text, verdict: view.claim.valid ? "right" : "wrong" }),
    chips(view, view.claim.prize, "What the claim has won"));
}

function choosing(view) {
  const now = view.choosing;
  return now?.count > 1 && h("p.choosing", {}, icon("card"), h("span", {},
    h("b", {}, namesOf(view, [now.seat])), ` takes ${counted(now.count, "card")}`));
}

function hint(view) {
  const now = view.hint;
  if (!now) return null;
  const line = (words) => sentence(...words);
  return h("div.hint-box", {},
    h("h2", {}, icon("star"), "For the host alone"),
    now.claims.length > 0 && [h("p", {}, "What the card could claim:"),
      h("ul", {}, now.claims.map(([slot, ...words]) => h("li", {}, `slot ${slot}: ${line(words)}`)))],
    h("p", {}, now.patterns.length ? "Patterns on the Wheel:" : "No pattern lies on the Wheel."),
    h("ul", {}, now.patterns.map((words) => h("li", {}, line(words)))));
}

/** Draw how a seat's claim was judged, what lies before it, and what the Bank has paid it. */
export function seat(view, number, seat) {
  return [
    !view.over && toldLine(told(view, number)),
    chips(view, seat.won, "Won cards"),
    chips(view, [...(seat.challenges ?? []), seat.target].filter(Boolean), "Challenge and Target cards"),
    bank(view, seat.bank),
  ];
}

// Boom Boom (2013): the running burst, whose the bell is, the look at a finisher's stacks, and
// what each seat's next stack takes.

import { h, icon } from "../dom.js";
import { newest, told } from "../looks.js";
import { isNumber, pips, toldLine } from "../parts.js";
import { namesOf, words } from "../words.js";

const IN_A_STACK = 4;
const MOST_DOTS = 12;
const ORDINALS = { 1: "1st", 2: "2nd", 3: "3rd" };
const ROUND_ENDS = ["point", "finished_together", "abandoned"];
const RINGING = ["play", "resume", "check"];

/** Say how long the game lasts. */
export function badges(view) {
  const { goal, points, rounds } = view.options ?? {};
  if (goal === "points") return h("li.badge", {}, "First to ", h("b", {}, String(points)));
  return goal === "rounds" ? h("li.badge", {}, "Rounds ", h("b", {}, String(rounds))) : null;
}

/** Draw what happens at the bell, by the phase of the round. */
export function stage(view) {
  const ended = newest(view, ROUND_ENDS);
  if (view.phase === "start") return ended ? says("star", ended) : null;
  if (view.phase === "play") return burst(view);
  if (view.phase === "resume") return says("pause", "Everybody stops: 3, 2, 1, and on at GO.");
  return view.phase === "check" && view.finisher ? look(view) : null;
}

const says = (picture, ...what) => h("p.bell-says", {}, icon(picture), h("span", {}, ...what));

/** Draw the burst as it grows, and what it was once it has closed. */
function burst(view) {
  const now = view.burst;
  const state = now ? (now.closed ? ".is-closed" : ".is-open") : "";
  return h(`div.burst${state}`, {},
    icon("bell"),
    now && h("p.burst-count", {},
      h("b", {}, String(now.count)), h("span.unseen", {}, ` ring${now.count === 1 ? "" : "s"}`)),
    h("div.burst-words", {},
      h("p.burst-who", {}, who(view, now)),
      now && !now.closed && dots(now.count),
      now?.closed && toldLine(told(view, now.seat)),
      turns(view)));
}

const dots = (count) => h("p.burst-dots", { "aria-hidden": "true" },
  Array.from({ length: Math.min(count, MOST_DOTS) }, () => h("span.rung")));

function who(view, now) {
  if (!now) return "No rings yet";
  if (now.seat === null) return now.closed ? "Nobody held a button" : "Nobody holds a button";
  const name = namesOf(view, [now.seat]);
  if (now.closed) return `${name} rang`;
  const due = view.seats?.[now.seat]?.rings_due;
  return [`${name} rings`, isNumber(due) && [" ", h("span.burst-due", {}, `(${due} due)`)]];
}

/** Say whose the bell is, and who waits for it. */
function turns(view) {
  const waiting = Object.entries(view.seats ?? {}).filter(([, seat]) => seat.waits).map(([n]) => Number(n));
  const name = (numbers) => h("b", {}, namesOf(view, numbers));
  if (!view.bell && !waiting.length) return null;
  return h("ul.bell-turns", {},
    view.bell && h("li", {}, icon("bell"), h("span", {}, "The bell is ", name([view.bell]), "'s")),
    waiting.length > 0 && h("li", {}, icon("clock"),
      h("span", {}, name(waiting), ` wait${waiting.length === 1 ? "s" : ""}`)));
}

function look(view) {
  const shown = view.seats?.[view.finisher]?.shown ?? [];
  return h("div.bell-look", {},
    says("card", h("b", {}, namesOf(view, [view.finisher])), " finished first: the stacks are looked at"),
    pips(shown.length, view.stacks_each, "stacks shown"));
}

/** Draw what a seat is to ring next, what it lays on the tray, its last burst and its place. */
export function seat(view, number, seat) {
  return [
    isNumber(seat.place) && medal(seat.place),
    isNumber(seat.rings_due) && RINGING.includes(view.phase) && due(seat.rings_due, view.stacks_each),
    seat.showing?.length > 0 && showing(seat.showing),
    !view.over && toldLine(told(view, number)),
  ];
}

const medal = (place) => h(`p.medal.medal-${place}`, {}, icon("medal"),
  h("b", {}, `${ORDINALS[place] ?? `${place}th`} place`), place === 1 && h("span", {}, "the gold medal"));

function due(rings, last) {
  const isLast = rings === last;
  return h("p.due", {}, icon("bell"), h("span", {},
    isLast ? "Last: " : "Next: ", h("b", {}, String(rings)), ` ring${rings === 1 ? "" : "s"}`,
    isLast && " and “Boom Boom!”"));
}

const showing = (cards) => h("p.showing", {}, icon("card"), h("span", {},
  "On the tray: ", h("b", {}, String(cards.length)), ` of ${IN_A_STACK}, ${words(cards[0].split("/")[0])}`));

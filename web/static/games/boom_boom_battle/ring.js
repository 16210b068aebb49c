// Draws where one can be: the ring of locations, the piles, a Duel's tokens and what is in force.

import { h, icon } from "../../dom.js";
import { cardName } from "../../looks.js";
import { pips } from "../../parts.js";
import { words } from "../../words.js";

export const LOCATIONS = [1, 2, 3, 4, 5, 6, 7, 8];

/** Draw the ring of locations: what is circled is struck, what is aimed at is marked. */
export function ring(view) {
  const aimed = view.attack?.numbers ?? [];
  return h("div.ring", {},
    h("ol.ring-spots", { "aria-label": "Locations" }, LOCATIONS.map((n) => spot(view, n, aimed.includes(n)))),
    h("p.ring-middle", {}, view.location
      ? [h("b", {}, words(view.location)), " ", h("span", {}, since(view))]
      : h("span", {}, "No location yet")));
}

function spot(view, n, isAimed) {
  const isCircled = (view.circled ?? []).includes(n);
  return h([`li.spot.spot-${n}`, isCircled && "is-circled", isAimed && "is-aimed"].filter(Boolean).join("."), {},
    isCircled ? [h("s", {}, String(n)), h("span.unseen", {}, " circled")] : h("b", {}, String(n)),
    isAimed && [icon("aim"), h("span.unseen", {}, " aimed at")]);
}

/** Say since when a location counts: it ends with its round; the flipped one begins with the next. */
function since(view) {
  if (view.effect.active) return "in force";
  return view.phase === "location" ? "over" : "in force from the next round on";
}

/** Draw how many cards lie where, and the last one that was discarded. */
export function piles(view) {
  const all = [["Draw", view.draw], ["Remaining", view.remaining], ["Discarded", view.discard], ["Out", view.out || null]];
  return [
    h("dl.piles", {}, all.filter(([label, count]) => label !== "Out" || count).map(([label, count]) =>
      h("div", {}, h("dt", {}, label), h("dd", {}, words(count))))),
    view.top && h("p.piles-top", {}, `On top: ${cardName(view, view.top)}`),
  ];
}

/** Draw how many tokens each team of a Duel has. */
export function tokens(view) {
  if (!view.tokens) return null;
  return h("div.tokens", {}, Object.entries(view.tokens).map(([team, number]) =>
    pips(number, view.goal, `tokens, team ${words(team)}`)));
}

/** Draw what the flipped location does. */
export function effect(view) {
  const now = view.effect;
  if (!now) return null;
  return h(now.active ? "p.effect" : "p.effect.is-soon", {},
    h("b", {}, `${words(view.location)}: ${now.title}.`), ` ${now.text}`,
    !now.active && [" ", h("span.effect-soon", {}, `It is ${since(view)}.`)]);
}

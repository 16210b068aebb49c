// Loads what games draw themselves: static/games/<slug>.js for every game that has a look.
// A part exports any of `badges(view)`, `stage(view)` and `seat(view, number, seat)`.

import { SLUGS } from "./looks.js";
import { slug } from "./words.js";

const PARTS = {};

async function load(game) {
  PARTS[game] = await import(`./games/${game}.js`).catch(() => ({})); // a board without is a board
}

// A page waits for the game that is on the table; the others come meanwhile (`parts`).
const onTable = document.getElementById("board")?.dataset.game;
const isFirst = (game) => slug(game) === onTable;
await Promise.all(SLUGS.filter(isFirst).map(load));
Promise.all(SLUGS.filter((game) => !isFirst(game)).map(load))
  .then(() => document.dispatchEvent(new Event("parts")));

/** Return what a view's game draws itself, perhaps nothing. */
export const partOf = (view) => PARTS[view.game] ?? {};

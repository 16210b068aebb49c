// Loads what games draw themselves: static/games/<slug>.js for every game that has a look.
// A part exports any of `badges(view)`, `stage(view)` and `seat(view, number, seat)`.

import { SLUGS } from "./looks.js";

const load = (slug) => import(`./games/${slug}.js`).catch(() => ({})); // a board without is a board
const parts = await Promise.all(SLUGS.map(async (slug) => [slug, await load(slug)]));
const PARTS = Object.fromEntries(parts);

/** Return what a view's game draws itself, perhaps nothing. */
export const partOf = (view) => PARTS[view.game] ?? {};

// Calls an offer by what it does: the game's own words know neither the cards nor whose they are.

import { cardName } from "../../looks.js";
import { money, namesOf } from "../../words.js";
import { pictureOf } from "./faces.js";

const SHOTS = { left: ["Cover!", "card"], right: ["Click!", "sound"] };
const CENTS = { "challenge/dollar": 100, "challenge/50c": 50, "challenge/10c": 10 };
const AGAINST = { "challenge/piano-player": "on", "challenge/hands-up": "against" };

/** Return an offer's words and picture, or nothing where its own do. */
export function wordsOf(view, { about, say }) {
  if (about === "shoot") return labelled(...SHOTS[say.side]);
  if (say.take) return labelled(say.take.map((card) => cardName(view, card)).join(", "), pictureOf(say.take[0]));
  if (say.place) return labelled(slotWords(view, say.place.slot), "card");
  return say.challenge ? labelled(useWords(view, say.challenge), "star") : null;
}

const labelled = (label, picture) => ({ label, picture });

/** Say which slot is meant: `slot 3, Red star`. */
export function slotWords(view, slot) {
  const { card } = view.wheel[slot];
  return `Slot ${slot}, ${card ? cardName(view, card) : "empty"}`;
}

function useWords(view, { card, take, give, from }) {
  const name = cardName(view, card);
  if (card in CENTS) return `Use ${name}: the Bank gives ${money(CENTS[card])}`;
  const meant = from ? `${namesOf(view, [from])}'s ${lower(view, take)}` : `${lower(view, take)} of the Wheel`;
  if (give) return `${name}: give ${lower(view, give)} for ${meant}`;
  return card in AGAINST ? `Use ${name.toLowerCase()} ${AGAINST[card]} ${meant}` : `Use ${name.toLowerCase()}: take ${meant}`;
}

function lower(view, card) {
  const name = cardName(view, card);
  return view.suits?.[card] ? name.toLowerCase() : `“${name}”`;
}

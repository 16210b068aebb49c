// Chooses cards: of one's own hand where this page may know it, else by kind and location number.

import { h, icon } from "../../dom.js";
import { cardName, kindIcon, kindName, reasonWords } from "../../looks.js";
import { hidden, numberOf } from "./box.js";
import { choice, group, hint } from "./pieces.js";

/**
 * Make a chooser of at most `most` cards, kept in the tray under `key`. `hand` are one's own cards
 * as the view has them, or null; `reasonOf(kind)` says why a kind cannot be meant, or nothing.
 */
export function chooser(view, tray, { key, most, hand = null, among = {}, reasonOf = () => null }) {
  if (hand) return handPicks(view, tray, { key, most, hand, reasonOf });
  return [chosenCards(view, tray, key, most), kindPicks(view, tray, { key, among, reasonOf }), numberPicks(view, tray, { key, most, among })];
}

/** Return the chosen cards that can still be meant. */
export const chosen = (tray, key) => tray[key] ?? [];

function handPicks(view, tray, { key, most, hand, reasonOf }) {
  const picked = chosen(tray, key);
  return group(".picks-hand", "Your hand", hand.map((one) => {
    const reason = reasonOf(one.kind, one);
    return choice(".pick-card", {
      is: picked.includes(one.card), isOff: Boolean(reason) || isFull(picked, most, one.card),
      label: [cardWords(view, one.card, one.location), reason && reasonWords(view, reason)].filter(Boolean).join(": "),
      chosen: { list: key, value: one.card, most },
    }, face(view, one.card, one.location), reason && h("small", {}, reasonWords(view, reason)));
  }));
}

const isFull = (picked, most, card) => most > 1 && picked.length >= most && !picked.includes(card);

/** Draw a card small: its picture, its name and the location where it is. */
export const face = (view, card, number) => [
  icon(kindIcon(view, card)), h("span.pick-name", {}, cardName(view, card)), place(number)];

/** Say which card it is: `Rifle 1, location 4`; a vehicle is nowhere. */
export const cardWords = (view, card, number) => `${cardName(view, card)}, ${number ? `location ${number}` : "nowhere"}`;

const place = (number) => h("span.pick-place", {}, number ? String(number) : "–");

function chosenCards(view, tray, key, most) {
  const picked = chosen(tray, key);
  return most > 1 && picked.length > 0 && group(".picks-hand", "Chosen", picked.map((card) => choice(".pick-card", {
    is: true, label: cardWords(view, card, numberOf(view, card)), chosen: { list: key, value: card, most } }, face(view, card, numberOf(view, card)))));
}

/** Return the kind whose cards are shown: the chosen one, or the only one. */
function kindNow(view, tray, key, among) {
  const kinds = [...new Set(hidden(view, among).map((one) => one.kind))];
  const picked = tray[`${key}-kind`];
  return { kinds, now: kinds.length === 1 ? kinds[0] : kinds.find((kind) => kind === picked) };
}

function kindPicks(view, tray, { key, among, reasonOf }) {
  const { kinds, now } = kindNow(view, tray, key, among);
  if (!kinds.length) return hint("No such card can be in a hand.");
  if (kinds.length === 1) return null;
  return group(".picks-kinds", "Kind of card", (now ? [now] : kinds).map((kind) => {
    const reason = reasonOf(kind);
    return choice("", { is: kind === now, isOff: Boolean(reason), chosen: { [`${key}-kind`]: kind } },
      icon(kindIcon(view, kind)), kindName(view, kind), reason && h("small", {}, reasonWords(view, reason)));
  }), now && choice("", { is: null, chosen: { [`${key}-kind`]: null } }, "Another kind…"));
}

function numberPicks(view, tray, { key, most, among }) {
  const { now } = kindNow(view, tray, key, among);
  if (!now) return null;
  const picked = chosen(tray, key);
  const cards = hidden(view, among).filter((one) => one.kind === now);
  return group(".picks-numbers", `Location on the ${kindName(view, now)}`, cards.map(({ card, number }) =>
    choice(".pick-number", { is: picked.includes(card), isOff: isFull(picked, most, card), label: cardWords(view, card, number),
      chosen: { list: key, value: card, most } }, place(number), h("small", {}, cardName(view, card)))));
}

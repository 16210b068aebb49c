// What a seat tells that needs a card, a slot or words. What is chosen stays on this page until it
// is said: nobody else learns which card a seat holds.

import { h, icon } from "../../dom.js";
import { cardName, lookOf } from "../../looks.js";
import { isNumber } from "../../parts.js";
import { slug, words } from "../../words.js";
import { face, features } from "./faces.js";
import { slotWords } from "./offers.js";
import { sentence } from "./wheel.js";

const CHALLENGE = "challenge/";
const DIRECTIONS = { before: "counter-clockwise", after: "clockwise" };
const trays = new Map(); // seat -> what is chosen there

const trayOf = (seat) => {
  if (!trays.has(seat)) trays.set(seat, {});
  return trays.get(seat);
};

/** Choose something for a seat; the same once more takes it back. */
export function pick(seat, chosen) {
  const tray = trayOf(seat);
  if (chosen.colour || chosen.object) tray.challenge = null;
  if (chosen.challenge) tray.colour = tray.object = null;
  for (const [name, value] of Object.entries(chosen)) tray[name] = tray[name] === value ? null : value;
}

/** Make the forms that a seat may need now; `isClosed` says whether they begin closed. */
export function forms(view, seat, isClosed = false) {
  const tray = trayOf(seat);
  forget(view, seat, tray);
  if (view.paused || view.over || view.seats?.[seat]?.alive === false) return null;
  return [
    laying(view, seat).map((form) => drawer(tray, form.key, form.title, isClosed, () => layBody(view, tray, form))),
    isClaimOpen(view) && drawer(tray, "words", "Enter the claim", isClosed, () => claimBody(view, tray)),
    drawer(tray, "drew", "Challenge or Target card…", true, () => drewBody(view)),
  ];
}

/** Forget what the table has moved on from. */
function forget(view, seat, tray) {
  const isTold = !view.seats?.[seat]?.has_card && !isDealer(view, seat);
  if (isTold) tray.colour = tray.object = null;
  if (tray.challenge && !isDealer(view, seat)) tray.challenge = null;
  if (tray.phase !== view.phase && !isClaimOpen(view)) tray.trigger = tray.target = tray.direction = null;
  if (tray.turn !== view.turn || (isTold && !isOf(view, seat))) tray.slot = null;
  if (isDealer(view, seat) && tray.dealt !== view.deck) tray.colour = tray.object = tray.challenge = null;
  Object.assign(tray, { phase: view.phase, turn: view.turn, dealt: view.deck });
}

const isOf = (view, seat) => view.covering?.seat === seat || view.phase === "clementine";
const isClaimOpen = (view) => Boolean(view.covering) && ["cover", "claim"].includes(view.phase);
const isDealer = (view, seat) => ["wheel", "refill"].includes(view.phase)
  && (view.waiting ?? []).some((wait) => wait.seat === seat && wait.gesture === "card");

/** List what a seat may lay now: each with what must be chosen, and what its buttons say. */
function laying(view, seat) {
  const me = view.seats?.[seat] ?? {};
  const { phase, covering, clementine } = view;
  const cover = (card, slot) => ({ cover: { card, slot } });
  if (phase === "shootout" && me.has_card) {
    return [{ key: "play", title: "The card in hand: only this page knows it", hasSlot: true, buttons: [
      { verb: "Cover", needs: "both", say: cover }, { verb: "Click!", needs: "card", say: (card) => ({ click: card }) }] }];
  }
  if (phase === "click" && clementine?.by === seat && !clementine.card) {
    return [{ key: "play", title: "Which card do you click?", buttons: [
      { verb: "Click", needs: "card", say: (card) => ({ click: card }) }] }];
  }
  if (phase === "clementine" && clementine?.card && clementine.by !== seat) {
    return [{ key: "use", title: "Stop her, and cover at once", card: clementine.card, hasSlot: true, buttons: [
      { verb: "Cover", needs: "both", say: cover }] }];
  }
  if (covering?.seat === seat && !isNumber(covering.slot)) {
    const title = covering.card ? "Which slot do you cover?" : "Which card, on which slot?";
    return [{ key: "play", title, card: covering.card, hasSlot: true, buttons: [
      { verb: "Cover", needs: "both", say: cover }] }];
  }
  if (phase === "place" && view.placing === seat && me.has_card) {
    return [{ key: "play", title: "Place your card", hasSlot: true, mayBeEmpty: true, buttons: [
      { verb: "Place", needs: "both", say: (card, slot) => ({ place: { card, slot } }) }] }];
  }
  if (isDealer(view, seat)) {
    const next = view.wheel.findIndex((slot) => !slot.card);
    return [{ key: "deal", title: `The deck's next card, for slot ${next}`, hasChallenges: true, slot: next, buttons: [
      { verb: "Lay", needs: "card", say: (card) => ({ place: { card, slot: next } }) }] }];
  }
  return [];
}

/** Make a form that opens and closes, and stays as it was left. */
function drawer(tray, key, title, isClosed, body) {
  const isOpen = tray[`open-${key}`] ?? !isClosed;
  return h("section.form", { "data-key": `form-${key}`, "aria-label": title },
    h("button.form-title", { type: "button", "aria-expanded": String(isOpen), "data-pick": JSON.stringify({ [`open-${key}`]: !isOpen }) },
      title, h("span.form-mark", { "aria-hidden": "true" }, isOpen ? "–" : "+")),
    isOpen && body());
}

function layBody(view, tray, form) {
  const card = form.card ?? chosenCard(view, tray);
  const slot = form.slot ?? tray.slot ?? null;
  return [
    form.card ? h("p.form-card", {}, face(view, form.card)) : picker(view, tray, form),
    form.hasSlot && slotPicker(view, tray, form),
    h("div.form-says", {}, form.buttons.map((button) => sayButton(view, button, card, slot))),
  ];
}

function chosenCard(view, tray) {
  if (tray.challenge) return tray.challenge;
  return tray.colour && tray.object ? `${tray.colour}/${tray.object}` : null;
}

/** Make the button that says it, once all is chosen. */
function sayButton(view, { verb, needs, say }, card, slot) {
  const isReady = Boolean(card) && (needs === "card" || isNumber(slot));
  const what = [card && cardName(view, card), needs === "both" && isNumber(slot) && `slot ${slot}`].filter(Boolean);
  return said(isReady && say(card, slot), [verb, what.join(", ")].filter(Boolean).join(": "));
}

const said = (say, label) => h("button.button.button-main", {
  type: "button", "data-say": say ? JSON.stringify(say) : null, disabled: !say }, label);

const choice = (kind, is, chosen, ...inside) => h(`button.pick${kind}`, {
  type: "button", "aria-pressed": String(is), "data-pick": JSON.stringify(chosen) }, ...inside);

function picker(view, tray, form) {
  const { colours, objects } = features(view);
  return h("div.picker", {},
    h("div.picks.picks-colours", { role: "group", "aria-label": "Colour" }, colours.map((colour) =>
      choice(`.face-${slug(colour)}`, tray.colour === colour, { colour }, words(colour)))),
    h("div.picks.picks-objects", { role: "group", "aria-label": "Object" }, objects.map((object) =>
      choice("", tray.object === object, { object }, icon(slug(object)), words(object)))),
    form.hasChallenges && h("div.picks.picks-cards", { role: "group", "aria-label": "Or a Challenge card, which is sent away" },
      challenges(view).map((card) => choice("", tray.challenge === card, { challenge: card }, icon("star"), cardName(view, card)))));
}

const challenges = (view) => Object.keys(lookOf(view).cards).filter((card) => card.startsWith(CHALLENGE));

/** Make a small Wheel of buttons. */
function slotPicker(view, tray, form) {
  return h("div.wheel.wheel-picks", { role: "group", "aria-label": "Slot" },
    h("div.wheel-slots", {}, view.wheel.map((slot, number) => {
      const [colour, object] = slot.card?.split("/") ?? ["empty", "empty"];
      return h(`button.pick.wheel-slot.at-${number}.face-${slug(colour)}`, {
        type: "button", "aria-pressed": String(tray.slot === number), "aria-label": slotWords(view, number),
        "data-pick": JSON.stringify({ slot: number }), disabled: !slot.card && !form.mayBeEmpty },
      h("span.slot-number", {}, String(number)),
      slot.card ? [icon(slug(object)), h("span", {}, words(colour))] : h("span", {}, "empty"));
    })));
}

function claimBody(view, tray) {
  const { colours, objects, suits } = features(view);
  const isObject = (word) => objects.includes(word);
  const fits = (word) => !tray.trigger || isObject(word) !== isObject(tray.trigger);
  const target = tray.target && fits(tray.target) ? tray.target : null;
  const isWhole = tray.direction && tray.trigger && target;
  const word = (name, one) => choice(colours.includes(one) ? `.face-${slug(one)}` : "", (name === "trigger" ? tray.trigger : target) === one,
    { [name]: one }, !colours.includes(one) && icon(slug(one)), words(one));
  const rows = (name, title, isFit) => h("div.picker", { role: "group", "aria-label": title },
    h("p.form-hint", { "aria-hidden": "true" }, title),
    [["colours", colours], ["two", suits], ["objects", objects]]
      .filter(([, all]) => isFit(all[0]))
      .map(([kind, all]) => h(`div.picks.picks-${kind}`, {}, all.map((one) => word(name, one)))));
  return [
    h("div.picks.picks-two", { role: "group", "aria-label": "Direction" }, Object.entries(DIRECTIONS).map(([direction, turn]) =>
      choice("", tray.direction === direction, { direction }, h("b", {}, direction.toUpperCase()), h("small", {}, turn)))),
    rows("trigger", "every", () => true),
    tray.trigger && rows("target", "there is always", fits),
    h("div.form-says", {}, said(
      isWhole && Boolean(view.covering.card) && { claim: [tray.direction, tray.trigger, target] },
      isWhole ? sentence(tray.direction, tray.trigger, target) : "Before or after, every…, always…")),
    isWhole && !view.covering.card && h("p.form-hint", {}, "Wait for the played card."),
  ];
}

function drewBody(view) {
  const seats = Object.values(view.seats ?? {});
  const known = new Set(seats.flatMap((seat) => [...(seat.challenges ?? []), seat.target]));
  const cards = Object.keys(lookOf(view).cards).filter((card) => !known.has(card));
  return [
    h("p.form-hint", {}, "You drew a Challenge card, laid it aside and drew again; or the Target card that you hold."),
    h("div.picks.picks-cards", {}, cards.map((card) =>
      h("button.pick", { type: "button", "data-say": JSON.stringify({ drew: card }) }, icon("star"), cardName(view, card)))),
  ];
}

// The host enters what the rulebook leaves open from the table's own box.

import { h } from "./dom.js";
import { FEATURES, isSame, overlay, own, placed, put, putPart, valuesOf } from "./entered.js";
import { Printed, Values } from "./entries.js";
import { clearFaults, invalid, show } from "./faults.js";
import { Lines } from "./lines.js";
import { Live } from "./live.js";
import { cardName, kindName } from "./looks.js";
import { post, toast } from "./post.js";
import { Box, isThere, isUnlisted, kindField } from "./unlisted.js";
import { slug, words } from "./words.js";

const LAST_NUMBER = 8; // the highest that a card's location or a kind's aim can be
const MOST_HIT = 99;

const form = document.getElementById("deck");
const { game } = form.dataset;
const address = `/api/deck/${game}`;
const onlyMissing = document.getElementById("only-missing");
const numbers = Array.from({ length: LAST_NUMBER + 1 }, (_, number) => String(number));

let groups = [];
let kept = {}; // what the kit has, as it was entered
let shipped = {};

const entries = () => groups.flatMap((group) => group.entries);

start();

async function start() {
  const answer = await fetch(address, { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) {
    say("The kit does not answer. Load this page again.");
    return;
  }
  const deck = await answer.json();
  ({ shipped, entered: kept } = deck);
  groups = groupsOf(deck);
  document.getElementById("groups").replaceChildren(...groups.map((group) => group.element));
  filter();
  openFirst();
  new Live(document.body.dataset.view, (view) => {
    document.getElementById("running").hidden = !view.game || Boolean(view.over);
  });
}

/** Make a group of entries that folds away, with how much of it is missing. */
function group(title, list, picture = null) {
  const left = h("span.left-over", {}, "");
  const element = h("details.group", {}, h("summary", {}, picture, h("h2", {}, title), " ", left), list.map((entry) => entry.element));
  return { element, entries: list, left };
}

function groupsOf(deck) {
  return [
    ...cardGroups(),
    group("The whole box", Object.values(shipped.cards).some(isUnlisted) ? [new Box(shipped, kept)] : []),
    group("Kinds", Object.entries(shipped.kinds ?? {}).map(([name, kind]) =>
      new Values(`kinds.${name}`, kindName({ game }, name), kind, own(kept.kinds, name), KIND_FIELDS))),
    group("The Bank", bankOf()),
    group("Target cards", targetsOf()),
    group("Texts", Object.keys(deck.deck.texts ?? {}).filter((name) => !isTarget(name)).map((name) => textOf(name))),
  ].filter((each) => each.entries.length);
}

const KIND_FIELDS = [
  { key: "aim", label: "Aim", values: numbers, isWhole: true },
  { key: "hit", label: "Hit", kind: "number", least: 0, most: MOST_HIT },
  { key: "draw", label: "Draw", values: ["always", "on_hit", "none"] },
];

/** Make a group for each colour of the cards that have something to enter, or else for each kind. */
function cardGroups() {
  const sorted = new Map();
  for (const [name, card] of Object.entries(shipped.cards)) {
    const fields = fieldsOf(card);
    if (!fields.length) continue;
    const key = card.colour ?? card.kind ?? name.split("/")[0];
    const short = card.colour && card.object ? words(card.object) : ""; // its group says the colour
    const entry = new Values(`cards.${name}`, cardName({ game }, name), card, own(kept.cards, name), fields, short);
    sorted.set(key, [...(sorted.get(key) ?? []), entry]);
  }
  const colours = valuesOf(shipped.cards, "colour");
  return [...sorted].map(([key, list]) => group(`${kindName({ game }, key)} cards`, list,
    colours.includes(key) && h(`span.swatch.swatch-${slug(key)}`, { "aria-hidden": "true" })));
}

/** List what can be entered of a card: what the deck has a guess for, or that the card is there. */
function fieldsOf(card) {
  const fields = [];
  if (card.suit !== undefined) fields.push({ key: "suit", label: "Suit", values: valuesOf(shipped.cards, "suit") });
  if (isUnlisted(card)) fields.push(kindField(game, shipped.kinds));
  if (card.location !== undefined) fields.push({ key: "location", label: "Number", values: numbers, isWhole: true, isWanted: isThere });
  if (!fields.length && card.verified === false) fields.push({ key: "verified", label: "My box has this card", kind: "tick" });
  return fields;
}

const hasBank = () => (shipped.bank ?? []).length > 0 && FEATURES.some((feature) => valuesOf(shipped.cards, feature).length);
const isTarget = (name) => hasBank() && own(shipped.cards, name)?.kind === "bank";

function bankOf() {
  return hasBank() ? [new Lines("bank", "What the Bank pays", shipped.bank, kept.bank, shipped.cards)] : [];
}

function targetsOf() {
  return Object.keys(shipped.cards).filter(isTarget).map((name) => {
    const text = own(shipped.texts, name) === undefined ? null : textOf(name, `What is printed on ${words(name)}`, "What is printed on it");
    const lines = own(shipped.targets, name);
    return new Lines(`targets.${name}`, words(name), lines, own(kept.targets, name), shipped.cards, text);
  });
}

function textOf(name, title = words(name), short = "") {
  const isEntered = isVerified(overlay(shipped, kept), name);
  return new Printed(`texts.${name}`, title, own(shipped.texts, name), isVerified(shipped, name), own(kept.texts, name), isEntered, short);
}

/** Tell whether a text is verified: it is listed, or there is no list and it is not empty. */
function isVerified(deck, name) {
  const listed = deck.verified?.texts;
  return Boolean(own(deck.texts, name)) && (!listed || listed.includes(name));
}

const texts = () => entries().flatMap((entry) => (entry instanceof Printed ? [entry] : entry.text ? [entry.text] : []));

/** Put together all that is entered; what this page does not know of stays as it is. */
function collected() {
  const whole = structuredClone(kept);
  for (const entry of [...entries(), ...texts()]) {
    const cut = entry.place.indexOf(".");
    if (entry.store) continue;
    if (cut < 0) putPart(whole, entry.place, entry.value());
    else put(whole, entry.place.slice(0, cut), entry.place.slice(cut + 1), entry.value());
  }
  putPart(whole, "verified", verifiedOf(whole));
  for (const entry of entries()) entry.store?.(whole); // what follows from the others
  return whole;
}

/** List the verified texts, where the list is not what it was anyway. */
function verifiedOf(whole) {
  const sure = texts().filter((text) => !text.missing).map((text) => text.place.slice("texts.".length));
  const all = overlay(shipped, { texts: whole.texts ?? {} });
  const anyway = Object.keys(all.texts ?? {}).filter((name) => isVerified(all, name));
  return isSame([...sure].sort(), anyway.sort()) ? undefined : { texts: sure };
}

const isChanged = () => groups.length > 0 && !isSame(collected(), kept);

form.addEventListener("input", changed);
form.addEventListener("change", changed);
onlyMissing.addEventListener("change", filter);
form.addEventListener("click", (event) => {
  const button = event.target.closest("[data-reset]");
  if (button) resetAt(button.closest(".entry").dataset.place);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  save();
});
addEventListener("beforeunload", (event) => isChanged() && event.preventDefault());

function changed(event) {
  const place = event.target.closest(".entry")?.dataset.place;
  const entry = entryAt(place);
  if (!entry) return;
  if (event.target !== entry.element) entry.read(event.target);
  clearAll(event.target.closest("[data-place]"));
  tell();
}

const entryAt = (place) => [...entries(), ...texts()].find((entry) => entry.place === place);

function resetAt(place) {
  const entry = entryAt(place);
  entry.reset();
  tell();
  (entry.element.querySelector("input, select, textarea") ?? entry.element.querySelector("button")).focus();
}

/** Say how much is missing, in all and in each group. */
function tell() {
  const sum = (list) => list.reduce((total, entry) => total + entry.missing + (entry.text?.missing ?? 0), 0);
  const text = `${sum(entries())} to enter`;
  const place = document.getElementById("count");
  if (place.textContent !== text) place.textContent = text;
  document.getElementById("unsaved").hidden = !isChanged();
  for (const { left, entries: list } of groups) left.textContent = sum(list) ? `${sum(list)} to enter` : "complete";
}

/** Hide what is complete now; what is entered from here on stays where it is. */
function filter() {
  for (const entry of entries()) entry.element.hidden = onlyMissing.checked && !entry.isOpen;
  for (const { element, entries: list } of groups) element.hidden = list.every((entry) => entry.element.hidden);
  document.getElementById("nothing").hidden = groups.some(({ element }) => !element.hidden);
  tell();
}

function openFirst() {
  const first = groups.find(({ element }) => !element.hidden);
  if (first) first.element.open = true;
}

async function save() {
  if (form.ariaBusy === "true") return;
  clearAll(form);
  const wrong = invalid(form);
  if (wrong.length) {
    refuse(wrong);
    return;
  }
  const entered = collected();
  form.ariaBusy = "true";
  const said = await post(address, { entered });
  form.ariaBusy = "false";
  if (said.ok) taken(entered, said);
  else if (said.faults) refuse(said.faults.map(placed));
  else say(said.status === 401 ? `${said.text} This page keeps what you entered: log in on another one.` : said.text);
}

function taken(entered, said) {
  kept = entered;
  if (onlyMissing.checked) filter();
  tell();
  toast(said.text || "Saved. It counts from the next game.", said.text ? "refused" : "done");
}

/** Show every fault at its place, and above the button those that have none here. */
function refuse(faults) {
  const homeless = faults.filter((fault) => !show(form, fault));
  const count = faults.length === 1 ? "One entry is not right" : `${faults.length} entries are not right`;
  say(`${count}; nothing was saved.`, homeless);
  (form.querySelector("[aria-invalid]") ?? form.querySelector(".faults:not([hidden])")?.closest("[data-place]")?.querySelector("input, select, textarea"))?.focus();
}

function clearAll(inside) {
  clearFaults(inside);
  say("");
}

function say(text, faults = []) {
  const place = document.getElementById("said");
  place.hidden = !text;
  place.replaceChildren(text, ...faults.map(({ place: where, what }) => h("span.homeless", {}, where ? `${where}: ${what}` : what)));
}

// What a seat tells that needs a card, a player or numbers: each question has its form.

import { h } from "../../dom.js";
import { cardName } from "../../looks.js";
import { isNumber } from "../../parts.js";
import { entryText, groupsOf, referenceBody } from "../../reference.js";
import { counted, namesOf } from "../../words.js";
import { aimBody, aimWords, aimed } from "./aim.js";
import { cardsOf } from "./box.js";
import { cardWords, chooser, chosen, face } from "./chooser.js";
import { drawer, group, hint, says } from "./pieces.js";
import { forget, pick } from "./tray.js";

export { pick };

const MOST_ESCAPING = 2;

/** Make the forms that a seat may need now; `isClosed` says whether they begin closed. */
export function forms(view, seat, isClosed = false) {
  const me = view.seats?.[seat];
  if (!me || view.over || view.paused) return null;
  const hand = view.you?.seat === seat ? view.cards ?? null : null;
  const tray = forget(seat, question(view, seat));
  const told = { view, seat, me, hand, tray, isClosed };
  const asked = [declaring, answering, laying, reacting, drawing, playing, escaping].map((form) => form(told));
  const own = [
    ...asked, !asked.some(Boolean) && handList(told), circled(told), !isClosed && looking(told),
  ].filter(Boolean);
  return own.length ? own : null;
}

/** Name the question that is asked: what is chosen for it is forgotten with it. */
function question(view, seat) {
  const now = view.attack;
  return JSON.stringify([view.phase, view.turn, now?.card, now?.declared, owedBy(view, seat), view.cards?.length]);
}

const isTurn = ({ view, seat }, phases) => view.legal?.seat === seat && phases.includes(view.phase);

// A card that is played

function playing(told) {
  if (!isTurn(told, ["turn", "extra"])) return null;
  const { view, hand, tray, isClosed } = told;
  const kinds = view.legal.kinds;
  const reasonOf = (kind, one) => one?.reason ?? kinds[kind]?.reason ?? (kinds[kind] ? null : "card_unlisted");
  return drawer(tray, { key: "play", title: "Play a card", isClosed }, () => [
    chooser(view, tray, { key: "card", most: 1, hand, reasonOf }),
    played(told, chosen(tray, "card")[0], kinds),
  ]);
}

function played({ view, seat, hand, tray }, card, kinds) {
  const kind = kindOf(view, card) ?? tray["card-kind"];
  if (!card) return kind ? entryText(view, kind) : null;
  const rule = kinds[kind] ?? {};
  const aim = aimed(tray, seat, rule);
  return [
    entryText(view, kind),
    aimBody(view, tray, { seat, card, kind, hand }, rule),
    says(aim && { play: { card, ...aim } }, label("Play", cardName(view, card), aim && aimWords(view, aim))),
  ];
}

const kindOf = (view, card) => cardsOf(view).find((one) => one.card === card)?.kind ?? null;
const label = (verb, ...rest) => [verb, rest.filter(Boolean).join(": ")].filter(Boolean).join(" ");

/** Make the rest of a card that lies there already: a tapped one, DBS's second shot, a counter. */
function declaring({ view, seat, hand, tray, isClosed }) {
  const now = view.attack;
  if (!now || now.declared || now.by !== seat || view.phase !== "aim") return null;
  const meant = { seat, card: now.card, kind: now.kind, hand };
  const aim = aimed(tray, seat, now);
  const say = { play: { card: now.card, target: now.target ?? undefined }, shot: {}, react: { card: now.card } }[now.as];
  return drawer(tray, { key: "aim", title: `${cardName(view, now.card)}: where?`, isClosed }, () => [
    aimBody(view, tray, meant, { reach: now.reach, pairs: now.pairs }),
    says(aim && { [now.as]: { ...say, numbers: aim.numbers, with: aim.with } }, label("Fire", aim && aimWords(view, aim))),
  ]);
}

// An attack is answered

/** Offer how many have hit, where that is counted; none at all is an offer of the kit's. */
function answering({ view, seat, tray, isClosed }) {
  const most = view.attack?.asked?.[seat];
  if (!isNumber(most)) return null;
  const noun = view.attack.kind === "lmg" ? "location" : "card";
  return drawer(tray, { key: "hit", title: `How many ${noun}s are hit?`, isClosed }, () =>
    group(".picks-says", "Hit", Array.from({ length: most }, (_, n) => says({ hit: n + 1 }, counted(n + 1, noun)))));
}

function reacting(told) {
  const { view, seat, hand, tray, isClosed } = told;
  const rules = view.reactions?.[seat];
  if (!rules) return null;
  const kinds = Object.keys(rules);
  const title = kinds.includes("pan") ? "Block it with a pan" : `Strike back at ${namesOf(view, [view.turn])}`;
  const fit = hand?.filter((one) => kinds.includes(one.kind)) ?? null;
  return drawer(tray, { key: "react", title, isClosed }, () => [
    fit?.length === 0 ? hint("No card in your hand does.") : chooser(view, tray, { key: "card", most: 1, hand: fit, among: { kinds } }),
    reacted(told, chosen(tray, "card")[0], rules),
  ]);
}

function reacted({ view, seat, hand, tray }, card, rules) {
  const kind = kindOf(view, card);
  if (!kind || !rules[kind]) return null;
  const aim = aimed(tray, seat, rules[kind]);
  return [
    aimBody(view, tray, { seat, card, kind, hand }, rules[kind]),
    says(aim && { react: { card, ...aim } }, label(kind === "pan" ? "Block with" : "Strike back with", cardName(view, card), aim && aimWords(view, aim))),
  ];
}

// Cards that are laid off or drawn

/** Return whose cards a seat lays off next: its own first, else those that it picks blind. */
function owedBy(view, seat) {
  const all = (view.owing ?? []).filter((one) => one.by === seat || one.seat === seat);
  return all.find((one) => one.seat === seat && one.by === seat) ?? all[0];
}

function laying({ view, seat, me, hand, tray, isClosed }) {
  const owed = owedBy(view, seat);
  if (!owed) return null;
  if (view.among?.length && hand) return keeping(view, tray, hand);
  const own = owed.seat === seat ? hand : null;
  const most = owed.count ?? view.seats[owed.seat].hand ?? me.hand;
  const among = owed.numbers.length ? { numbers: owed.numbers } : {};
  return drawer(tray, { key: "lay", title: layTitle(view, seat, owed), isClosed }, () => {
    const cards = chosen(tray, "lay");
    const isWhole = owed.count === null || cards.length === owed.count;
    return [
      chooser(view, tray, { key: "lay", most, hand: own, among }),
      says(isWhole && { discard: cards }, `Lay off ${listed(view, cards, owed.count)}`),
    ];
  });
}

function layTitle(view, seat, { seat: whose, count, numbers, by }) {
  if (count === null) return `Lay off all cards of location ${numbers.join(", ")}`;
  if (whose === seat) return by === seat ? `Lay off ${counted(count, "card")}` : `${namesOf(view, [by])} picks ${counted(count, "card")} of yours, blind`;
  return `Pick ${counted(count, "card")} of ${namesOf(view, [whose])}'s, blind`;
}

function listed(view, cards, count) {
  const names = cards.map((card) => cardName(view, card)).join(", ");
  if (count === null) return names || "nothing: no card matches";
  return names ? `${names} (${cards.length} of ${count})` : `${counted(count, "card")}`;
}

/** Offer which of two drawn cards stays (Village). */
const keeping = (view, tray, hand) => drawer(tray, { key: "keep", title: "Which of the two do you keep?" }, () =>
  group(".picks-says", "Keep", hand.filter((one) => view.among.includes(one.card)).map((one) =>
    says({ keep: one.card }, `Keep ${cardWords(view, one.card, one.location)}`))));

/** Ask which cards were drawn, where the kit knows the hands. */
function drawing({ view, seat, me, hand, tray, isClosed }) {
  const isAsked = ["deal", "draw"].includes(view.phase) && (view.waiting ?? []).some((wait) => wait.seat === seat);
  if (view.hands !== "tracked" || !isAsked) return null;
  const most = hand ? me.hand - hand.length : me.hand;
  const title = hand ? `Which ${counted(most, "card")} did you draw?` : "Which cards were drawn?";
  return drawer(tray, { key: "draw", title, isClosed }, () => {
    const cards = chosen(tray, "drawn");
    return [
      hint("Lay them on a reader one after another, or name them here."),
      chooser(view, tray, { key: "drawn", most }),
      says(cards.length > 0 && { draw: cards }, label("Drew", cards.map((card) => cardName(view, card)).join(", "))),
    ];
  });
}

function escaping(told) {
  if (!isTurn(told, ["turn", "extra", "escape"])) return null;
  const { view, hand, tray } = told;
  return drawer(tray, { key: "escape", title: "Escape: discard one or two", isClosed: view.phase !== "escape" }, () => {
    const cards = chosen(tray, "escape");
    return [
      hint(view.effect?.active && view.location === "grassland" ? "Grassland: an escape draws nothing." : "You draw as many as you discard."),
      chooser(view, tray, { key: "escape", most: MOST_ESCAPING, hand }),
      says(cards.length > 0 && { escape: cards }, label("Escape with", cards.map((card) => cardName(view, card)).join(", "))),
    ];
  });
}

/** Take a circled card that was drawn: it is shown, and another replaces it. */
function circled({ view, me, tray }) {
  if (view.hands === "tracked" || !view.circled?.length || !me.hand || !view.turn) return null;
  return drawer(tray, { key: "redraw", title: "I drew a circled card…", isClosed: true }, () => {
    const [card] = chosen(tray, "redraw");
    return [
      chooser(view, tray, { key: "redraw", most: 1, among: { isCircled: true } }),
      says(card && { redraw: card }, label("Show", card && cardName(view, card))),
    ];
  });
}

// To look at

function handList({ view, hand, tray }) {
  if (!hand?.length) return null;
  return drawer(tray, { key: "hand", title: `Your hand: ${counted(hand.length, "card")}` }, () =>
    h("ul.hand", {}, hand.map((one) => h("li.pick.pick-card", { "aria-label": cardWords(view, one.card, one.location) }, face(view, one.card, one.location)))));
}

/** Let the phone look up what a card or a location does. */
function looking({ view, tray }) {
  if (!groupsOf(view).length) return null;
  return drawer(tray, { key: "look", title: "What does a card do?", isClosed: true }, () =>
    h("div.reference-body", {}, referenceBody(view, tray.ref)));
}

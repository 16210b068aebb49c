// Draws the table as everybody sees it: the same as templates/_board.html, from the stream.

import { h, icon, morph } from "./dom.js";
import { SEAT_DRAWN, VIEW_DRAWN, asked, facts, foulText, namesOf, slug, verdict, words } from "./words.js";

const isNumber = (value) => typeof value === "number";

/** Bring #board and the small print up to a view. */
export function drawBoard(view) {
  const board = document.getElementById("board");
  if (board) morph(board, table(view));
  const print = document.getElementById("small-print");
  if (print) morph(print, h("div", { id: "small-print" }, factList(facts(view.options, [])), fouls(view)));
  const title = view.title || "Ringmaster";
  if (document.body.dataset.view === "public" && document.body.classList.contains("page-board")) {
    document.title = `${title} – the board`;
  }
}

/** Keep each sentence once: what may be done in two ways, or by anybody, waits more than once. */
const once = (waits) => waits.filter((wait, i) => waits.findIndex((w) => w.text === wait.text) === i);

function table(view) {
  return h("div.board", { id: "board", "data-game": view.game ? slug(view.game) : "" },
    marquee(view), h("div.notices", {}, notices(view)), stage(view), seats(view));
}

function marquee(view) {
  const counts = ["shootout", "showdown"].filter((key) => isNumber(view[key]));
  const badge = (label, value) => h("li.badge", {}, `${label} `, h("b", {}, String(value)));
  return h("header.marquee", {},
    h("h1", {}, view.title || (view.game ? words(view.game) : "No game yet")),
    h("ul.badges", {},
      h("li.badge.badge-phase", {}, words(view.phase)),
      counts.map((key) => badge(words(key), view[key])),
      facts(view, VIEW_DRAWN).map(([label, value]) => badge(label, value)),
      view.paused && h("li.badge.badge-paused", {}, icon("pause"), "Paused")));
}

function notices(view) {
  const lines = (view.notices ?? []).map((n) =>
    h(`p.notice.notice-${slug(n.state)}`, {}, icon("warning"), h("b", {}, words(n.part)), ` ${n.text}`));
  const no = view.refused;
  if (no && no.fresh !== false) { // the table has moved on from an older one
    const who = no.seat ? `: ${namesOf(view, [no.seat])}` : "";
    lines.push(h("p.notice.notice-refused", {},
      icon("no"), h("b", {}, `Refused${who}`), ` ${no.text || words(no.reason)}`));
  }
  return lines;
}

function stage(view) {
  const side = view.token?.side;
  const waits = once(asked(view));
  return h("section.stage", { "aria-label": "On the table" },
    verdict(view) && h("p.verdict", {}, icon("crown"), verdict(view)),
    isNumber(view.pot) && h("p.pot", {}, h("span.pot-label", {}, "Pot"), h("b", {}, String(view.pot))),
    side && h("p.token", {}, icon(`arrow-${slug(side)}`), h("span", {}, `Pass ${side}`)),
    isNumber(view.margin_ms) && h("p.margin", {},
      h("span", {}, "Last margin"), " ", h("b", {}, `${words(view.margin_ms)} ms`)),
    waits.length > 0 && h("ul.asked", {}, waits.map((wait) =>
      h("li", {}, icon(slug(wait.gesture ?? "")), h("span", {}, wait.text),
        isNumber(wait.until) && h("span.left", { "data-until": wait.until })))));
}

function seats(view) {
  const all = Object.entries(view.seats ?? {});
  return h("section.round", { "aria-label": "Players" },
    h("ol.seats", { "data-count": all.length }, all.map(([n, seat]) => seatCard(view, Number(n), seat))),
    all.length === 0 && h("p.empty", {}, "The host sets up a game; the players appear here."));
}

function seatCard(view, number, seat) {
  const waits = once((view.waiting ?? []).filter((wait) => wait.seat === number));
  const wins = (view.winners ?? []).includes(number);
  const is = [seat.alive === false && "is-out", waits.length > 0 && "is-waiting", wins && "is-winner"];
  return h(["li.seat", ...is.filter(Boolean)].join("."), { "data-key": `seat-${number}` },
    h("div.seat-head", {},
      h("span.seat-number", {}, h("span.unseen", {}, "Seat "), String(number)),
      h("h2.seat-name", {}, seat.name ?? ""),
      seat.character && h("span.seat-character", {}, words(seat.character))),
    isNumber(seat.coins) && h("p.coins", {},
      icon("coin"), h("b", {}, String(seat.coins)), h("span.unseen", {}, " coins")),
    flags(view, number, seat, waits, wins),
    seat.played && pile(seat.played),
    factList(facts(seat, SEAT_DRAWN)));
}

function flags(view, number, seat, waits, wins) {
  const count = (view.fouls ?? []).filter((foul) => foul.seat === number).length;
  const flag = (kind, picture, text) => h(`li.flag.flag-${kind}`, {}, icon(picture), text);
  return h("ul.flags", {},
    wins && flag("winner", "crown", "Winner"),
    seat.alive === false && flag("out", "skull", "Out"),
    view.first_player === number && flag("first", "star", "First player"),
    view.turn === number && flag("turn", "hold", "Turn"),
    waits.map((wait) => flag("waiting", "clock", words(wait.gesture))),
    count > 0 && flag("foul", "foul", `${count} foul${count === 1 ? "" : "s"}`));
}

function pile(cards) {
  return h("ul.pile", { "aria-label": "Played cards" },
    cards.map((card) => h(`li.card.card-${slug(card)}`, {}, words(card))),
    cards.length === 0 && h("li.pile-empty", {}, "nothing played"));
}

/** Make a list of labelled values. */
export function factList(lines) {
  return h("dl.facts", {}, lines.map(([label, value]) =>
    h("div", {}, h("dt", {}, label), h("dd", {}, value))));
}

function fouls(view) {
  const all = view.fouls ?? [];
  const line = (f) => `${namesOf(view, [f.seat])}: ${foulText(f)}`;
  return h("ul.fouls", {},
    all.map((foul) => h("li", {}, icon("foul"), line(foul))),
    all.length === 0 && h("li", {}, "No fouls."));
}

// Draws the table as everybody sees it: the same as templates/_board.html, from the stream.

import { h, icon, morph } from "./dom.js";
import { partOf } from "./games.js";
import { flagsOf, lookOf, marksOf } from "./looks.js";
import { factList, flag, isNumber, pile, pips, score } from "./parts.js";
import { asked, counted, facts, foulText, namesOf, slug, verdict, words } from "./words.js";

/** Bring #board and the small print up to a view. */
export function drawBoard(view) {
  const board = document.getElementById("board");
  if (board) morph(board, table(view));
  const print = document.getElementById("small-print");
  if (print) morph(print, h("div", { id: "small-print" }, factList(facts(view.options, [], lookOf(view).options)), fouls(view)));
  const title = view.title || "Ringmaster";
  if (document.body.dataset.view === "public" && document.body.classList.contains("page-board")) {
    document.title = `${title} – the board`;
  }
}

/** Keep each sentence once: what may be done in two ways waits more than once. */
const once = (waits) => waits.filter((wait, i) => waits.findIndex((w) => w.text === wait.text) === i);

function table(view) {
  return h("div.board", { id: "board", "data-game": view.game ? slug(view.game) : "" },
    marquee(view), h("div.notices", {}, notices(view)), stage(view), seats(view));
}

function marquee(view) {
  const look = lookOf(view);
  return h("header.marquee", {},
    h("h1", {}, view.title || (view.game ? words(view.game) : "No game yet")),
    h("ul.badges", {},
      h("li.badge.badge-phase", {}, look.phases[view.phase] || words(view.phase)),
      facts(view, look.view_drawn).map(([label, value]) =>
        h("li.badge", {}, label, value !== "yes" && [" ", h("b", {}, value)])),
      partOf(view).badges?.(view),
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
  const waits = asked(view);
  return h("section.stage", { "aria-label": "On the table" },
    verdict(view) && h("p.verdict", {}, icon("crown"), verdict(view)),
    partOf(view).stage?.(view),
    isNumber(view.margin_ms) && h("p.margin", {},
      h("span", {}, lookOf(view).margin), " ", h("b", {}, `${words(view.margin_ms)} ms`)),
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
  const look = lookOf(view);
  const waits = once((view.waiting ?? []).filter((wait) => wait.seat === number));
  const wins = (view.winners ?? []).includes(number);
  const is = [seat.alive === false && "is-out", waits.length > 0 && "is-waiting", wins && "is-winner"];
  return h(["li.seat", ...is.filter(Boolean)].join("."), { "data-key": `seat-${number}` },
    h("div.seat-head", {},
      h("span.seat-number", {}, h("span.unseen", {}, "Seat "), String(number)),
      h("h2.seat-name", {}, seat.name ?? ""),
      seat[look.title] && h("span.seat-title", {}, words(seat[look.title]))),
    score(look, seat),
    flags(view, number, seat, waits),
    seatParts(view, number, seat),
    look.piles.map((one) => pile(view, seat[one.field], one.label, one.empty)),
    factList(facts(seat, look.seat_drawn)));
}

/** Make a seat's flags; a seat's own phone needs none for what it is asked. */
export function flags(view, number, seat, waits = []) {
  const wins = (view.winners ?? []).includes(number);
  const count = (view.fouls ?? []).filter((foul) => foul.seat === number).length;
  return h("ul.flags", {},
    wins && flag("winner", "crown", "Winner"),
    seat.alive === false && flag("out", "skull", "Out"),
    [...marksOf(view, number), ...flagsOf(view, seat)].map((one) => flag(one.field, one.icon, one.text)),
    waits.map((wait) => flag("waiting", "clock", words(wait.gesture))),
    count > 0 && flag("foul", "foul", counted(count, "foul")));
}

/** Make what its game shows of a seat, on the board and on the seat's phone. */
export function seatParts(view, number, seat) {
  const look = lookOf(view);
  return [
    look.pips && pips(seat[look.pips.field], view[look.pips.of], look.pips.noun),
    partOf(view).seat?.(view, number, seat),
  ];
}

function fouls(view) {
  const all = view.fouls ?? [];
  const line = (f) => `${namesOf(view, [f.seat])}: ${foulText(f)}`;
  return h("ul.fouls", {},
    all.map((foul) => h("li", {}, icon("foul"), line(foul))),
    all.length === 0 && h("li", {}, "No fouls."));
}

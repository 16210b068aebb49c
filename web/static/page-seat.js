// A seat: what is asked of it, large and under the thumb; the table below.

import { h, morph, redrawn } from "./dom.js";
import { flags, seatParts } from "./board.js";
import { partOf } from "./games.js";
import { YOU_DRAWN, lookOf } from "./looks.js";
import { Hands, offerButtons } from "./offers.js";
import { factList, score } from "./parts.js";
import { post, tell, toast } from "./post.js";
import { followTable } from "./table.js";
import { facts, foulText, toYou, verdict, waits, words } from "./words.js";

const mine = document.getElementById("mine");
const tap = document.getElementById("tap-to-hold");
let view = null;
let sending = Promise.resolve();

const offers = () => view?.you?.offers ?? [];

const hands = new Hands(mine, {
  send: (say, kind = {}) => { sending = sending.then(() => send(say, kind)); },
  offerOf: (say) => offers().find((offer) => JSON.stringify(offer.say) === say),
  redraw: () => draw(),
  isTapping: () => tap.checked,
});

/** Post one act after the other, so that a hold never overtakes its letting go. */
async function send(say, { free, hold, question }) {
  const said = await post("/api/act", question ? { say, question } : { say }, { keepalive: true });
  if (said.ok) return;
  if (hold) hands.forget();
  if (!free) toast(said.text || words(said.reason));
}

function draw() {
  if (!view) return;
  const seat = Number(mine.dataset.seat);
  const me = view.seats?.[seat] ?? {};
  const wait = waits(view).find((w) => w.seat === seat);
  const list = offers();
  hands.settle(list);
  morph(mine, h("section.mine", { id: "mine", "aria-label": "Your seat", "data-seat": seat, "data-asked": Boolean(wait), "data-urgent": typeof wait?.until === "number" },
    h("header.mine-head", {},
      h("span.seat-number", {}, String(seat)),
      h("h2.mine-name", {}, me.name ?? `Seat ${seat}`),
      score(lookOf(view), me)),
    flags(view, seat, me),
    h("p.mine-ask", {}, mineAsk(wait, list),
      typeof wait?.until === "number" && h("span.left", { "data-until": wait.until })),
    offerButtons(list, hands.held, (offer) => partOf(view).wordsOf?.(view, offer)),
    partOf(view).forms?.(view, seat),
    seatParts(view, seat, me),
    factList(facts(view.you, YOU_DRAWN))));
}

mine.addEventListener("click", (event) => {
  const button = event.target.closest("[data-pick]");
  if (!button) return;
  partOf(view).pick(Number(mine.dataset.seat), JSON.parse(button.dataset.pick));
  redrawn(mine, button, draw);
});

let fouls = null;

/** Tell this seat of its own new fouls: the rulings are below the fold of a phone. */
function tellFouls() {
  const own = (view.fouls ?? []).filter((foul) => foul.seat === Number(mine.dataset.seat));
  if (fouls !== null && own.length > fouls) toast(`Foul: ${foulText(own.at(-1))}.`);
  fouls = own.length;
}

function mineAsk(wait, list) {
  if (view.paused) return "Paused. The host goes on when everybody is ready.";
  if (verdict(view)) return verdict(view);
  if (view.you?.text) return view.you.text;
  if (wait) return toYou(wait.text, view.seats?.[wait.seat]?.name);
  if (hands.held) return "You hold a side; wait for the others.";
  return list.length ? "You may:" : "Nothing to do; watch the table.";
}

followTable((fresh) => { view = fresh; draw(); tellFouls(); }, () => location.assign("/j?was_seated=1"));

tap.checked = localStorage.getItem("tap") === "on";
tap.addEventListener("change", () => localStorage.setItem("tap", tap.checked ? "on" : "off"));

document.getElementById("leave").addEventListener("click", async () => {
  if ((await tell("/api/leave", {})).ok) location.assign("/");
});

// A screen can be kept on where the browser lets us: not on plain http.
if (navigator.wakeLock) {
  const awake = document.getElementById("awake");
  document.getElementById("awake-row").hidden = false;
  let lock = null;
  const apply = async () => {
    lock?.release();
    lock = awake.checked && !document.hidden ? await navigator.wakeLock.request("screen").catch(() => null) : null;
  };
  awake.addEventListener("change", apply);
  document.addEventListener("visibilitychange", () => awake.checked && apply());
}

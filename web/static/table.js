// Ties a page to its view: draws the board, the feed, the cues and the seconds that are left.

import { drawBoard } from "./board.js";
import { keepClock, serverNow } from "./clock.js";
import { Cues } from "./cues.js";
import { Live } from "./live.js";
import { drawReference, wantReference } from "./reference.js";
import { Rulings } from "./rulings.js";

const TICK_MS = 200;

/** Follow the page's audience; `also(view)` draws what is the page's own. */
export function followTable(also = () => {}, gone = () => {}) {
  const cues = new Cues();
  const rulings = new Rulings();
  let newest = null;
  keepClock();
  const show = (view) => {
    newest = view;
    cues.take(view);
    rulings.take(view);
    draw(view);
    wantReference(view, () => draw(newest));
  };
  const draw = (view) => {
    drawBoard(view);
    also(view);
    drawReference(view);
    drawLeft(view);
  };
  document.addEventListener("parts", () => newest && draw(newest));
  setInterval(() => newest && drawLeft(newest), TICK_MS);
  return new Live(document.body.dataset.view, show, gone);
}

/**
 * Show how long each open window lasts, as seconds or, out of `data-of` seconds, as a bar; table
 * time stands still in a pause.
 */
function drawLeft(view) {
  const now = serverNow();
  if (typeof view.at !== "number" || now === null) return;
  const passed = view.paused ? 0 : Math.max(0, now - view.t) / 1000;
  for (const place of document.querySelectorAll("[data-until]")) {
    const left = Number(place.dataset.until) - view.at - passed;
    if (place.dataset.of !== undefined) {
      drawBar(place, left);
      continue;
    }
    const text = left > 0 ? `${left.toFixed(1)} s` : "";
    if (place.textContent !== text) place.textContent = text;
  }
}

let lastShare = null; // a pause tells no end: the bar stands where it stood

function drawBar(place, left) {
  if (place.dataset.until !== "") lastShare = Math.min(1, Math.max(0, left / Number(place.dataset.of)));
  if (lastShare !== null) place.style.setProperty("--share", lastShare.toFixed(3));
}

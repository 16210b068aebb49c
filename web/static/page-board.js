// The public board and its large form.

import { followTable } from "./table.js";

const CODE_MS = 15_000;
let game;

/** Show the code that joins now: it changes with the game, and when the host asks for another. */
async function drawCode() {
  const answer = await fetch("/api/join", { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return;
  const { code } = await answer.json();
  const place = document.querySelector(".join-card .code");
  if (place.textContent === code) return;
  place.textContent = code;
  document.querySelector(".join-card img").src = `/join.svg?${code}`;
}

followTable((view) => {
  const now = JSON.stringify([view.game, Object.keys(view.seats ?? {}), view.over]);
  if (game !== undefined && game !== now) drawCode();
  game = now;
});
setInterval(() => document.hidden || drawCode(), CODE_MS);

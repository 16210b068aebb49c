// The simulated kit: buttons that are pressed and let go, a bell, readers, and cards to lay.

import { h, morph } from "./dom.js";
import { tell } from "./post.js";
import { followTable } from "./table.js";
import { slug } from "./words.js";

const LAYOUT_MS = 500;
const LEFT_KEYS = "123456";
const RIGHT_KEYS = "qwerty";

const latch = document.getElementById("latch");
const pushes = [...document.querySelectorAll("[data-line]")];
const down = new Set();
const pointers = new Map();
let sending = Promise.resolve();
let chosen = [];
let lying = {};

const post = (body) => { sending = sending.then(() => tell("/api/sim", body)); return sending; };
const buttonOf = (line) => pushes.find((button) => button.dataset.line === line);

function set(line, isDown) {
  if (down.has(line) === isDown || !buttonOf(line)) return;
  if (isDown) down.add(line);
  else down.delete(line);
  buttonOf(line).setAttribute("aria-pressed", String(isDown));
  post({ [isDown ? "press" : "release"]: line });
}

for (const button of pushes) {
  const { line } = button.dataset;
  button.addEventListener("pointerdown", (event) => {
    if (event.button > 0) return;
    if (latch.checked && line !== "bell") set(line, !down.has(line));
    else {
      pointers.set(event.pointerId, line);
      set(line, true);
    }
  });
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("keydown", (event) => {
    if (![" ", "Enter"].includes(event.key) || event.repeat) return;
    event.preventDefault();
    if (latch.checked && line !== "bell") set(line, !down.has(line));
    else set(line, true);
  });
  button.addEventListener("keyup", (event) => {
    if ([" ", "Enter"].includes(event.key) && !(latch.checked && line !== "bell")) set(line, false);
  });
}

for (const kind of ["pointerup", "pointercancel"]) {
  addEventListener(kind, (event) => {
    const line = pointers.get(event.pointerId);
    pointers.delete(event.pointerId);
    if (line) set(line, false);
  });
}

/** Map a key to a line: 1–6 left, Q–Y right, B the bell; many can be down at once. */
function lineOf(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input:not([type=checkbox]), select")) return null;
  const key = event.key.toLowerCase();
  if (key === "b") return "bell";
  if (LEFT_KEYS.includes(key)) return `${key}.left`;
  const right = RIGHT_KEYS.indexOf(key);
  return right < 0 || key.length !== 1 ? null : `${right + 1}.right`;
}

addEventListener("keydown", (event) => {
  const line = event.repeat ? null : lineOf(event);
  if (line) set(line, true);
});
addEventListener("keyup", (event) => {
  const line = lineOf(event);
  if (line) set(line, false);
});

const letGoOfAll = () => [...down].forEach((line) => set(line, false));
document.getElementById("let-go").addEventListener("click", letGoOfAll);
addEventListener("pagehide", letGoOfAll);

for (const button of pushes) {
  const [seat, side] = button.dataset.line.split(".");
  const keys = side === "left" ? LEFT_KEYS : RIGHT_KEYS;
  if (side) button.querySelector("kbd").textContent = keys[Number(seat) - 1]?.toUpperCase() ?? "";
}

document.getElementById("deck").addEventListener("click", (event) => {
  const tag = event.target.closest("[data-card]");
  if (!tag) return;
  const { card } = tag.dataset;
  chosen = chosen.includes(card) ? chosen.filter((c) => c !== card) : [...chosen, card];
  drawChosen();
});

function drawChosen() {
  for (const tag of document.querySelectorAll("[data-card]")) {
    tag.setAttribute("aria-pressed", String(chosen.includes(tag.dataset.card)));
  }
}

document.querySelector(".readers").addEventListener("click", async (event) => {
  const reader = event.target.closest("[data-lay]")?.dataset.lay;
  const lift = event.target.closest("[data-lift]");
  if (reader) {
    const cards = [...new Set([...(lying[reader] ?? []), ...chosen])];
    chosen = [];
    drawChosen();
    await post({ place: { reader, cards } });
  } else if (lift) {
    const from = lift.closest("[data-reader]").dataset.reader;
    await post({ place: { reader: from, cards: (lying[from] ?? []).filter((c) => c !== lift.dataset.lift) } });
  } else return;
  drawLayout();
});

async function drawLayout() {
  const answer = await fetch("/api/sim", { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return;
  const layout = await answer.json();
  lying = layout.lying ?? {};
  for (const place of document.querySelectorAll("[data-lying]")) {
    const { lying: reader } = place.dataset;
    morph(place, h("ul.lying", { "data-lying": reader, "aria-label": `On ${reader}` },
      (lying[reader] ?? []).map((card) => h("li", { "data-key": card },
        h(`button.card.card-${slug(card)}`, { type: "button", "data-lift": card, "aria-label": `Lift ${card}` }, card, " ×")))));
  }
  for (const [seat, state] of Object.entries(layout.lights ?? {})) {
    const lamp = document.querySelector(`[data-lamp="${seat}"]`);
    if (lamp) lamp.dataset.state = state;
    const text = document.querySelector(`[data-lamp-text="${seat}"]`);
    if (text) text.textContent = `light ${state}`;
  }
}

drawLayout();
setInterval(() => document.hidden || drawLayout(), LAYOUT_MS);

followTable((view) => {
  for (const place of document.querySelectorAll("[data-player]")) {
    place.textContent = view.seats?.[place.dataset.player]?.name ?? `Seat ${place.dataset.player}`;
  }
});

// The host: running, correcting and setting up.

import { h, morph, redrawn } from "./dom.js";
import { partOf } from "./games.js";
import { offerButtons } from "./offers.js";
import { post, tell, toast } from "./post.js";
import { followTable } from "./table.js";
import { asked, slug, verdict, words } from "./words.js";

const HEALTH_MS = 10_000;
const FINDINGS = ["health", "checkup"];
runDesk();

function runDesk() {
  const offers = document.getElementById("offers");
  let newest = null;
  followTable((view) => {
    newest = view;
    drawNow(view);
    drawPlayers(view);
    drawOffers(offers, view);
  }, () => location.reload());
  actFor(offers, () => newest);
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-act]");
    if (button) act(JSON.parse(button.dataset.act));
  });
  for (const form of document.querySelectorAll("[data-form]")) form.addEventListener("submit", sendForm);
  setUpForm();
  document.getElementById("logout").addEventListener("click", async () => {
    await post("/api/logout", {});
    location.assign("/");
  });
  setInterval(() => document.hidden || FINDINGS.forEach(drawFindings), HEALTH_MS);
  document.getElementById("main").inert = false; // no press is lost while this script is on its way
}

async function act(body) {
  const said = await tell("/api/host", body);
  if (said.ok) toast("Done.", "done");
  if (said.code) {
    document.getElementById("code").textContent = said.code;
    document.getElementById("join-address").textContent = said.address;
    document.getElementById("join-picture").src = `/join.svg?${said.code}`;
  }
  return said;
}

const number = (form, name) => Number(form.elements[name].value);

const BODIES = {
  undo: (form) => ({ undo: number(form, "undo") }),
  first: (form) => ({ first: number(form, "first") }),
  kick: (form) => ({ kick: number(form, "kick") }),
  end: () => ({ end: true }),
  replace: (form) => ({ replace: { seat: number(form, "seat"), name: form.elements.name.value } }),
  adjust: (form) => {
    const what = form.elements.what.value;
    const by = number(form, "by");
    return { adjust: { seat: number(form, "seat"), [what]: what === "alive" ? by > 0 : by } };
  },
};

async function sendForm(event) {
  event.preventDefault();
  const form = event.currentTarget;
  const said = await act(BODIES[form.dataset.form](form));
  if (said.ok && form.elements.sure) form.elements.sure.checked = false;
}

/** Say above the buttons what the table waits for: the board is a long way down on a phone. */
function drawNow(view) {
  const place = document.getElementById("now");
  place.toggleAttribute("data-paused", Boolean(view.paused));
  place.textContent = nowOf(view);
  for (const [act, isMain] of [["start", !view.paused], ["resume", Boolean(view.paused)]]) {
    document.querySelector(`[data-act='{"${act}":true}']`).classList.toggle("button-main", isMain);
  }
}

function nowOf(view) {
  if (verdict(view)) return `${verdict(view)} Set up the next one below.`;
  if (!view.game) return "There is no game yet: set one up below.";
  if (view.paused) return "Paused. Nothing counts until you resume.";
  return [...new Set(asked(view).map((wait) => wait.text))].join(" ") || words(view.phase);
}

function drawPlayers(view) {
  for (const select of document.querySelectorAll("select[data-players]")) {
    const seats = Object.entries(view.seats ?? {});
    const texts = seats.map(([n, seat]) => `${n} · ${seat.name}`);
    if ([...select.options].map((o) => o.text).join("\n") === texts.join("\n")) continue;
    const kept = select.value;
    select.replaceChildren(...seats.map(([n], i) => h("option", { value: n }, texts[i])));
    select.value = kept || select.options[0]?.value || "";
  }
}

/** Draw what the host may do for each seat: `offers` of the host's view, and the game's forms. */
function drawOffers(place, view) {
  const { forms, wordsOf } = partOf(view);
  const all = Object.entries(view.offers ?? {})
    .map(([seat, list]) => [seat, list, forms?.(view, Number(seat), true)])
    .filter(([, list, own]) => list.length || own);
  const picture = h("div.for-seats", { id: "offers" },
    all.map(([seat, list, own]) => h("div.for-seat", { "data-key": `for-${seat}`, "data-seat": seat },
      h("h3", {}, `${seat} · ${view.seats?.[seat]?.name ?? ""}`),
      // For the host a hold is a switch: nobody has six hands.
      offerButtons(list.map((offer) => ({ ...offer, isSwitch: true })), null, (offer) => wordsOf?.(view, offer)),
      own)),
    all.length === 0 && h("p.quiet", {}, "Nobody is asked for anything now."));
  morph(place, picture);
}

function pickFor(place, button, view) {
  const seat = button.closest("[data-seat]");
  partOf(view).pick(Number(seat.dataset.seat), JSON.parse(button.dataset.pick));
  redrawn(seat, button, () => drawOffers(place, view));
}

function actFor(place, newest) {
  place.addEventListener("click", (event) => {
    const pick = event.target.closest("[data-pick]");
    if (pick) pickFor(place, pick, newest());
    const button = event.target.closest("[data-say]");
    if (!button) return;
    const seat = Number(button.closest("[data-seat]").dataset.seat);
    const { question } = button.dataset;
    const body = { say: { ...JSON.parse(button.dataset.say), seat } };
    act(question ? { ...body, question } : body);
  });
}

function setUpForm() {
  const form = document.getElementById("set-up");
  const game = document.getElementById("game");
  const sets = [...form.querySelectorAll("[data-game]")];
  const show = () => {
    for (const set of sets) set.hidden = set.disabled = set.dataset.game !== game.value;
  };
  game.addEventListener("change", show);
  show(); // what was chosen while this script was on its way
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const set = sets.find((each) => each.dataset.game === game.value);
    const said = await act({ set_up: { game: game.value, seats: playersOf(set), options: optionsOf(set) } });
    if (said.ok) location.reload();
  });
}

function playersOf(set) {
  return [...set.querySelectorAll("[data-name]")].filter((input) => input.value.trim()).map((input) => {
    const character = set.querySelector(`[data-character="${input.dataset.name}"]`)?.value;
    return character ? { name: input.value, character } : { name: input.value };
  });
}

/** Send only what differs from the defaults. */
function optionsOf(set) {
  const fields = [...set.querySelectorAll("[data-option]")].filter((f) => f.value !== f.dataset.default);
  return Object.fromEntries(fields.map((f) => [f.dataset.option, JSON.parse(f.value)]));
}

async function drawFindings(name) {
  const answer = await fetch(`/api/${name}`, { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return;
  const findings = await answer.json();
  const lines = findings.map((f) => h(`li.finding.finding-${slug(f.state)}`, {},
    h("b.state", {}, words(f.state)), " ",
    h("span", {}, h("b", {}, words(f.part)), ` ${f.text}`, f.cure && h("span.quiet", {}, ` ${f.cure}`))));
  morph(document.getElementById(name), h("ul.health", { id: name },
    lines.length ? lines : h("li.quiet", {}, "Nothing to report.")));
}

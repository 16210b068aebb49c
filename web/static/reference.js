// Tells what a game's cards do: its reference, fetched once and kept, and what the place in force
// changes. Any game may have one (`/api/reference/<slug>`), which names the view's field of the place.

import { h, icon, morph, redrawn } from "./dom.js";
import { words } from "./words.js";

const known = new Map(); // slug -> reference; null while it comes
const own = { chosen: null, view: null }; // of the page's own reference

/** Fetch the reference of a view's game if the page has not got it; `come()` once it is there. */
export async function wantReference(view, come) {
  const slug = view.game;
  if (!slug || known.has(slug)) return;
  known.set(slug, null);
  const answer = await fetch(`/api/reference/${encodeURIComponent(slug)}`).catch(() => null);
  if (!answer?.ok) known.delete(slug); // the next frame asks again
  else known.set(slug, await answer.json());
  if (known.get(slug)?.groups) come();
}

/** Return the groups of a view's reference, none while there is none. */
export const groupsOf = (view) => known.get(view.game)?.groups ?? [];

/** Return the place that is in force, or null. */
const placeIn = (view) => view[known.get(view.game)?.place] ?? null;

const entryOf = (view, key) => groupsOf(view).flatMap((group) => group.entries).find((entry) => entry.key === key);
const changesOf = (view, place) => known.get(view.game)?.here?.[place];

/** Draw what a kind of card or a place does, its exemptions, and what the place in force changes. */
export function entryText(view, key) {
  const entry = entryOf(view, key);
  if (!entry) return null;
  const place = placeIn(view);
  const here = place && changesOf(view, place)?.[key];
  return h("div.entry-text", { role: "status" },
    h("h3", {}, entry.name),
    h("p", {}, entry.does),
    entry.exempt && h("p.entry-exempt", {}, entry.exempt),
    here && h("p.entry-here", {}, icon("star"), h("span", {}, h("b", {}, `${words(place)}:`), ` ${here}`)),
    key === place && h("p.entry-here", {}, icon("star"), h("span", {}, "In force now.")),
    changes(view, key));
}

/** Say which kinds a place changes, and how; alike ones together. */
function changes(view, place) {
  const same = new Map();
  for (const [key, text] of Object.entries(changesOf(view, place) ?? {})) {
    same.set(text, [...(same.get(text) ?? []), entryOf(view, key)?.name ?? words(key)]);
  }
  return [...same].map(([text, names]) => h("p.entry-change", {}, h("b", {}, `${names.join(", ")}:`), ` ${text}`));
}

/** Draw buttons for all that can be looked up, and the text of what is chosen under its group. */
export function referenceBody(view, key) {
  return groupsOf(view).map((group) => h("div.entry-group", { role: "group", "aria-label": group.name },
    h("p.entry-kind", { "aria-hidden": "true" }, group.name),
    h("div.entry-picks", {}, group.entries.map((entry) => h("button.pick", {
      type: "button", "aria-pressed": String(entry.key === key), "data-pick": JSON.stringify({ ref: entry.key }),
    }, entry.name, entry.key === placeIn(view) && h("small", {}, "in force")))),
    group.entries.some((entry) => entry.key === key) && entryText(view, key)));
}

/** Bring the page's own reference up to a view; it is hidden while its game has none. */
export function drawReference(view) {
  const place = document.getElementById("reference");
  if (!place) return;
  if (own.view === null) place.addEventListener("click", choose);
  own.view = view;
  place.hidden = !groupsOf(view).length;
  morph(document.getElementById("reference-body"), h("div", { id: "reference-body" }, referenceBody(view, own.chosen)));
}

function choose(event) {
  const button = event.target.closest("[data-pick]");
  if (!button) return;
  const { ref } = JSON.parse(button.dataset.pick);
  own.chosen = own.chosen === ref ? null : ref;
  redrawn(event.currentTarget, button, () => drawReference(own.view));
}

// Shows the faults of what was entered, each next to its place: `bank.3.prize` is line 3's prize.

import { h } from "./dom.js";
import { words } from "./words.js";

const LABELS = { same: "Number", different: "Number", count: "Number", how: "Number" };

/** List what the browser itself knows to be wrong, in the form of the kit's own faults. */
export function invalid(form) {
  return [...form.querySelectorAll("input, select, textarea")]
    .filter((field) => !field.validity.valid)
    .map((field) => ({ place: placeOf(field), what: field.validationMessage }));
}

function placeOf(field) {
  const condition = field.closest(".condition")?.dataset.condition;
  return [field.closest("[data-place]").dataset.place, condition, field.dataset.field].filter(Boolean).join(".");
}

/** Show a fault next to its place and unfold what hides it; false where the page has no such place. */
export function show(form, { place, what }) {
  const home = [...form.querySelectorAll("[data-place]")]
    .filter(({ dataset }) => place === dataset.place || place.startsWith(`${dataset.place}.`))
    .sort((one, other) => other.dataset.place.length - one.dataset.place.length)[0];
  if (!home) return false;
  const rest = place.slice(home.dataset.place.length + 1);
  const list = home.querySelector(":scope > .faults");
  list.append(h("li", {}, `${aboutOf(rest)}${what.replaceAll("`", "")}`));
  list.hidden = false;
  const control = controlOf(home, rest);
  control?.setAttribute("aria-invalid", "true");
  control?.setAttribute("aria-describedby", list.id);
  for (let up = home; up !== form; up = up.parentElement) {
    up.hidden = false;
    if (up.matches("details")) up.open = true;
  }
  return true;
}

/** Split a place in a line into the number of its condition, if it names one, and the field. */
const split = (rest) => /^(?:all\.(\d+)\.?)?(.*)$/.exec(rest).slice(1);

/** Say in words what a fault is about: `all.2.value` is `Condition 2, value: `. */
function aboutOf(rest) {
  const [number, field] = split(rest);
  const named = field && field !== "text" ? LABELS[field] ?? words(field) : "";
  const about = [number && `Condition ${number}`, number ? named.toLowerCase() : named].filter(Boolean).join(", ");
  return about ? `${about}: ` : "";
}

function controlOf(home, rest) {
  const [number, field] = split(rest);
  const inside = number ? home.querySelector(`[data-condition="all.${number}"]`) : home;
  const name = field === "same" || field === "different" ? "count" : field;
  return [...(inside?.querySelectorAll("[data-field]") ?? [])].find((control) => control.dataset.field === name) ?? null;
}

/** Take away every fault inside an element. */
export function clearFaults(inside) {
  for (const list of inside.querySelectorAll(".faults")) {
    list.replaceChildren();
    list.hidden = true;
  }
  for (const control of inside.querySelectorAll("[aria-invalid]")) {
    control.removeAttribute("aria-invalid");
    control.removeAttribute("aria-describedby");
  }
}

// Entries of a deck: a card's or a kind's few values, and a text; each knows what was entered.

import { h } from "./dom.js";
import { isSame, overlay } from "./entered.js";
import { words } from "./words.js";

const MOST_PICKS = 4; // values that stand side by side; more are a list to choose from
const LONGEST_TEXT = 500;

let count = 0;
export const uid = () => `deck-${(count += 1)}`;

/** Make a frame: title, what is inside, a way back to what is shipped, and its faults. */
export function frame(place, title, inside, { reset, note = null, short = "" }) {
  const id = uid();
  return h("div.entry", { "data-place": place, role: "group", "aria-labelledby": id },
    h("h3.entry-title", { id }, short ? [h("span.unseen", {}, title), h("span", { "aria-hidden": "true" }, short)] : title),
    inside,
    note,
    reset,
    h("ul.faults", { id: uid(), hidden: true }));
}

export const resetButton = (title, hidden) =>
  h("button.button.button-quiet.reset", { type: "button", "data-reset": true, hidden },
    "Reset", h("span.unseen", {}, ` ${title} to the shipped value`));

/** Is what a table enters of a card or a kind: one field or more, entered when all of them are. */
export class Values {
  constructor(place, title, shipped, entered, fields, short = "") {
    Object.assign(this, { place, title, shipped, fields, short });
    this.entered = entered ?? {};
    this.element = h("div", {});
    this.draw();
  }

  /** Return how many places of the deck are still to be entered. */
  get missing() {
    return overlay(this.shipped, this.entered).verified === false ? 1 : 0;
  }

  get isOpen() {
    return this.missing > 0;
  }

  /** Return what is to be kept, undefined where nothing differs from what is shipped. */
  value() {
    return Object.keys(this.entered).length ? this.entered : undefined;
  }

  reset() {
    this.entered = this.rest();
    this.draw();
  }

  read() {
    const all = this.fields.map((field) => [field.key, valueIn(this.element, field)]);
    const chosen = all.filter((_, at) => this.fields[at].isWanted?.(Object.fromEntries(all)) ?? true);
    const known = chosen.filter(([, value]) => value !== undefined);
    const isWhole = known.length === chosen.length;
    const isShipped = this.shipped.verified !== false && chosen.every(([key, value]) => this.shipped[key] === value);
    this.entered = known.length && !isShipped
      ? { ...this.rest(), ...Object.fromEntries(known), verified: isWhole }
      : this.rest();
    this.note();
  }

  /** Return what was entered of fields that this page does not know. */
  rest() {
    const mine = ["verified", ...this.fields.map((field) => field.key)];
    return Object.fromEntries(Object.entries(this.entered).filter(([key]) => !mine.includes(key)));
  }

  known(key) {
    const laid = overlay(this.shipped, this.entered);
    return laid.verified !== false || Object.hasOwn(this.entered, key) ? laid[key] : undefined;
  }

  draw() {
    const one = this.fields.length === 1;
    const fresh = frame(this.place, this.title, h("div.fields", {},
      this.fields.map((field) => fieldOf(field, this.title, this.known(field.key), one))), {
      reset: resetButton(this.title, true),
      note: h("p.guess", {}),
      short: this.short,
    });
    if (one) fresh.classList.add("entry-row");
    this.element.replaceWith(fresh);
    this.element = fresh;
    this.note();
  }

  /** Say what is guessed, and offer the way back where something was entered. */
  note() {
    const guessed = this.fields.filter((field) => field.kind !== "tick" && this.known(field.key) === undefined);
    const texts = guessed.map((field) => `${guessed.length > 1 ? `${field.label} ` : ""}${words(this.shipped[field.key])}`);
    this.element.querySelector(".guess").textContent = texts.length ? `guess: ${texts.join(", ")}` : "";
    this.element.querySelector(".reset").hidden = isSame(this.entered, this.rest());
  }
}

/** Is a printed text, for people to read. */
export class Printed {
  constructor(place, title, shipped, isShipped, entered, isEntered, short = "") {
    Object.assign(this, { place, title, shipped: shipped ?? "", isShipped, short });
    this.entered = isEntered && entered === undefined ? this.shipped : entered;
    this.element = h("div", {});
    this.draw();
  }

  get missing() {
    return this.isVerified ? 0 : 1;
  }

  get isOpen() {
    return this.missing > 0;
  }

  get isVerified() {
    return this.entered === undefined ? this.isShipped : this.entered !== "";
  }

  value() {
    return this.entered === this.shipped ? undefined : this.entered;
  }

  reset() {
    this.entered = undefined;
    this.draw();
  }

  read() {
    const text = this.element.querySelector("textarea").value.trim();
    if (this.isShipped) this.entered = text === this.shipped ? undefined : text;
    else this.entered = text || undefined;
    this.note();
  }

  draw() {
    const shown = this.entered ?? (this.isShipped ? this.shipped : "");
    const area = h("textarea", { rows: 2, maxlength: LONGEST_TEXT, "data-field": "text", "aria-label": `Text of ${this.title}` });
    area.value = shown;
    const fresh = frame(this.place, this.title, area, {
      reset: resetButton(this.title, true), note: h("p.guess", {}), short: this.short,
    });
    this.element.replaceWith(fresh);
    this.element = fresh;
    this.note();
  }

  note() {
    const isGuess = this.shipped !== "" && !this.isVerified;
    this.element.querySelector(".guess").textContent = isGuess ? `guess: ${this.shipped}` : "";
    this.element.querySelector(".reset").hidden = this.entered === undefined;
  }
}

/** Make a field's control: values side by side, a list, a number, or one thing to confirm. */
function fieldOf(field, title, known, isAlone) {
  if (field.kind === "tick") return tick(field, title, known);
  if (field.kind === "number") return number(field, title, known);
  const value = known === undefined ? undefined : String(known);
  const values = value === undefined || field.values.includes(value) ? field.values : [...field.values, value];
  return values.length > MOST_PICKS ? list(field, title, values, value) : picks(field, title, values, value, isAlone);
}

function picks(field, title, values, value, isAlone) {
  const name = uid();
  return h("fieldset.picks", { "data-field": field.key },
    h(isAlone ? "legend.unseen" : "legend", {}, field.label, h("span.unseen", {}, ` of ${title}`)),
    values.map((each) => h("label.pick", {},
      h("input", { type: "radio", name, value: each, checked: each === value }), nameIn(field, each))));
}

function list(field, title, values, value) {
  return labelled(field, title, h("select", { "data-field": field.key },
    h("option", { value: "" }, "–"),
    values.map((each) => h("option", { value: each, selected: each === value }, nameIn(field, each)))));
}

const nameIn = (field, value) => field.name?.(value) ?? words(value);

function number(field, title, value) {
  return labelled(field, title, h("input", {
    "data-field": field.key, type: "number", inputmode: "numeric", step: 1, min: field.least, max: field.most, value,
  }));
}

function tick(field, title, value) {
  return h("label.check", {},
    h("input", { "data-field": field.key, type: "checkbox", checked: Boolean(value) }),
    h("span", {}, field.label, h("span.unseen", {}, `: ${title}`)));
}

function labelled(field, title, control) {
  return h("label.named", {}, h("span", {}, field.label, h("span.unseen", {}, ` of ${title}`)), control);
}

/** Read a field's control; undefined where nothing is chosen. */
function valueIn(element, field) {
  const control = element.querySelector(`[data-field="${field.key}"]`);
  if (field.kind === "tick") return control.checked || undefined;
  const said = control.matches("fieldset") ? control.querySelector("input:checked")?.value : control.value;
  if (said === undefined || said === "") return undefined;
  return field.kind === "number" || field.isWhole ? Number(said) : said;
}

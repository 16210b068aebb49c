// Lines that a Bank or Target card pays for: each can be changed, confirmed, added and removed.

import { h } from "./dom.js";
import { FEATURES, conditionsOf, isSame, valuesOf } from "./entered.js";
import { frame, resetButton, uid } from "./entries.js";
import { words } from "./words.js";

const MOST_SAME = 99;
const MOST_DOLLARS = 10_000;
const LONGEST_NAME = 60;
const HINT = "Every number is meant exactly. Tick what is as on the card, change what is not, and remove or add lines.";

/** Is a list of lines; without any entered, the shipped ones. */
export class Lines {
  constructor(place, title, shipped, entered, cards, text = null) {
    Object.assign(this, { place, title, shipped: shipped ?? [], text });
    this.values = Object.fromEntries(FEATURES.map((feature) => [feature, valuesOf(cards, feature)]));
    this.features = FEATURES.filter((feature) => this.values[feature].length);
    this.list = h("div.lines", {});
    this.adder = h("button.button", { type: "button" }, "Add a line",
      h("span.unseen", {}, ` to ${title}`));
    this.element = frame(place, title, h("div.entry-body", {}, text?.element ?? h("p.quiet", {}, HINT), this.list, this.adder),
      { reset: resetButton(title, true) });
    this.draw(entered ?? this.shipped);
    this.element.addEventListener("click", (event) => this.clicked(event.target.closest("button")));
  }

  get rows() {
    return [...this.list.children].map((row) => row.line);
  }

  get missing() {
    return this.rows.filter((line) => line.value().verified === false).length;
  }

  /** Tell whether there is something to enter: also a Target's first line, as its face is unknown. */
  get isOpen() {
    return this.missing > 0 || Boolean(this.text?.isOpen);
  }

  value() {
    const lines = this.rows.map((line) => line.value());
    return isSame(lines, this.shipped) ? undefined : lines;
  }

  reset() {
    this.draw(this.shipped);
    this.changed();
  }

  read(target) {
    target.closest(".line-entry")?.line.read(target);
    this.note();
  }

  draw(lines) {
    const shipped = new Map(this.shipped.map((line) => [line.name, line]));
    this.list.replaceChildren(...lines.map((given) => this.made(given, shipped.get(given.name))));
    this.note();
  }

  made(given, shipped) {
    return new Line(this, given, shipped).element;
  }

  clicked(button) {
    const row = button?.closest(".line-entry");
    if (button === this.adder) this.add();
    else if (button?.matches("[data-remove]")) this.remove(row);
    else if (button?.matches("[data-again]")) {
      row.replaceWith(this.made(row.line.shipped, row.line.shipped));
      this.changed();
    }
  }

  add() {
    const [feature] = this.features;
    this.list.append(this.made({ name: "", feature, same: "", prize: "", verified: true }, undefined));
    this.changed();
    this.list.lastElementChild.line.find("name").focus();
  }

  remove(row) {
    const next = row.nextElementSibling ?? row.previousElementSibling;
    row.remove();
    this.changed();
    (next?.querySelector("[data-remove]") ?? this.adder).focus();
  }

  changed() {
    this.note();
    this.element.dispatchEvent(new Event("change", { bubbles: true }));
  }

  /** Number the lines anew, and offer the way back where they differ from what is shipped. */
  note() {
    this.rows.forEach((line, at) => line.number(`${this.place}.${at + 1}`, at + 1));
    this.element.querySelector(":scope > .reset").hidden = this.value() === undefined;
  }
}

/** Is one line with its controls; what nobody touched is kept as it came. */
class Line {
  constructor(lines, given, shipped) {
    Object.assign(this, { lines, given, shipped, isTouched: false });
    this.element = this.drawn();
    this.element.line = this;
    this.note();
  }

  value() {
    return this.isTouched ? this.said() : this.given;
  }

  /** Take a change: whoever changes a line has looked at the card. */
  read(target) {
    this.isTouched = true;
    const sure = this.find("verified");
    if (target && target !== sure) sure.checked = true;
    for (const row of this.conditions()) this.fit(row);
    this.note();
  }

  said() {
    const conditions = this.conditions().map(conditionIn);
    const prize = this.find("prize").value;
    const isWild = this.find("wild").checked;
    return {
      name: this.find("name").value.trim(),
      ...(conditions.length === 1 ? conditions[0] : { all: conditions }),
      ...(prize !== "" && { prize: Math.round(Number(prize) * 100) }),
      ...(isWild && { wild: true }),
      verified: this.find("verified").checked,
    };
  }

  find(field) {
    return this.element.querySelector(`[data-field="${field}"]`);
  }

  conditions() {
    return [...this.element.querySelectorAll(".condition")];
  }

  drawn() {
    const { given } = this;
    const id = uid();
    const name = h("input", { "data-field": "name", maxlength: LONGEST_NAME, required: true, autocomplete: "off", value: given.name });
    const prize = h("input", {
      "data-field": "prize", type: "number", inputmode: "decimal", min: 0, max: MOST_DOLLARS, step: 0.01,
      value: typeof given.prize === "number" ? (given.prize / 100).toFixed(2) : "",
    });
    const more = h("button.button.button-quiet", { type: "button" }, "And also…");
    more.addEventListener("click", () => this.addCondition());
    const box = h("div.conditions", {}, conditionsOf(given).map((condition) => this.condition(condition)));
    return h("div.line-entry", { role: "group", "aria-labelledby": id },
      h("div.entry-head", {},
        h("h4.entry-title", { id }, ""),
        h("label.check", {}, h("input", { "data-field": "verified", type: "checkbox", checked: given.verified !== false }), "As on the card")),
      h("label.named.named-wide", {}, h("span", {}, "Name"), name),
      box,
      h("div.row.line-pays", {},
        h("label.named", {}, h("span", {}, "Prize in $"), prize),
        h("label.check", {}, h("input", { "data-field": "wild", type: "checkbox", checked: given.wild === true }), "Wild combo")),
      h("div.row", {},
        more,
        this.shipped && h("button.button.button-quiet", { type: "button", "data-again": true }, "Reset", h("span.unseen", {}, ` ${this.shipped.name}`)),
        h("button.button.button-quiet.button-danger", { type: "button", "data-remove": true }, "Remove", h("span.unseen.line-name", {}, ""))),
      h("ul.faults", { id: uid(), hidden: true }));
  }

  condition(given) {
    const { features } = this.lines;
    const different = given.different !== undefined;
    const row = h("div.condition", { role: "group" },
      h("span", {}, "exactly"),
      h("input", {
        "data-field": "count", type: "number", inputmode: "numeric", min: 0, max: MOST_SAME, step: 1, required: true,
        "aria-label": "How many cards", value: given.same ?? given.different,
      }),
      h("select", { "data-field": "how", "aria-label": "Same or different" },
        h("option", { value: "same", selected: !different }, "of the same"),
        h("option", { value: "different", selected: different }, "different")),
      h("select", { "data-field": "feature", "aria-label": "Feature" },
        features.map((feature) => h("option", { value: feature, selected: feature === given.feature }, words(feature)))),
      h("select", { "data-field": "value", "aria-label": "Which one" }, h("option", { value: "" }, "any"),
        given.value !== undefined && h("option", { value: given.value, selected: true }, words(given.value))),
      h("button.button.button-quiet.less", { type: "button", "aria-label": "Remove this condition" }, "✕"));
    row.querySelector(".less").addEventListener("click", () => this.removeCondition(row));
    this.fit(row);
    return row;
  }

  /** Offer the values of the chosen feature, where one can be meant. */
  fit(row) {
    const feature = row.querySelector('[data-field="feature"]').value;
    const which = row.querySelector('[data-field="value"]');
    which.hidden = row.querySelector('[data-field="how"]').value !== "same";
    const wanted = this.lines.values[feature] ?? [];
    if (which.dataset.of === feature) return;
    which.dataset.of = feature;
    const kept = wanted.includes(which.value) ? which.value : "";
    which.replaceChildren(h("option", { value: "" }, "any"),
      ...wanted.map((value) => h("option", { value, selected: value === kept }, words(value))));
  }

  addCondition() {
    const row = this.condition({ feature: this.lines.features[0], same: "" });
    this.element.querySelector(".conditions").append(row);
    this.read(row);
    this.lines.changed();
    row.querySelector("input").focus();
  }

  removeCondition(row) {
    const next = row.nextElementSibling ?? row.previousElementSibling;
    row.remove();
    this.read(row);
    this.lines.changed();
    next.querySelector("input").focus();
  }

  /** Tell the places of this line and of its conditions, as the kit counts them. */
  number(place, number) {
    this.element.dataset.place = place;
    const name = (this.isTouched ? this.find("name").value.trim() : this.given.name) || `line ${number}`;
    const isGuess = !this.find("verified").checked;
    this.element.querySelector(".entry-title").textContent = `Line ${number}${isGuess ? " (guess)" : ""}`;
    this.element.querySelector(".line-name").textContent = ` ${name}`;
    this.conditions().forEach((row, at) => {
      row.setAttribute("aria-label", `Condition ${at + 1} of line ${number}`);
      row.dataset.condition = `all.${at + 1}`;
    });
  }

  note() {
    const rows = this.conditions();
    for (const row of rows) row.querySelector(".less").hidden = rows.length === 1;
    this.find("prize").required = !this.find("wild").checked;
    this.element.classList.toggle("is-guess", !this.find("verified").checked);
    const again = this.element.querySelector("[data-again]");
    if (again) again.hidden = isSame(this.value(), this.shipped);
  }
}

function conditionIn(row) {
  const said = (field) => row.querySelector(`[data-field="${field}"]`).value;
  const how = said("how");
  const count = said("count");
  return {
    feature: said("feature"),
    [how]: count === "" ? null : Number(count),
    ...(how === "same" && said("value") && { value: said("value") }),
  };
}

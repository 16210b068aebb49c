// Draws for the host what is still guessed of the table's own box, and where it is entered.

import { h, icon } from "../../dom.js";
import { counted } from "../../words.js";

/** Draw the warnings and how much is to be entered, or nothing. */
export function toEnter(view) {
  const left = view.to_enter ?? {};
  const counts = [[left.unlisted, "unlisted card"], [left.numbers, "card number"], [left.flips, "location number"], [left.kinds?.length, "kind"]]
    .filter(([number]) => number);
  const warnings = view.warnings ?? [];
  if (!counts.length && !warnings.length) return null;
  return h("div.box-note", {},
    h("h2", {}, icon("warning"), "Your box"),
    warnings.map((text) => h("p", {}, `${text}.`)),
    counts.length > 0 && h("p", {}, `Still guessed: ${counts.map(([number, noun]) => counted(number, noun)).join(", ")}. `,
      h("a", { href: `/deck/${view.game}` }, "Enter them")));
}

// Makes the pieces that all forms are built from: drawers, choices, and the button that says it.

import { h } from "../../dom.js";

/** Make a form that opens and closes, and stays as it was left. */
export function drawer(tray, { key, title, isClosed = false }, body) {
  const isOpen = tray[`open-${key}`] ?? !isClosed;
  return h("section.form", { "data-key": `form-${key}`, "aria-label": title },
    h("button.form-title", { type: "button", "aria-expanded": String(isOpen), "data-pick": JSON.stringify({ [`open-${key}`]: !isOpen }) },
      title, h("span.form-mark", { "aria-hidden": "true" }, isOpen ? "–" : "+")),
    isOpen && body());
}

/** Make a button that chooses something, pressed while it `is` chosen; null is never. */
export const choice = (kind, { is, chosen, isOff = false, label = null }, ...inside) => h(`button.pick${kind}`, {
  type: "button", "aria-pressed": is === null ? null : String(is), "aria-label": label, disabled: isOff, "data-pick": JSON.stringify(chosen) }, ...inside);

/** Make the button that says something, once it is whole. */
export const says = (say, label) => h("button.button.button-main.says", {
  type: "button", "data-say": say ? JSON.stringify(say) : null, disabled: !say }, label);

export const group = (kind, label, ...inside) => h(`div.picks${kind}`, { role: "group", "aria-label": label }, ...inside);

export const hint = (text) => h("p.form-hint", {}, text);

// Builds elements and lets a new picture grow into the old one, so that focus, presses and
// animations of what stayed the same are not disturbed.

/** Make an element: h("p.note", {hidden: true}, "text", child). */
export function h(selector, attributes = {}, ...children) {
  const [tag, ...classes] = selector.split(".");
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(" ");
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, String(value));
    }
  }
  element.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));
  return element;
}

/** Make a picture that screen readers skip. */
export function icon(name) {
  return h(`span.icon.icon-${name}`, { "aria-hidden": "true" });
}

/** Make an element of a drawing: as `h` does for pages. */
export function svg(selector, attributes = {}, ...children) {
  const [tag, ...classes] = selector.split(".");
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  if (classes.length) element.setAttribute("class", classes.join(" "));
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children.flat(Infinity).filter((child) => child instanceof Node));
  return element;
}

/** Make `old` look like `fresh`, keeping its element and those of its children that match. */
export function morph(old, fresh) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  morphChildren(old, [...fresh.childNodes]);
}

function morphChildren(parent, wanted) {
  const keyed = new Map([...parent.children].filter((c) => c.dataset.key).map((c) => [c.dataset.key, c]));
  let place = parent.firstChild;
  for (const node of wanted) {
    place = pastBlanks(place, node);
    const match = matching(node, place, keyed);
    if (match === null) {
      parent.insertBefore(node, place);
      continue;
    }
    if (match !== place) parent.insertBefore(match, place);
    else place = place.nextSibling;
    if (match.nodeType === Node.TEXT_NODE) {
      if (match.data !== node.data) match.data = node.data;
    } else morph(match, node);
  }
  while (place) {
    const next = place.nextSibling;
    place.remove();
    place = next;
  }
}

/** Drop the blanks between a template's elements, which no script makes. */
function pastBlanks(place, node) {
  while (place?.nodeType === Node.TEXT_NODE && node.nodeType === Node.ELEMENT_NODE && !place.data.trim()) {
    const next = place.nextSibling;
    place.remove();
    place = next;
  }
  return place;
}

function matching(node, place, keyed) {
  const key = node.nodeType === Node.ELEMENT_NODE ? node.dataset.key : undefined;
  if (key) return keyed.get(key) ?? null;
  if (!place || place.nodeType !== node.nodeType || place.nodeName !== node.nodeName) return null;
  return place.nodeType === Node.ELEMENT_NODE && place.dataset.key ? null : place;
}

/** Draw a choice anew with the focus where it was, though what was chosen may stand elsewhere now. */
export function redrawn(root, button, draw) {
  const { pick } = button.dataset;
  draw();
  if (root.contains(document.activeElement)) return;
  const same = [...root.querySelectorAll("[data-pick]")].find((one) => one.dataset.pick === pick);
  (same ?? root.querySelector("[data-pick]"))?.focus();
}

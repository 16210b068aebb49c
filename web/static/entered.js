// What a table entered, laid over what is shipped: the same few rules as companion/cards.

export const FEATURES = ["suit", "colour", "object"];

export const isTable = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Return what an object itself has under a key, whatever the key is called. */
export const own = (table, key) => (isTable(table) && Object.hasOwn(table, key) ? table[key] : undefined);

/** Lay one table over another, key by key; lists and values replace. */
export function overlay(shipped, entered) {
  const laid = new Map(Object.entries(shipped ?? {}));
  for (const [key, value] of Object.entries(entered ?? {})) {
    const under = laid.get(key);
    laid.set(key, isTable(under) && isTable(value) ? overlay(under, value) : value);
  }
  return Object.fromEntries(laid);
}

/** List the values of a field that are found on the cards, in the order of the deck. */
export function valuesOf(cards, field) {
  return [...new Set(Object.values(cards).map((card) => own(card, field)).filter((v) => v !== undefined))];
}

/** Put a value at a place of two names, or take away what is there; tables left empty go too. */
export function put(table, part, name, value) {
  const inside = new Map(Object.entries(own(table, part) ?? {}));
  if (value === undefined) inside.delete(name);
  else inside.set(name, value);
  putPart(table, part, inside.size ? Object.fromEntries(inside) : undefined);
}

/** Put a whole part of a deck, or take it away. */
export function putPart(table, part, value) {
  if (value === undefined) delete table[part];
  else table[part] = value;
}

/** Tell whether two values say the same, in whatever order their keys come. */
export const isSame = (one, other) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isTable(value)) return value;
  return Object.keys(value).sort().map((key) => [key, sorted(value[key])]);
}

/** List the conditions of a line, also of one that has only one and no `all`. */
export const conditionsOf = (line) => line.all ?? [line];

/** Tell what is wrong where: `bank.3.prize: found 0` into its place and what is found. */
export function placed(fault) {
  const cut = fault.indexOf(": ");
  return cut < 0 ? { place: "", what: fault } : { place: fault.slice(0, cut), what: fault.slice(cut + 2) };
}

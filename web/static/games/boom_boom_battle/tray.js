// Keeps what is chosen for each seat on this page until it is said: nobody else learns of it.

const trays = new Map(); // seat -> what is chosen there
const KEPT = ["ref"]; // what outlasts a question, besides which forms are open

/** Return what is chosen for a seat. */
export function trayOf(seat) {
  if (!trays.has(seat)) trays.set(seat, {});
  return trays.get(seat);
}

/**
 * Choose something for a seat: `{name: value}`, where the same once more takes it back, or
 * `{list, value, most}` to put a value into a list of at most so many, or to take it out.
 */
export function pick(seat, chosen) {
  const tray = trayOf(seat);
  if (chosen.list === "card") tray.second = null; // it was meant for another card
  if ("list" in chosen) tray[chosen.list] = withOrWithout(tray[chosen.list] ?? [], chosen);
  else for (const [name, value] of Object.entries(chosen)) tray[name] = tray[name] === value ? null : value;
}

function withOrWithout(list, { value, most }) {
  if (list.includes(value)) return list.filter((one) => one !== value);
  return most === 1 ? [value] : [...list, value].slice(0, most);
}

/** Forget what was chosen for another question than the one that is asked now. */
export function forget(seat, question) {
  const tray = trayOf(seat);
  if (tray.question === question) return tray;
  for (const name of Object.keys(tray)) {
    if (!KEPT.includes(name) && !name.startsWith("open-")) delete tray[name];
  }
  tray.question = question;
  return tray;
}

// Shows names of the wire as words; the same few rules as words.py.

const WAITING_FOR = "waiting for ";

/** Turn `late_after` into `Late after`, true into `yes`. */
export function words(name) {
  if (name === null || name === undefined) return "–";
  if (name === true) return "yes";
  if (name === false) return "no";
  if (typeof name === "number") return String(Number(name.toPrecision(6)));
  const text = String(name).replace(/[_\-/]+/g, " ").trim();
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Turn cents into dollars: 120 into `$1.20`. */
export const money = (cents) => `$${(cents / 100).toFixed(2)}`;

/** Turn any name into a part of a class: `boom/3` into `boom`. */
export function slug(name) {
  return String(name).split("/")[0].toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
}

/** Turn a number and one of what it counts into words: `3 points`. */
export const counted = (number, noun) => `${words(number)} ${noun}${number === 1 ? "" : "s"}`;

const isPlain = (value) => ["string", "number", "boolean"].includes(typeof value);

/** List [label, value] of what an object holds beyond the names in `drawn`. */
export function facts(values, drawn, labels = {}) {
  const lines = [];
  for (const [key, value] of Object.entries(values ?? {})) {
    if (drawn.includes(key) || value === false) continue; // what is false is not worth a word
    if (isPlain(value)) lines.push([labels[key] || words(key), words(value)]);
    else if (Array.isArray(value) && value.length && value.every(isPlain)) {
      lines.push([labels[key] || words(key), value.map(words).join(", ")]);
    }
  }
  return lines;
}

const nameOf = (view, number) => view.seats?.[number]?.name || `seat ${number}`;

/** Name seats as people do: `Ann, Bo and Cy`. */
export function namesOf(view, numbers, last = "and") {
  const names = numbers.map((n) => nameOf(view, n));
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} ${last} ${names.at(-1)}` : names.join("");
}

/** Say how the game ended, or nothing while it runs. */
export function verdict(view) {
  if (!view.over) return "";
  const winners = view.winners ?? [];
  if (!winners.length) return "The game is over.";
  return `${namesOf(view, winners)} win${winners.length === 1 ? "s" : ""}!`;
}

/** List all that is waited for, each with a sentence. */
export function waits(view) {
  return (view.waiting ?? []).map((wait) => ({
    ...wait,
    text: wait.text || `${WAITING_FOR}${nameOf(view, wait.seat ?? 0)}: ${words(wait.gesture).toLowerCase()}`,
  }));
}

/** List what the table waits for, each sentence once, with all whom it waits for in it. */
export function asked(view) {
  const lines = new Map();
  for (const wait of waits(view)) {
    const rest = afterName(view, wait);
    const same = JSON.stringify(rest === null ? [wait.text] : [rest, wait.gesture, wait.until]);
    lines.set(same, [...(lines.get(same) ?? []), wait]);
  }
  const said = [...lines.values()].map((all) => ({ ...all[0], text: together(view, all) }));
  // What may be done in two ways is waited for twice, but said once.
  const isSame = (line) => (other) => other.text === line.text && other.until === line.until;
  return said.filter((line, at) => said.findIndex(isSame(line)) === at);
}

function together(view, all) {
  const [{ text, gesture }] = all;
  const rest = afterName(view, all[0]);
  if (rest === null) return text;
  const seats = [...new Set(all.map((wait) => wait.seat ?? 0))];
  const last = gesture === "ring" ? "or" : "and"; // one ring is enough
  return `${text.slice(0, WAITING_FOR.length)}${namesOf(view, seats, last)}${rest}`;
}

/** Return what a sentence says after `waiting for` and the seat's name, null if it begins otherwise. */
function afterName(view, { text, seat }) {
  const start = WAITING_FOR + nameOf(view, seat ?? 0);
  return text.toLowerCase().startsWith(start.toLowerCase()) ? text.slice(start.length) : null;
}

/** Say what a foul was: `Early, 120 ms`. */
export function foulText(foul) {
  return `${words(foul.kind)}${typeof foul.ms === "number" ? `, ${words(foul.ms)} ms` : ""}`;
}

/** Turn a sentence about a player into one for that player: `Your turn: hold a side.` */
export function toYou(text, name) {
  if (!name) return text;
  for (const [end, mine] of [[" to ", ""], ["'s ", "your "], [": ", ""]]) {
    const start = `${WAITING_FOR}${name}${end}`;
    if (text.toLowerCase().startsWith(start.toLowerCase())) return `Your turn: ${mine}${text.slice(start.length)}`;
  }
  if (text.startsWith(`${name}: `)) return text.slice(name.length + 2);
  return text.replace(`${name} may `, "You may ").replace(`${name}'s `, "your ");
}

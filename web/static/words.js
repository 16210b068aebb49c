// Shows names of the wire as words; the same few rules as words.py.

/** Turn `late_after` into `Late after`, true into `yes`. */
export function words(name) {
  if (name === null || name === undefined) return "–";
  if (name === true) return "yes";
  if (name === false) return "no";
  if (typeof name === "number") return String(Number(name.toPrecision(6)));
  const text = String(name).replace(/[_\-/]+/g, " ").trim();
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Turn any name into a part of a class: `boom/3` into `boom`. */
export function slug(name) {
  return String(name).split("/")[0].toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
}

const isPlain = (value) => ["string", "number", "boolean"].includes(typeof value);

/** List [label, value] of what an object holds beyond the names in `drawn`. */
export function facts(values, drawn) {
  const lines = [];
  for (const [key, value] of Object.entries(values ?? {})) {
    if (drawn.includes(key) || value === false) continue; // what is false is not worth a word
    if (isPlain(value)) lines.push([words(key), words(value)]);
    else if (Array.isArray(value) && value.length && value.every(isPlain)) {
      lines.push([words(key), value.map(words).join(", ")]);
    }
  }
  return lines;
}

/** Name seats as people do: `Ann, Bo and Cy`. */
export function namesOf(view, numbers) {
  const names = numbers.map((n) => view.seats?.[n]?.name || `seat ${n}`);
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names.join("");
}

/** Say how the game ended, or nothing while it runs. */
export function verdict(view) {
  if (!view.over) return "";
  const winners = view.winners ?? [];
  if (!winners.length) return "The game is over.";
  return `${namesOf(view, winners)} win${winners.length === 1 ? "s" : ""}!`;
}

/** List what the table waits for, each with a sentence. */
export function asked(view) {
  return (view.waiting ?? []).map((wait) => ({
    ...wait,
    text: wait.text || `waiting for ${namesOf(view, [wait.seat])}: ${words(wait.gesture).toLowerCase()}`,
  }));
}

/** Say what a foul was: `Early, 120 ms`. */
export function foulText(foul) {
  return `${words(foul.kind)}${typeof foul.ms === "number" ? `, ${words(foul.ms)} ms` : ""}`;
}

/** Turn a sentence about a player into one for that player: `Your turn: hold a side.` */
export function toYou(text, name) {
  if (!name) return text;
  for (const [end, mine] of [[" to ", ""], ["'s ", "your "], [": ", ""]]) {
    const start = `waiting for ${name}${end}`;
    if (text.toLowerCase().startsWith(start.toLowerCase())) return `Your turn: ${mine}${text.slice(start.length)}`;
  }
  return text.replace(`${name} may `, "You may ").replace(`${name}'s `, "your ");
}

const drawnIn = (name) => (document.body.dataset[name] ?? "").split(" ");
export const VIEW_DRAWN = drawnIn("viewDrawn");
export const SEAT_DRAWN = drawnIn("seatDrawn");
export const YOU_DRAWN = drawnIn("youDrawn");

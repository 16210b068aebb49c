// Reads the box: which cards there are of a kind, and the location number that each bears.

/** List all cards as {card, kind, number}, in the order of the box. */
export function cardsOf(view) {
  return Object.entries(view.box ?? {}).flatMap(([name, all]) => all.map((told, at) => {
    const [kind, number] = Array.isArray(told) ? told : [name, told];
    return { card: `${name}/${at + 1}`, kind, number };
  })).filter(({ number }) => number !== null);
}

/** Return a card's number, null for a card that the box lacks. */
export const numberOf = (view, card) => cardsOf(view).find((one) => one.card === card)?.number ?? null;

/** List the cards that a hand may hold: they lie before nobody, and bear one of `numbers`, if told. */
export function hidden(view, { kinds = null, numbers = null, isCircled = false } = {}) {
  const front = Object.values(view.seats ?? {}).flatMap((seat) => seat.front ?? []);
  const wanted = ({ card, kind, number }) => !front.includes(card) && card !== view.top
    && (!kinds || kinds.includes(kind))
    && (numbers ? numbers.includes(number) : isCircled === (view.circled ?? []).includes(number));
  return cardsOf(view).filter(wanted);
}

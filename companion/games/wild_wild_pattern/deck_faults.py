"""Everything that is wrong with a manifest as a deck of Wild Wild Pattern, each with its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.cards.manifest import BankLine, Card, Condition, Manifest
from companion.games.wild_wild_pattern.bank import MOST_PAID_CARDS, VALUES, count
from companion.games.wild_wild_pattern.box import BANK_CARDS, CARDS, KINDS, PATTERNS, WITH_TEXT
from companion.games.wild_wild_pattern.pattern import SUITS, Face, Faces
from companion.games.wild_wild_pattern.possible import is_possible

ALLOWED_CARDS = "colour/object, challenge/one-card and so on, bank/1 to bank/7, clementine"


def faces_of(manifest: Manifest) -> dict[str, Face]:
    """Return what the Pattern cards of a faultless manifest show."""
    patterns = (card for card in manifest.cards.values() if card.name in PATTERNS)
    return {
        card.name: Face(card.colour or "", card.object or "", card.suit or "") for card in patterns
    }


def deck_faults(manifest: Manifest) -> tuple[str, ...]:
    """Return every fault, such as `bank.3.value: found 'green' (allowed: red, ...)`."""
    of_cards = tuple(_card_faults(manifest))
    # What a line asks of the deck is only known where the deck is.
    faces = {} if of_cards else faces_of(manifest)
    lists = {"bank": manifest.bank}
    lists |= {f"targets.{card}": lines for card, lines in manifest.targets.items()}
    of_lines = (
        fault for place, lines in lists.items() for fault in _list_faults(place, lines, faces)
    )
    return (*of_cards, *_key_faults(manifest), *of_lines)


def _card_faults(manifest: Manifest) -> Iterator[str]:
    """Yield what is wrong with the cards: 40 pairs, each once, and the other 15 (ruling 0.4)."""
    for name in CARDS:
        if name not in manifest.cards:
            yield f"cards.{name}: is missing; the box has it"
    for name, card in manifest.cards.items():
        if name in CARDS:
            yield from _field_faults(card)
        else:
            yield f"cards.{name}: no card of this game (allowed: {ALLOWED_CARDS})"


def _field_faults(card: Card) -> Iterator[str]:
    kind = CARDS[card.name]
    is_pattern = kind == "pattern"
    colour, _, thing = card.name.partition("/")
    allowed: dict[str, tuple[str, ...]] = {
        "kind": (kind,),
        "colour": (colour,) if is_pattern else (),
        "object": (thing,) if is_pattern else (),
        "suit": SUITS if is_pattern else (),
        "location": (),
    }
    for name, values in allowed.items():
        found = getattr(card, name)
        if found not in (values or (None,)):
            wanted = f"allowed: {', '.join(values)}" if values else f"no {kind} card has one"
            yield f"cards.{card.name}.{name}: found {found!r} ({wanted})"


def _key_faults(manifest: Manifest) -> Iterator[str]:
    for name in manifest.kinds:
        yield f"kinds.{name}: the kinds of this game have no numbers to enter"
    allowed = {"counts": tuple(KINDS), "targets": BANK_CARDS, "texts": WITH_TEXT}
    for part, names in allowed.items():
        for name in getattr(manifest, part):
            if name not in names:
                yield f"{part}.{name}: no such name (allowed: {', '.join(names)})"


def _list_faults(place: str, lines: Sequence[BankLine], faces: Faces) -> Iterator[str]:
    named: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        where = f"{place}.{number}"
        if line.name in named:
            yield f"{where}.name: {line.name!r} is the name of {named[line.name]} already"
        named.setdefault(line.name, where)
        yield from _line_faults(where, line, faces)


def _line_faults(where: str, line: BankLine, faces: Faces) -> Iterator[str]:
    if not line.prize and not line.wild:
        yield f"{where}.prize: found 0 (allowed: 1 cent or more, or a line that is `wild`)"
    places = [where]
    if len(line.conditions) > 1:
        places = [f"{where}.all.{number}" for number in range(1, len(line.conditions) + 1)]
    faults = [
        fault
        for at, condition in zip(places, line.conditions, strict=True)
        for fault in _condition_faults(at, condition, faces)
    ]
    # Two pairs cannot be written as a pair and a pair: each condition looks at the whole hand.
    faults += [
        f"{at}: says the same as {places[line.conditions.index(condition)]}, and adds nothing"
        for number, (at, condition) in enumerate(zip(places, line.conditions, strict=True))
        if condition in line.conditions[:number]
    ]
    if not faults and faces and not is_possible(line.conditions, faces):
        faults.append(
            f"{where}: no hand of up to {MOST_PAID_CARDS} cards meets this; "
            "more are never paid, and all conditions must hold at once"
        )
    yield from faults


def _condition_faults(where: str, condition: Condition, faces: Faces) -> Iterator[str]:
    values = VALUES[condition.feature]
    if condition.value is not None and condition.value not in values:
        yield f"{where}.value: found {condition.value!r} (allowed: {', '.join(values)})"
        return
    if condition.same is None:
        key, found = "different", condition.different or 0
        most, why = len(values), f"there is no other {condition.feature}"
    else:
        key, found = "same", condition.same
        most, why = _most_same(condition, faces)
    if found > MOST_PAID_CARDS:
        most, why = min(most, MOST_PAID_CARDS), "more than five cards are never paid"
    if found > most:
        yield f"{where}.{key}: found {found} (allowed: 0 to {most}; {why})"


def _most_same(condition: Condition, faces: Faces) -> tuple[int, str]:
    """Return how many cards of a condition's value there are, and a clause that says so."""
    if not faces:
        return MOST_PAID_CARDS, ""
    values = VALUES[condition.feature]
    held = dict(zip(values, count(faces.values(), condition.feature), strict=True))
    if condition.value is not None:
        return held[condition.value], f"so many cards show {condition.value}"
    return max(held.values()), f"no {condition.feature} is on more cards"

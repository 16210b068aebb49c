"""Texts: sentences for rulings and questions, from a catalogue, with the players' names.

The only place where a decision becomes a sentence, so that board, phones and log agree.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.asks import Offer
from companion.core.rulings import Ruling, plain

SEAT_FIELDS = frozenset({"seat", "to", "by", "other"})
CARD_FIELDS = frozenset({"card", "cards", "location"})

COMMON_SENTENCES: Mapping[str, str] = {
    "foul": "Foul by {seat}: {foul} ({ms} ms).",
    "foul/open": "Foul by {seat}: {foul}.",
    "corrected": "The host corrected {seat}: {change}.",
    "replaced": "{name} plays on at seat {seat_number}.",
    "paused": "The game is paused.",
    "resumed": "The game goes on.",
    "taken_back": "Taken back: {steps}. The host resumes the game.",
    "begun_anew": "The kit was restarted. The host resumes the game.",
    "ended": "The host ended the game.",
    "failed": "The game stopped on a fault of its own ({why}). Undo rescues it.",
}

REASONS: Mapping[str, str] = {
    "not_waited_for": "Nobody is waiting for that now.",
    "seat_out": "{seat} is out.",
    "unknown_card": "This tag is not a card that the kit knows.",
    "foreign_card": "This card belongs to another game.",
    "unclear_card": "More than one card lies on the reader: take one away.",
    "wrong_game_card": "This card is not in this game.",
    "two_places": "This card already lies on another reader: lift it, and lay it again.",
    "claim_first": "Say first whose card that was.",
    "paused": "The game is paused.",
    "over": "That question is over.",
    "held_elsewhere": "{seat} holds already, and only what made a hold ends it.",
    "not_all_hold": "Not everybody holds yet.",
    "private": "Why is told to that seat alone.",
    "nothing_to_undo": "There is nothing to take back that far.",
    "failed": "The game has stopped on a fault; only the host can act.",
    "game_over": "The game is over.",
    "not_paused": "The game is not paused.",
    "no_such_seat": "There is no such seat.",
    "no_name": "A name is wanted.",
    "bad_adjustment": "That correction does not fit this game.",
}


def sentence(ruling: Ruling, names: Mapping[int, str], catalogue: Mapping[str, str]) -> str:
    """Return what a ruling says; raises KeyError if the catalogue has no sentence for it.

    A key `kind/open` is used while a value is None; `kind/VALUE` for a field `case` or `foul`.
    Cards are called by the catalogue's `card/KIND`, where it has one.
    """
    values = {
        field: _called(value, catalogue) if field in CARD_FIELDS else _worded(field, value, names)
        for field, value in _fields(ruling)
    }
    seat = getattr(ruling, "seat", None)
    values["seat_number"] = str(seat)
    key = ruling.kind
    if any(value is None for _, value in _fields(ruling)) and f"{key}/open" in catalogue:
        key = f"{key}/open"
    case = values.get("case", values.get("foul"))
    if f"{ruling.kind}/{case}" in catalogue:
        key = f"{ruling.kind}/{case}"
    return catalogue[key].format(**values)


def _fields(ruling: Ruling) -> list[tuple[str, Any]]:
    return list(ruling.values().items())


def _called(cards: Any, catalogue: Mapping[str, str]) -> str:
    """Return a card, or several, by name: `rifle/2` as "Rifle 2"."""
    if isinstance(cards, (tuple, list)):
        return joined([_called(card, catalogue) for card in cards], none="nothing")
    kind, _, number = str(cards).partition("/")
    name = catalogue.get(f"card/{kind}")
    return str(cards) if name is None else f"{name} {number}".strip()


def _worded(field: str, value: Any, names: Mapping[int, str]) -> str:
    if field in SEAT_FIELDS and isinstance(value, int):
        return names.get(value, f"seat {value}")
    if field == "seats":
        return joined([names.get(seat, f"seat {seat}") for seat in value])
    if isinstance(value, float):
        return f"{value:.6f}".rstrip("0").rstrip(".")  # a nanosecond counts, in ms
    if isinstance(value, (tuple, list)):
        return joined([str(part) for part in value], none="nothing")
    if isinstance(value, Mapping):
        return ", ".join(_change(key, part) for key, part in value.items() if key != "seat")
    return str(value)


def _change(key: str, part: Any) -> str:
    if isinstance(part, bool):
        return f"{key}: {'yes' if part else 'no'}"
    return f"{part:+d} {key}" if isinstance(part, int) else f"{key} {plain(part)}"


def joined(words: list[str], none: str = "nobody") -> str:
    """Return words as a list in a sentence."""
    if len(words) < 2:
        return words[0] if words else none
    return f"{', '.join(words[:-1])} and {words[-1]}"


def reason_text(
    reason: str, seat: int | None, names: Mapping[int, str], catalogue: Mapping[str, str]
) -> str:
    """Return a refusal's reason as a sentence; raises KeyError for an unknown reason."""
    text = catalogue[f"refused/{reason}"] if f"refused/{reason}" in catalogue else REASONS[reason]
    return text.format(seat=names.get(seat or 0, "The host"))


def asking(offer: Offer, names: Mapping[int, str], catalogue: Mapping[str, str]) -> str:
    """Return the line that says what the table waits for; raises KeyError if there is none."""
    return catalogue[offer.about].format(seat=names.get(offer.seat, f"seat {offer.seat}"))


COUNTED = frozenset({"ring", "slot"})  # what is said with a number that is no seat's
LABELS: Mapping[str, str] = {
    "hold": "Hold {side}",
    "let_go": "Let go",
    "ring": "Ring the bell",
    "press": "{side}",
    "choose": "{side}",
}


def label(offer: Offer, names: Mapping[int, str], catalogue: Mapping[str, str]) -> str:
    """Return what a phone's button says: the game's own word, or the gesture's.

    A game's key is `about=key` with a key of what is said, the last one that it has a word for
    (`turn=same` before `turn=done`, `felix=swap`).
    """
    said = _innermost(offer.say or {})
    own = [catalogue.get(f"{offer.about}={key}") for key in reversed(said)]
    template = next((word for word in own if word), LABELS.get(offer.gesture, "{value}"))
    words = {"side": offer.button.value.upper() if offer.button else "", "value": "", "other": ""}
    return template.format(**{**words, **_words(said, names)})


def _innermost(say: Mapping[str, Any]) -> dict[str, Any]:
    """Return the innermost object of what is said."""
    inner = next((value for value in say.values() if isinstance(value, Mapping)), None)
    return dict(say) if inner is None else _innermost(inner)


def _words(said: Mapping[str, Any], names: Mapping[int, str]) -> dict[str, str]:
    """Return the values of what is said as words: the first one, and a side if there is one."""
    value = next(iter(said.values()), "")
    worded = ", ".join(value) if isinstance(value, (list, tuple)) else str(value)
    if isinstance(value, int) and not isinstance(value, bool) and not COUNTED & said.keys():
        worded = names.get(value, worded)
    side = {"side": str(said["side"]).upper()} if "side" in said else {}
    return {"value": worded, "other": worded, **side}

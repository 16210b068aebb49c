"""The abilities as Asks: the tapped Character Ability Card, or the same told on a phone.

Each is offered only in its window, to its living owner, once a shootout (C5, C6). On the panel a
tapped card is followed by a choice on the buttons; a phone says everything at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.asks import Ask, Moot, Refused
from companion.core.events import Happened, Side
from companion.core.game import Table
from companion.core.gestures import Say, Tap, Tapped, Tell
from companion.games.click_click_boom.state import State, living, neighbour, ready

BY_TEXT = ("armadillo", "buzzard")  # their abilities are the owner's to enter (C42)
CHARACTERS = ("carla", "brandon", "heather", "felix", "rory", "jill", *BY_TEXT)


@dataclass(frozen=True, slots=True)
class Use:
    """Tells that a seat uses its ability; `other` and `side` where the ability names them."""

    seat: int
    character: str
    other: int | None = None
    side: Side | None = None


Fault = Callable[[int, Mapping[str, Any]], str | None]


def ability(
    table: Table[State],
    character: str,
    may: Callable[[], bool],
    keys: tuple[str, ...],
    fault: Fault,
    choices: Callable[[int], Sequence[Mapping[str, Any]]],
) -> Ask[Tapped | Use | Moot]:
    """Return the Ask for one character's ability.

    `may` says whether its window is open; `keys` are what a phone says (`swap`, `force` and
    `side`); `fault` says why a choice would not do; `choices` lists what a phone may offer.
    """

    def who() -> tuple[int, ...]:
        return ready(table.state, character) if may() else ()

    def tapped(seat: int, _card: str) -> Refused | None:
        return None if choices(seat) else Refused("nobody_to_choose", rank=3)

    def read(seat: int, value: Any, event: Happened) -> Use | Refused | None:
        del event
        if not isinstance(value, Mapping) or set(value) != set(keys):
            return None
        wrong = fault(seat, value)
        if wrong:
            return Refused(wrong, rank=3)
        side = value.get("side", value.get("ask"))
        other = value.get("swap", value.get("force"))
        return Use(seat, character, other, None if side is None else Side(side))

    def says(seat: int) -> tuple[Say, ...]:
        return tuple({"ability": choice} for choice in choices(seat))

    tap = Tap(who, character, tapped, optional=True, card=f"ability/{character}")
    return tap | Tell(who, character, "ability", read, says, optional=True)


def plain(
    table: Table[State], character: str, key: str, may: Callable[[], bool]
) -> Ask[Tapped | Use | Moot]:
    """Return the Ask for an ability that chooses nothing (`look`, `steal`, `save`, `use`)."""

    def no_fault(_seat: int, _value: Mapping[str, Any]) -> None:
        return None

    return ability(table, character, may, (key,), no_fault, lambda _seat: ({key: True},))


def felix(table: Table[State], may: Callable[[], bool]) -> Ask[Tapped | Use | Moot]:
    """Return the Ask for Felix's swap (C35)."""

    def fault(seat: int, value: Mapping[str, Any]) -> str | None:
        return None if value["swap"] in swappable(table, seat) else "not_to_swap_with"

    def choices(seat: int) -> tuple[Mapping[str, Any], ...]:
        return tuple({"swap": other} for other in swappable(table, seat))

    return ability(table, "felix", may, ("swap",), fault, choices)


def swappable(table: Table[State], seat: int) -> tuple[int, ...]:
    """Return with whom Felix may swap: any other living player; by option only before a Turn."""
    return tuple(
        other
        for other in living(table.state)
        if other != seat and (table.options["felix_any"] or table.state.seat(other).on_table == 0)
    )


def heather(table: Table[State], may: Callable[[], bool]) -> Ask[Tapped | Use | Moot]:
    """Return the Ask for Heather's question (C34)."""

    def fault(seat: int, value: Mapping[str, Any]) -> str | None:
        return None if value["ask"] in askable(table.state, seat) else "not_to_ask"

    def choices(seat: int) -> tuple[Mapping[str, Any], ...]:
        return tuple({"ask": side.value} for side in askable(table.state, seat))

    return ability(table, "heather", may, ("ask",), fault, choices)


def askable(state: State, seat: int) -> tuple[Side, ...]:
    """Return about which of her cards Heather may ask; in a stand-off only the other's (C34)."""
    if not state.seat(seat).on_table:
        return ()
    sides = (Side.LEFT,) if state.is_stand_off else (Side.LEFT, Side.RIGHT)
    return tuple(side for side in sides if neighbour(state, seat, side) is not None)


def brandon(table: Table[State], may: Callable[[], bool]) -> Ask[Tapped | Use | Moot]:
    """Return the Ask for Brandon's force (C32)."""

    def fault(seat: int, value: Mapping[str, Any]) -> str | None:
        return None if value["force"] in forcible(table.state, seat) else "not_to_force"

    def choices(seat: int) -> tuple[Mapping[str, Any], ...]:
        return tuple(
            {"force": other, "side": side.value}
            for other in forcible(table.state, seat)
            for side in Side
        )

    return ability(table, "brandon", may, ("force", "side"), fault, choices)


def forcible(state: State, seat: int) -> tuple[int, ...]:
    """Return whom Brandon may force: any other living player whose cards lie out."""
    return tuple(other for other in living(state) if other != seat and state.seat(other).on_table)


def by_text(table: Table[State], may: Callable[[int], bool]) -> Ask[Tapped | Use | Moot]:
    """Return the Ask for the abilities that only the manifest's text describes (C42)."""

    def one(character: str) -> Ask[Tapped | Use | Moot]:
        return plain(table, character, "use", lambda: any(map(may, ready(table.state, character))))

    return one("armadillo") | one("buzzard")


def say_fault(say: Mapping[str, Any]) -> str | None:
    """Return what is wrong with the form of the game's own `say`s, or None (names.md)."""
    if dict(say) == {"done": True, "same": True}:
        return None
    if len(say) != 1 or next(iter(say)) not in FORMS:
        allowed = ", ".join(("done", "pass", "side", "let_go", "ring", *FORMS))
        return f"unknown: {', '.join(map(str, say))} (allowed: {allowed})"
    key, value = next(iter(say.items()))
    return FORMS[key](value)


def _ability_fault(value: Any) -> str | None:
    allowed = "ask, force with side, swap, steal, save, look, use"
    if not isinstance(value, Mapping):
        return f"ability: an object is wanted, not {value!r}"
    match dict(value):
        case {"ask": "left" | "right", **rest} if not rest:
            return None
        case {"force": int(seat), "side": "left" | "right", **rest} if not rest:
            return _seat_fault(seat)
        case {"force": int(seat), **rest} | {"swap": int(seat), **rest} if not rest:
            return _seat_fault(seat)
        case {"steal": True} | {"save": True} | {"look": True} | {"use": True} if len(value) == 1:
            return None
        case _:
            return f"ability: found {dict(value)!r} (allowed: {allowed})"


def _seat_fault(seat: int) -> str | None:
    is_seat = seat is not True and 1 <= seat <= 6
    return None if is_seat else f"ability: found seat {seat!r} (allowed: 1 to 6)"


def _one_of(key: str, allowed: Sequence[str]) -> Callable[[Any], str | None]:
    def fault(value: Any) -> str | None:
        if isinstance(value, str) and value in allowed:
            return None
        return f"{key}: found {value!r} (allowed: {', '.join(allowed)})"

    return fault


def _kinds_fault(value: Any) -> str | None:
    is_list = isinstance(value, (list, tuple)) and len(value) <= 12
    if is_list and all(kind in KINDS for kind in value):
        return None
    return f"unplayed: found {value!r} (allowed: a list of {', '.join(KINDS)})"


KINDS = ("pay", "stolen", "boom")
FORMS: Mapping[str, Callable[[Any], str | None]] = {
    "show": _one_of("show", KINDS),
    "ability": _ability_fault,
    "told": _one_of("told", KINDS),
    "unplayed": _kinds_fault,
    "drawn": _one_of("drawn", ("click", "boom")),
}

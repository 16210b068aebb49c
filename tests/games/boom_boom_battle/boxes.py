"""The box that attacks are tested with: every card's own number is its location.

`rifle/3` and `pan/3` are at location 3, so nobody is at 7 or 8, and vehicles are at 0. The places
of a sitting circle 8, then 7 and so on: where one is in force, no hand is touched. What the kinds
aim, hit and draw is stated here too: the shipped deck has placeholders, and a table may enter
others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.boom_boom_battle.box import LOCATIONS, VEHICLES
from tests.games.boom_boom_battle.table import GAME, Sitting, a_table, card, does


def _own_numbers() -> dict[str, Any]:
    cards = [one for one in GAME.manifest["cards"] if not one.startswith("location/")]
    parts = {one: one.partition("/") for one in cards}
    return {
        one: {"location": 0 if kind in VEHICLES else int(number)}
        for one, (kind, _, number) in parts.items()
    }


BOX: dict[str, Any] = {
    "cards": _own_numbers(),
    **does(
        rifle=(2, 2, "on_hit"),
        shotgun=(3, 1, "on_hit"),
        sniper=(1, 3, "on_hit"),
        smg=(2, 1, "on_hit"),
        handgun=(2, 1, "always"),
        lmg=(3, 0, "none"),
        grenade=(2, 0, "none"),
        pan=(0, 2, "none"),
        desert_eagle=(2, 2, "always"),
        dbs=(2, 1, "on_hit"),
    ),
}


def circling(place: str, deck: dict[str, Any]) -> dict[str, Any]:
    """Return a deck in which these places circle 8, 7 and so on, and the others what is left."""
    first = [card(one) for one in place.split()]
    others = [one for one in LOCATIONS if one not in first]
    flips = zip((*first, *others), range(8, 0, -1), strict=True)
    return {**deck, "cards": {**deck["cards"], **{one: {"location": n} for one, n in flips}}}


def armed(seats: int = 2, **given: Any) -> Sitting:
    """Return a sitting with this box, in which the kit does not know the hands."""
    deck = circling(given.get("place", ""), given.pop("deck", BOX))
    return a_table(seats, deck=deck, **given)


def known(seats: int = 2, **given: Any) -> Sitting:
    """Return a sitting with this box, in which the kit knows the hands."""
    return armed(seats, knows=True, **given)


def with_kinds(**kinds: tuple[int, int, str]) -> dict[str, Any]:
    """Return this box with other values for some kinds."""
    return {**BOX, "kinds": {**BOX["kinds"], **does(**kinds)["kinds"]}}


def order(sit: Sitting, since: int = 0) -> Sequence[str]:
    """Return the kinds of the rulings from a place on."""
    return sit.kinds()[since:]

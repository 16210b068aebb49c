"""The printed box of BOOM BOOM: its kinds of cards, keyed on type and never on colour (B2)."""

from __future__ import annotations

from collections.abc import Mapping

NAMED: Mapping[str, int] = {
    "rifle": 6,
    "shotgun": 5,
    "sniper": 6,
    "smg": 6,
    "handgun": 3,
    "lmg": 6,
    "grenade": 5,
    "pan": 5,
    "helmet": 3,
    "vest": 3,
    "flashbang": 4,
    "smoke": 4,
    "bandage": 3,
    "first_aid": 1,
    "motorcycle": 1,
    "offroad": 1,
    "desert_eagle": 1,
    "dbs": 1,
}  # how many the rulebook's headings name: 64 (ruling 2.2)
UNLISTED = "unlisted"  # the two cards that the headings leave out
MISSING = "missing"  # a card that a table's own box does not have
FULL_BOX, NAMED_ONLY = 66, 64

GUNS = ("rifle", "shotgun", "sniper", "smg", "handgun", "lmg", "desert_eagle", "dbs")
ATTACKS = (*GUNS, "grenade", "pan")
EQUIPMENT = ("helmet", "vest")
RESCUES = ("bandage", "first_aid")
DISTRACTIONS = ("flashbang", "smoke")
VEHICLES = ("motorcycle", "offroad")
FRONT = (*EQUIPMENT, *DISTRACTIONS, *VEHICLES)  # what lies in front of a player
SINGLE_AIMED = tuple(kind for kind in GUNS if kind != "lmg")  # at one player, with numbers
AIMED = (*GUNS, "grenade")  # with numbers
AT_ONE = (*SINGLE_AIMED, "pan")  # attacks that choose a player (B48)
COUNTERS = ("handgun", "desert_eagle")
RESCUED = {"bandage": 1, "first_aid": 2}  # cards that the effect gives, without the icon

PLACES = ("village", "desert", "forest", "grassland", "hospital", "mountain", "base", "tunnel")
LOCATIONS: Mapping[str, str] = {
    f"location/{number}": place for number, place in enumerate(PLACES, 1)
}
NUMBERS = tuple(range(1, 9))
NOWHERE = 0  # a vehicle's number: nobody can aim at it


def group(kind: str) -> str:
    """Return the group of a kind, as the reference and the board name it."""
    groups = {"attack": ATTACKS, "equipment": EQUIPMENT, "rescue": RESCUES}
    groups |= {"distraction": DISTRACTIONS, "vehicle": VEHICLES}
    return next((name for name, kinds in groups.items() if kind in kinds), UNLISTED)

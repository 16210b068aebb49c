"""The rules reference: what each kind of card does, what it does not, and what a location changes.

In our own words, after the rulebook's Action Card Details and Location Card Details.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.boom_boom_battle.box import (
    AT_ONE,
    ATTACKS,
    GUNS,
    LOCATIONS,
    NAMED,
    RESCUES,
    SINGLE_AIMED,
    UNLISTED,
    group,
)
from companion.games.boom_boom_battle.state import State


@dataclass(frozen=True, slots=True)
class Entry:
    """Holds a kind's name, what it does, and what it does not do or is kept from."""

    name: str
    does: str
    exempt: str = ""


_SHOT = "Fires at one opponent: any card of an aimed location is a hit. A hit draws a card."
_SMOKE = "Smoke makes it miss."
ENTRIES: Mapping[str, Entry] = {
    "rifle": Entry("Rifle", _SHOT, _SMOKE),
    "shotgun": Entry("Shotgun", _SHOT, _SMOKE),
    "sniper": Entry("Sniper Rifle", _SHOT, _SMOKE),
    "smg": Entry(
        "Submachine Gun",
        "Fires at one opponent. A hit draws a card, and then gives another action.",
        "Helmet and Smoke do not help against it.",
    ),
    "handgun": Entry(
        "Handgun",
        "Fires at one opponent, or strikes back after a complete miss. Always draws a card.",
        "A strike back is never answered. " + _SMOKE,
    ),
    "lmg": Entry(
        "Light Machine Gun",
        "Fires at everybody else, teammates too: one card for each location that hits.",
        "Not carried by Sandstorm, not bound by Mountain, no pair under Tunnel. " + _SMOKE,
    ),
    "grenade": Entry(
        "Hand Grenade",
        "Everybody, the thrower too, discards all cards of the aimed locations.",
        "Helmet, Vest and Smoke do not help. It is no firearm.",
    ),
    "pan": Entry(
        "Pan",
        "Takes two cards of one opponent without aiming.",
        "Another pan blocks it. Vest and Smoke do not help. It is no firearm.",
    ),
    "helmet": Entry(
        "Helmet",
        "Lies in front: a hit still costs cards, then the helmet goes and gives a card.",
        "No help against submachine gun and grenade. One of a name, and one works per attack.",
    ),
    "vest": Entry(
        "Bulletproof Vest",
        "Lies in front: a hit still costs cards, then the vest goes and gives a card.",
        "No help against pan and grenade. One of a name, and one works per attack.",
    ),
    "flashbang": Entry(
        "Flashbang",
        "Lies in front of a player: no attack card until the end of that player's next turn.",
        "No strike back and no blocking pan either. Escape and other cards go on.",
    ),
    "smoke": Entry(
        "Smoke Grenade",
        "Lies in front of a player: firearms miss until the start of that player's next turn.",
        "No help against submachine gun, grenade, pan, or a pair under Tunnel.",
    ),
    "bandage": Entry(
        "Bandage",
        "Oneself draws 2; or a teammate draws 1 and the user 1. Then down to the starting hand.",
        "Never for an opponent.",
    ),
    "first_aid": Entry(
        "First Aid Kit",
        "Oneself draws 3; or a teammate draws 2 and the user 1. Then down to the starting hand.",
        "Never for an opponent.",
    ),
    "motorcycle": Entry(
        "Motorcycle",
        "Lies in front: refills what the shrinking circle takes, then goes.",
        "Stays if nothing is taken. One vehicle in front of a player.",
    ),
    "offroad": Entry(
        "Off-road Vehicle",
        "Lies in front: refills what the shrinking circle takes, and one passenger's too.",
        "One vehicle in front of a player.",
    ),
    "desert_eagle": Entry(
        "Desert Eagle",
        "Fires at one opponent, or strikes back after any attack. Always draws a card.",
        "Against the active player only, and never answered. " + _SMOKE,
    ),
    "dbs": Entry(
        "DBS",
        "Fires twice at one opponent; one left without cards may be left for another.",
        _SMOKE,
    ),
    UNLISTED: Entry("Unlisted card", "Nobody has entered yet what this card is."),
}
EFFECTS: Mapping[str, tuple[str, str]] = {
    "village": ("Abundance", "Each card drawn is one of two. Three cards a survivor, at most 12."),
    "desert": ("Sandstorm", "A shot that misses goes on to the next player. Not the LMG's."),
    "forest": ("Disorientation", "The attacker picks what is discarded, blind."),
    "grassland": ("Vast Domain", "Firearms aim at one location more. Escape draws nothing."),
    "hospital": ("Emergency Rescue", "Each turn begins with a drawn card."),
    "mountain": ("Higher Ground", "Only who has the most cards can be chosen."),
    "base": ("Full Firepower", "Every hit costs one card more. No rescue cards."),
    "tunnel": ("Assault Operation", "A second card of the same name makes a shot a sure hit."),
}

PAIRED = tuple(kind for kind in SINGLE_AIMED if NAMED[kind] > 1)  # a single copy has no pair (B63)
GROUPS: Mapping[str, str] = {
    "attack": "Attack cards",
    "equipment": "Equipment",
    "rescue": "Rescue",
    "distraction": "Distraction",
    "vehicle": "Vehicles",
    UNLISTED: "Others",
}

# What cards and places are called in sentences.
NAMES: Mapping[str, str] = {
    **{f"card/{kind}": entry.name for kind, entry in ENTRIES.items()},
    **{f"card/{place}": place.title() for place in EFFECTS},
    "card/location": "Location",
}


def here(state: State, kind: str) -> str:
    """Return what the location in force changes for a kind; empty if nothing."""
    place = state.effect
    raises = state.house.revives and state.house.mode == "death_match"
    is_idle = place is None or (place == "hospital" and not raises)
    return "" if is_idle else changed(str(place), kind)


def changed(place: str, kind: str) -> str:
    """Return what a location changes for a kind, as long as it is in force; empty if nothing."""
    changes = {
        "desert": kind in SINGLE_AIMED and "A miss goes on to the target's neighbour.",
        "forest": kind in ATTACKS and "The attacker picks the discards blind.",
        "grassland": kind in GUNS and "One location more may be aimed at.",
        "mountain": kind in AT_ONE and "Only at who has the most cards; a strike back is free.",
        "base": (kind in ATTACKS and "A hit costs one card more.")
        or (kind in RESCUES and "Not allowed now."),
        "tunnel": kind in PAIRED and "A second one of this name makes it a sure hit.",
        "village": "Each card drawn is one of two.",
        "hospital": kind in RESCUES and "Brings a teammate back, in a Death Match that plays so.",
    }
    return str(changes[place] or "")


def about(state: State, card: str) -> dict[str, Any]:
    """Return what a card does, as a page shows it, and what a table entered as `printed` on it."""
    if card in LOCATIONS:
        place = LOCATIONS[card]
        title, text = EFFECTS[place]
        return {
            "card": card,
            "name": f"{place.title()}: {title}",
            "does": text,
            "group": "location",
            "printed": state.deck.text(card),
        }
    kind = state.deck.kind(card)
    entry = ENTRIES[kind]
    return {
        "card": card,
        "printed": state.deck.text(kind),
        "name": entry.name,
        "group": group(kind),
        "does": entry.does,
        "exempt": entry.exempt,
        "here": here(state, kind),
    }


def reference() -> dict[str, Any]:
    """Return the whole reference as a page reads it once: entries by group, and every change.

    `here` tells, for each location, what it changes for which kinds while the view names it in its
    field `place`.
    """
    groups = [
        {"name": title, "entries": [_entry(kind) for kind in ENTRIES if group(kind) == key]}
        for key, title in GROUPS.items()
    ]
    places = {"name": "Locations", "entries": [_place(place) for place in EFFECTS]}
    here = {place: _changes(place) for place in EFFECTS}
    return {"groups": [*groups, places], "place": "in_force", "here": here}


def _entry(kind: str) -> dict[str, str]:
    entry = ENTRIES[kind]
    return {"key": kind, "name": entry.name, "does": entry.does, "exempt": entry.exempt}


def _place(place: str) -> dict[str, str]:
    title, text = EFFECTS[place]
    return {"key": place, "name": f"{place.title()}: {title}", "does": text, "exempt": ""}


def _changes(place: str) -> dict[str, str]:
    return {kind: text for kind in ENTRIES if (text := changed(place, kind))}

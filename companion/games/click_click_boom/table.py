"""What the referee asks about a state: set-up, corrections, owners of cards, and the count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.cards.manifest import overlay, read_manifest
from companion.core.asks import Refused
from companion.core.errors import FileFault
from companion.core.header import Header
from companion.games.click_click_boom.abilities import CHARACTERS
from companion.games.click_click_boom.state import (
    HAND,
    STARTING_COINS,
    Seat,
    State,
    living,
    with_seat,
)

MOST_COINS = 146  # what the box holds
DECK_KEYS = ("cards", "counts", "texts", "verified")


def set_up(header: Header, manifest: Mapping[str, Any]) -> State:
    """Return the state before the first gesture; raises FileFault with every fault."""
    faults = [*_player_faults(header), *_character_faults(header)]
    texts = _read_texts(header, manifest, faults)
    if faults:
        raise FileFault("header", faults)
    is_quick = header.options["variant"] == "quick"
    coins = 0 if is_quick else STARTING_COINS
    seats = tuple(
        Seat(number, coins, seat.character) for number, seat in enumerate(header.seats, 1)
    )
    return State(
        seats,
        header.options["variant"],
        first_player=header.first,
        is_stand_off=len(seats) == 2,
        texts=texts,
    )


def _player_faults(header: Header) -> list[str]:
    if len(header.seats) > 2 or header.options["allow_two"]:
        return []
    return ["seats: found 2 (allowed: 3 to 6 players; 2 with the option allow_two)"]


def _character_faults(header: Header) -> list[str]:
    faults = []
    taken: list[str] = []
    for number, seat in enumerate(header.seats, 1):
        if seat.team is not None:
            faults.append(f"seats.{number}.team: this game has no teams")
        if seat.character is None:
            continue
        if seat.character not in CHARACTERS:
            allowed = ", ".join(CHARACTERS)
            faults.append(
                f"seats.{number}.character: found {seat.character!r} (allowed: {allowed})"
            )
        if seat.character in taken:
            faults.append(f"seats.{number}.character: {seat.character} is taken already")
        taken.append(seat.character)
    return faults


def _read_texts(header: Header, manifest: Mapping[str, Any], faults: list[str]) -> dict[str, str]:
    """Return the texts of a header's deck laid over the shipped one; its cards are fixed."""
    faults += [
        f"deck: unknown key {key!r} (allowed for this game: {', '.join(DECK_KEYS)})"
        for key in header.deck
        if key not in DECK_KEYS
    ]
    try:
        deck = read_manifest(overlay(manifest, header.deck))
    except FileFault as fault:
        faults += [f"deck.{line}" for line in fault.faults]
        return {}
    faults += [
        f"deck.cards.{name}: the rulebook fixes the cards and their kinds"
        for name, card in deck.cards.items()
        if name not in manifest["cards"] or card.kind != name.partition("/")[0]
    ]
    faults += [
        f"deck.texts.{name}: no such character (allowed: {', '.join(CHARACTERS)})"
        for name in deck.texts
        if name not in CHARACTERS
    ]
    return {name: text.text for name, text in deck.texts.items()}


def adjust(state: State, change: Mapping[str, Any]) -> State | Refused:
    """Return the state after a host's correction: `coins` and `hand` by so many, `alive` to."""
    seat = state.seat(int(change["seat"]))
    wanted = {key: value for key, value in change.items() if key != "seat"}
    if not wanted or not set(wanted) <= {"coins", "hand", "alive"}:
        return Refused("bad_adjustment")
    if not isinstance(wanted.get("alive", True), bool):
        return Refused("bad_adjustment")
    coins = _sum(seat.coins, wanted.get("coins", 0), MOST_COINS)
    unplayed = _sum(seat.unplayed, wanted.get("hand", 0), 2 * HAND)
    if coins is None or unplayed is None or unplayed < seat.on_table:
        return Refused("bad_adjustment")
    if "coins" in wanted and state.is_quick:
        return Refused("bad_adjustment")
    alive = wanted.get("alive", seat.is_alive)
    state = with_seat(state, seat.number, coins=coins, unplayed=unplayed, is_alive=alive)
    # Back from the dead, a third player ends a stand-off; two from the start always play one.
    is_stand_off = state.is_stand_off and len(living(state)) <= 2
    return replace(state, is_stand_off=is_stand_off)


def _sum(have: int, by: Any, most: int) -> int | None:
    if isinstance(by, bool) or not isinstance(by, int):
        return None
    return have + by if 0 <= have + by <= most else None


def owner(state: State, card: str) -> int | None:
    """Return whose a card is if the kit knows it: an ability, a character, a tapped pick."""
    where, _, name = card.partition("/")
    # Before the count, whose pick a card is would tell what lies there.
    is_on_show = state.is_counting or state.has_shot
    for seat in state.seats:
        if where in ("ability", "character") and seat.character == name:
            return seat.number
        if is_on_show and card in (seat.left, seat.right):
            return seat.number
    return None


def count(state: State) -> str | None:
    """Say which coins or cards are gone or too many, or None: 13 coins and 6 cards a player."""
    players = len(state.seats)
    coins = state.pot + sum(seat.coins for seat in state.seats)
    cards = sum(seat.unplayed + len(seat.played) for seat in state.seats)
    all_coins = 0 if state.is_quick else STARTING_COINS * players
    if coins != all_coins:
        return f"{coins} coins at a table of {players}, which began with {all_coins}"
    if cards != HAND * players:
        return f"{cards} cards at a table of {players}, which began with {HAND * players}"
    return None


def end(state: State) -> State:
    """Return the state of a game that the host ended: over, and nobody has won."""
    return replace(state, phase="over", winners=())

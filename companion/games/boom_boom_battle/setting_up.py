"""The set-up of BOOM BOOM: mode, teams, hands and decks by the number of players (Preparation)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.errors import FileFault
from companion.core.header import Header
from companion.games.boom_boom_battle.deck import read_deck
from companion.games.boom_boom_battle.state import TEAMS, House, Player, State

HANDS = {2: 8, 3: 8, 4: 8, 5: 7, 6: 6}  # cards dealt, and the hand limit (B23)
DRAW_DECKS = {2: 4, 3: 6, 4: 8, 5: 8, 6: 8}
REFILLS = {2: 4, 4: 4, 6: 3}  # cards of an eliminated player in Duel
GOALS = {2: 2, 4: 2, 6: 3}  # tokens that win a Duel
FREE = "free_for_all"


def set_up(header: Header, manifest: Mapping[str, Any]) -> State:
    """Return the state after the deal; raises FileFault for a seating or deck that will not do."""
    count = len(header.seats)
    mode = _mode(header)
    faults = (*_mode_faults(mode, count), *_team_faults(header, mode))
    if faults:
        raise FileFault("header", faults)
    deck = read_deck(manifest, header.deck)
    teams = _teams(header, mode)
    hand, draw = HANDS[count], DRAW_DECKS[count]
    remaining = len(deck.actions) - hand * count - draw
    if remaining < 0:
        raise FileFault(
            "deck", (f"cards: found {len(deck.actions)}, too few for {count} players",)
        )
    return State(
        players={seat: Player(teams[seat], hand) for seat in header.numbers},
        deck=deck,
        house=_house(header, mode),
        draw=draw,
        remaining=remaining,
        first=header.first,
        tokens=dict.fromkeys(TEAMS, 0) if mode == "duel" else {},
    )


def _house(header: Header, mode: str) -> House:
    given = header.options
    return House(
        mode=mode,
        is_tracked=given["hands"] == "tracked",
        reaction_ns=given["reaction_seconds"],
        revives=given["hospital_revive"] == "death_match",
        is_any_wipe_won=given["mutual_wipe"] == "any_attack",
        gap_ns=given["ring_gap"],
    )


def _mode(header: Header) -> str:
    """Return the mode; where the table states none, Duel if the players are even (B1)."""
    stated = header.given.get("options", {})
    if isinstance(stated, Mapping) and "mode" in stated:
        return str(header.options["mode"])
    return FREE if len(header.seats) % 2 else "duel"


def _mode_faults(mode: str, count: int) -> tuple[str, ...]:
    if mode == FREE or count % 2 == 0:
        return ()
    return (
        f"options.mode: found {mode!r} with {count} players (allowed: {FREE}; teams are even)",
    )


def _team_faults(header: Header, mode: str) -> tuple[str, ...]:
    """Say what is wrong with the seating: teams sit alternately (B1)."""
    stated = {seat: one.team for seat, one in enumerate(header.seats, 1) if one.team is not None}
    wrong = tuple(
        f"seats.{seat}.team: found {team!r} (allowed: {', '.join(TEAMS)})"
        for seat, team in stated.items()
        if team not in TEAMS
    )
    if wrong or mode == FREE:
        return wrong
    teams = _teams(header, mode)
    return tuple(
        f"seats.{seat}.team: found {team!r} (allowed: {teams[seat]}; teams sit alternately)"
        for seat, team in stated.items()
        if team != teams[seat]
    )


def _teams(header: Header, mode: str) -> dict[int, str | None]:
    """Return each seat's team; the first seat that states one decides for all."""
    if mode == FREE:
        return dict.fromkeys(header.numbers)
    stated = ((seat, one.team) for seat, one in enumerate(header.seats, 1) if one.team in TEAMS)
    seat, team = next(stated, (1, TEAMS[0]))
    own = TEAMS.index(team or TEAMS[0])
    return {one: TEAMS[(one - seat + own) % 2] for one in header.numbers}

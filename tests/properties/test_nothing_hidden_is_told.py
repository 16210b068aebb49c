"""Two evenings that differ in a secret alone are the same to everybody, until it is told.

Views, answers, lights, tones, and how many of each: nobody learns by comparing anything.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from companion.core.events import CardPlaced, Said
from companion.core.holds import HOST, PHONE
from companion.games.click_click_boom.state import with_seat
from tests.firmware.evenings import MS, TO_SHOOT, Evening, S

SEATS = (1, 2, 3)
LEFT = {1: "left", 2: "left", 3: "left"}
PICKS = {1: ("pay/1", "pay/2"), 2: ("stolen/1", "pay/3"), 3: ("pay/4", "pay/5")}
PROBES: tuple[Mapping[str, Any], ...] = (
    {"show": "pay"},
    {"show": "boom"},
    {"told": "stolen"},
    {"unplayed": ["pay"]},
    {"ability": {"ask": "left"}},
)


@dataclass
class Heard:
    """Holds all that can be seen and heard of an evening."""

    views: dict[str, list[str]] = field(default_factory=dict)
    answers: list[str] = field(default_factory=list)
    lights: list[Any] = field(default_factory=list)
    tones: list[Any] = field(default_factory=list)


def played(
    *,
    picks: Mapping[int, tuple[str, str]] = PICKS,
    sides: Mapping[int, str] = LEFT,
    told: str = "pay",
    by_phone: bool = False,
    until: int = TO_SHOOT - 200 * MS,  # the ring itself has taken 150 ms
) -> Heard:
    """Play a Turn of each, Heather's question, all holds and the count; end before SHOOT."""
    evening, heard = Evening(first=1), Heard()
    evening.run.state = with_seat(evening.run.state, 1, character="heather")

    def say(seat: int, by: str, what: Mapping[str, Any]) -> None:
        heard.answers.append(repr(evening.tell(Said(seat, dict(what), by, at=0))))

    for seat in SEATS:
        for card in picks[seat]:
            evening.tell(CardPlaced(card, "centre", at=0))
        evening.tap(f"{seat}.left")
    say(1, PHONE, {"ability": {"ask": "left"}})
    say(2, PHONE, {"told": told})
    for seat in SEATS:
        if by_phone:
            say(seat, PHONE, {"side": sides[seat]})
        else:
            evening.press(f"{seat}.{sides[seat]}")
            evening.settle()
    for seat in SEATS:
        for probe in PROBES:
            say(seat, HOST, probe)
    evening.tap("bell")
    evening.advance(until)
    for views, ticket in evening.shown:
        for audience, view in views.items():
            said = json.dumps(view, sort_keys=True)
            heard.views.setdefault(audience, []).append(f"{ticket} {said}")
    hands = evening.kit.hands
    heard.lights = [hands.light_history(seat) for seat in SEATS]
    heard.tones = list(hands.tone_history())
    return heard


@pytest.mark.parametrize("by_phone", [False, True])
def test_which_side_is_held_shows_nowhere_before_shoot(by_phone: bool) -> None:
    others = {1: "right", 2: "left", 3: "right"}

    assert played(by_phone=by_phone) == played(by_phone=by_phone, sides=others)


def test_which_card_was_tapped_face_down_shows_nowhere_before_shoot() -> None:
    # Heather's neighbour on the left picked a Pay Card in both, as was told (C51).
    others = {1: ("pay/6", "boom/1"), 2: ("boom/2", "stolen/2"), 3: ("stolen/3", "pay/7")}

    assert played() == played(picks=others)


def test_what_was_told_to_heather_shows_in_her_view_alone() -> None:
    nothing_tapped: dict[int, Any] = dict.fromkeys(SEATS, ())
    one, other = (played(picks=nothing_tapped, told=told) for told in ("pay", "boom"))

    assert one.views.pop("seat:1") != other.views.pop("seat:1")
    assert one == other


def test_what_was_hidden_is_told_at_shoot() -> None:
    others = {1: "right", 2: "left", 3: "right"}
    one, other = played(until=5 * S), played(until=5 * S, sides=others)

    assert one.views["public"] != other.views["public"]

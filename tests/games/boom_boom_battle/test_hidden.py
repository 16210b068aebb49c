"""Tracked hands are hidden: a seat's phone sees its own hand, and nobody else sees any of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from companion.core.game import Audience
from tests.games.boom_boom_battle.boxes import armed, known
from tests.games.boom_boom_battle.table import GAME, R, Sitting

EVERYBODY: tuple[Audience, ...] = ("public", "host", 1, 2, 3, 4)
HANDS = {
    1: "rifle/1 smg/1 pan/1 lmg/1 grenade/1",
    2: "rifle/4 pan/2 handgun/1 vest/1",
    3: "smg/4 vest/2 bandage/3 handgun/2",
    4: "shotgun/1 vest/3 desert_eagle/1",
}
# The same table but for what nobody has seen: other cards in the hands of 2 and 3.
OTHERS = {**HANDS, 2: "rifle/5 sniper/2 sniper/1 helmet/1", 3: "smg/5 helmet/2 sniper/3 bandage/1"}
Act = Callable[[Sitting], Any]


def acts(*done: Act) -> Act:
    def act(sit: Sitting) -> None:
        for one in done:
            one(sit)

    return act


MOMENTS: dict[str, Act] = {
    "turn": lambda _sit: None,
    "target": lambda sit: sit.tap("rifle/1"),
    "aim": lambda sit: sit.play(1, "rifle/1", 2),
    "escape": acts(lambda sit: sit.press(1, R), lambda sit: sit.tray("rifle/1")),
    "block": lambda sit: sit.play(1, "pan/1", 2),
    "counter": lambda sit: sit.play(1, "rifle/1", 2, [6]),
    "discard": acts(lambda sit: sit.play(1, "pan/1", 2), lambda sit: sit.passes(2)),
    "draw": lambda sit: sit.escape(1, "rifle/1"),
    "next": acts(lambda sit: sit.play(1, "rifle/1", 2, [6]), lambda sit: sit.passes(2)),
}
AT = pytest.mark.parametrize("moment", MOMENTS)


def at(moment: str, hands: dict[int, str] | None = None) -> Sitting:
    sit = known(4, hands=hands or HANDS, mode="free_for_all")
    MOMENTS[moment](sit)
    return sit


def names(text: str, card: str) -> bool:
    return re.search(rf"(?<![\w/-]){re.escape(card)}(?![\w-])", text) is not None


def seen(sit: Sitting, audience: Audience) -> str:
    return json.dumps(sit.view(audience), sort_keys=True)


@AT
def test_a_card_of_a_known_hand_is_in_its_own_seats_view_alone(moment: str) -> None:
    sit = at(moment)
    for seat in sit.state.seats:
        hidden = sit.cards(seat) & GAME.private_cards(sit.state)
        assert hidden
        for audience in EVERYBODY:
            told = {card for card in hidden if names(seen(sit, audience), card)}
            assert told == (hidden if audience == seat else set()), audience


@AT
def test_an_own_phone_sees_its_hand_and_nothing_else(moment: str) -> None:
    sit = at(moment)
    for seat in sit.state.seats:
        own = [one["card"] for one in sit.view(seat)["cards"]]
        assert own == list(sit.state.players[seat].cards)


@AT
@pytest.mark.parametrize("audience", ["public", "host", 1, 4])
def test_other_cards_in_other_hands_change_no_byte(moment: str, audience: Audience) -> None:
    assert seen(at(moment), audience) == seen(at(moment, OTHERS), audience)


@AT
def test_neither_host_nor_board_has_a_list_of_cards(moment: str) -> None:
    sit = at(moment)
    for audience in ("public", "host"):
        assert "cards" not in sit.view(audience)


@AT
def test_the_journal_never_names_a_card_that_is_only_held(moment: str) -> None:
    sit = at(moment)
    ruled = json.dumps(sit.rulings())
    assert not [card for card in GAME.private_cards(sit.state) if names(ruled, card)]


def test_what_is_being_declared_or_escaped_with_lies_open() -> None:
    for moment in ("target", "aim", "escape"):
        assert "rifle/1" not in GAME.private_cards(at(moment).state)
        assert names(seen(at(moment), "public"), "rifle/1")


def test_a_card_taken_back_is_hidden_again() -> None:
    sit = at("aim")
    sit.passes(1)
    assert "rifle/1" in GAME.private_cards(sit.state)
    assert not names(seen(sit, 2), "rifle/1")


def test_a_drawn_card_that_is_told_is_seen_by_its_own_seat_alone() -> None:
    sit = at("draw")
    sit.draws(1, "sniper/5")
    assert [who for who in EVERYBODY if names(seen(sit, who), "sniper/5")] == [1]


def test_which_card_was_drawn_changes_no_byte_for_anybody_else() -> None:
    first, second = at("draw"), at("draw")
    first.draws(1, "sniper/5")
    second.draws(1, "sniper/6")
    for audience in EVERYBODY:
        assert (seen(first, audience) == seen(second, audience)) is (audience != 1)


def test_each_own_card_says_why_it_cannot_be_played_now() -> None:
    sit = known(4, hands=HANDS, front={2: "flashbang/1"}, mode="free_for_all")
    told = {one["card"]: one["reason"] for one in sit.view(2)["cards"]}
    assert told == {
        "rifle/4": "flashbanged", "pan/2": "flashbanged", "handgun/1": "flashbanged",
        "vest/1": None,
    }  # fmt: skip


def test_under_honour_no_view_has_cards() -> None:
    sit = armed(4, hands=HANDS, mode="free_for_all")
    for audience in EVERYBODY:
        assert "cards" not in sit.view(audience)
        told = [c for c in GAME.cards(sit.state) if names(seen(sit, audience), c)]
        assert not [card for card in told if not card.startswith("location/")]


def test_a_known_card_on_the_tray_between_turns_is_looked_up_on_its_phone() -> None:
    sit = at("turn")
    sit.tap("rifle/4", "tray", refused="look_on_phone")
    assert sit.view("public")["refused"]["reason"] == "private"
    assert sit.view()["looked"] is None

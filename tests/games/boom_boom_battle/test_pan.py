"""The Pan: no aiming, blocked by another pan, and how it may end a game (B64, B67, B69, B18)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.boom_boom_battle.boxes import armed, known, with_kinds
from tests.games.boom_boom_battle.table import WINDOW, L, R, Sitting

FREE = {"mode": "free_for_all"}


def swung(seats: int = 3, **given: Any) -> Sitting:
    """Return a sitting in which seat 1 has swung a pan at seat 2."""
    sit = armed(seats, **{"hands": {1: "pan/1 rifle/1"}, **FREE, **given})
    sit.play(1, "pan/1", 2)
    return sit


def test_a_pan_takes_two_cards_without_aiming() -> None:
    sit = swung()
    sit.passes(2)
    told = sit.last("hit")
    assert (told["seat"], told["count"], told["case"]) == (2, 2, "pan")
    sit.tray("vest/1", "vest/2")
    assert sit.hand(2) == 6


def test_a_pan_asks_nobody_whether_it_hit() -> None:
    sit = swung()
    assert sit.phase == "block"
    sit.passes(2)
    assert sit.phase == "discard"


def test_b64_another_pan_neutralises_it() -> None:
    sit = swung()
    sit.tap("pan/2")
    told = sit.last("blocked")
    assert (told["seat"], told["card"], told["cite"]) == (2, "pan/2", "B64")
    assert not sit.rulings("hit", "drew")
    assert (sit.hand(1), sit.hand(2)) == (1, 7)
    assert sit.state.discard == ("pan/2", "pan/1")
    assert sit.last("turn_began")["seat"] == 2


def test_b64_a_phone_blocks_too() -> None:
    sit = swung()
    sit.react(2, "pan/2")
    assert sit.last("blocked")["seat"] == 2


def test_only_a_pan_blocks_and_only_the_target() -> None:
    sit = swung()
    sit.tap("handgun/1", refused="no_block")
    sit.react(2, "desert_eagle/1", [4], refused="no_block")
    sit.react(3, "pan/3", refused="no_window")
    sit.react(2, "pan/2", [4], refused="no_number_wanted")
    sit.react(2, "pan/2", pair="pan/3", refused="no_pair")
    sit.react(2, "pan/1", refused="card_played")
    assert sit.phase == "block"


def test_left_says_that_the_pan_itself_is_wanted_and_right_passes_at_once() -> None:
    sit = swung()
    sit.press(2, L, refused="react_card")
    sit.press(2, R)
    assert sit.last("hit")["seat"] == 2


def test_the_window_ends_by_itself() -> None:
    sit = swung()
    sit.until(WINDOW)
    assert sit.phase == "block"
    sit.wait(0.001)
    assert sit.phase == "discard"


def test_b61_a_flashbanged_target_cannot_block() -> None:
    sit = swung(front={2: "flashbang/1"})
    assert sit.phase == "discard"


def test_no_window_opens_where_every_other_pan_lies_open() -> None:
    sit = swung(discard="pan/2 pan/3", out="pan/4 pan/5")
    assert sit.phase == "discard"


def test_an_empty_hand_cannot_block() -> None:
    sit = armed(3, hands={1: "smg/1 pan/1 rifle/1", 2: 1}, **FREE)
    sit.play(1, "smg/1", 2, [4])
    sit.hit(2)
    sit.discard(2, "vest/1")
    sit.play(1, "pan/1", 2)
    assert sit.last("hit")["case"] == "pan"
    assert sit.state.players[2].is_out


@pytest.mark.parametrize(("icon", "drawn"), [("always", 1), ("on_hit", 0), ("none", 0)])
def test_b69_a_blocked_pan_gives_only_an_unconditional_card(icon: str, drawn: int) -> None:
    sit = swung(deck=with_kinds(pan=(0, 2, icon)))
    sit.react(2, "pan/2")
    assert len(sit.rulings("drew")) == drawn
    assert [one["seat"] for one in sit.rulings("drew")] == [1] * drawn


@pytest.mark.parametrize(("icon", "drawn"), [("always", 1), ("on_hit", 1), ("none", 0)])
def test_a_pan_that_is_not_blocked_gives_what_its_icon_says(icon: str, drawn: int) -> None:
    sit = swung(deck=with_kinds(pan=(0, 2, icon)))
    sit.passes(2)
    sit.discard(2, "vest/1", "vest/2")
    assert [one["seat"] for one in sit.rulings("drew")] == [1] * drawn


def test_b64_the_blocker_draws_nothing_whatever_the_icon() -> None:
    sit = swung(deck=with_kinds(pan=(0, 2, "always")))
    sit.react(2, "pan/2")
    assert sit.hand(2) == 7


def test_b49_base_takes_three() -> None:
    sit = swung(place="base")
    sit.passes(2)
    assert sit.view()["seats"]["2"]["owes"] == 3


def test_b44_a_pan_takes_the_last_card_alone() -> None:
    sit = swung(hands={1: "pan/1 rifle/1", 2: 1})
    sit.passes(2)
    sit.discard(2, "vest/1")
    assert sit.state.players[2].is_out


def test_b64_a_known_hand_blocks_only_with_a_pan_that_it_holds() -> None:
    hands = {1: "pan/1 rifle/1", 2: "pan/2 vest/1 vest/2", 3: "smg/1"}
    sit = known(3, hands=hands, **FREE)
    sit.play(1, "pan/1", 2)
    sit.react(2, "pan/3", refused="not_in_hand")
    sit.react(2, "vest/1", refused="no_block")
    assert sit.view()["refused"]["reason"] == "private"
    sit.react(2, "pan/2")
    assert sit.cards(2) == {"vest/1", "vest/2"}


def test_a_target_that_leaves_instead_of_blocking_is_hit_by_nothing() -> None:
    sit = swung()
    sit.leave(2)
    assert not sit.rulings("hit")
    assert sit.last("turn_began")["seat"] == 3


# The end for all


def last_cards(seats: int = 2, **given: Any) -> Sitting:
    hands = {1: "pan/1", 2: 2}
    return armed(seats, **{"hands": hands, "mode": "death_match", **given})


def test_b67_a_pan_as_the_last_card_may_end_it_for_all_and_the_attacking_side_wins() -> None:
    sit = last_cards()
    sit.play(1, "pan/1", 2)
    sit.passes(2)
    sit.discard(2, "vest/1", "vest/2")
    assert sit.won() == ([1], "wiped")


def test_b18_in_a_duel_both_teams_at_the_goal_by_a_pan_the_attacking_side_wins() -> None:
    sit = last_cards(mode="duel", tokens=(1, 1))
    sit.play(1, "pan/1", 2)
    sit.passes(2)
    sit.discard(2, "vest/1", "vest/2")
    assert sit.won() == ([1], "wiped")


def test_b18_a_blocked_pan_as_the_last_card_loses() -> None:
    sit = last_cards(hands={1: "pan/1", 2: 2})
    sit.play(1, "pan/1", 2)
    sit.react(2, "pan/2")
    assert sit.won() == ([2], "survived")


@pytest.mark.parametrize(
    ("wipe", "winners", "case"), [("pan", [], "nobody"), ("any_attack", [1], "wiped")]
)
def test_b18_any_other_attack_that_leaves_nobody_has_no_winner_but_by_option(
    wipe: str, winners: list[int], case: str
) -> None:
    deck = with_kinds(rifle=(2, 2, "none"))
    sit = last_cards(hands={1: "rifle/1", 2: 2}, mutual_wipe=wipe, deck=deck)
    sit.play(1, "rifle/1", 2, [4])
    sit.hit(2)
    sit.discard(2, "vest/1", "vest/2")
    assert sit.won() == (winners, case)

"""What each audience is shown: the host's page alone gets the hint and what is to be entered."""

from __future__ import annotations

from typing import Any

from companion.core.game import Audience
from tests.games.wild_wild_pattern.table import LOOT, Sitting, shooting, suits

OTHERS: tuple[Audience, ...] = ("public", 1, 2, 3)


def legal(sit: Sitting) -> list[Any]:
    claims: list[Any] = sit.view("host")["hint"]["claims"]
    return claims


def test_what_is_to_be_entered_is_in_the_host_s_view_alone() -> None:
    sit = Sitting(3)
    to_enter = sit.view("host")["to_enter"]
    assert len(to_enter["suits"]) == 36
    assert "1 of a Suit" in to_enter["bank"]
    assert all("to_enter" not in sit.view(audience) for audience in OTHERS)


def test_without_the_option_nobody_has_a_hint() -> None:
    sit = shooting(3)
    assert all("hint" not in sit.view(audience) for audience in (*OTHERS, "host"))


def test_the_hint_is_in_the_host_s_view_alone() -> None:
    sit = shooting(3, hint=True)
    assert "hint" in sit.view("host")
    assert all("hint" not in sit.view(audience) for audience in OTHERS)


def test_the_hint_names_the_patterns_on_the_wheel() -> None:
    lying = "B-GUN R-LOOT W-DYN G-BARREL B-SHOE Y-LOOT R-STAR G-WANTED"
    sit = shooting(3, lying, hint=True)
    assert list(LOOT) in sit.view("host")["hint"]["patterns"]


def test_the_hint_knows_no_claim_of_a_card_that_nobody_has_shown() -> None:
    sit = shooting(3, hint=True)
    assert legal(sit) == []
    sit.press(1)
    assert legal(sit) == []


def test_the_hint_lists_what_a_played_card_could_claim() -> None:
    sit = shooting(3, hint=True)
    sit.press(1)
    sit.tap("Y-LOOT")
    assert [5, *LOOT] in legal(sit)
    sit.press(1)
    sit.tap("Y-BOTTLE")
    sit.say(1, claim=list(LOOT))
    assert legal(sit) == []  # it lies in the Wheel now


def test_the_hint_lists_what_a_clicked_card_could_claim() -> None:
    sit = shooting(3, hint=True)
    sit.click(1, "Y-LOOT")
    assert [5, *LOOT] in legal(sit)


def test_an_unseen_card_is_in_no_view() -> None:
    sit = shooting(3)
    sit.press(1)
    sit.wait(6)
    assert sit.state.unseen == 1
    assert "unseen" not in str(sit.view("host").keys())
    assert "hand" not in sit.view()["seats"]["1"]


def test_every_card_s_suit_is_shown() -> None:
    sit = shooting(3, deck=suits("R-GUN-b B-GUN-c"))
    assert len(sit.view()["suits"]) == 40
    assert (sit.view()["suits"]["red/gun"], sit.view()["suits"]["blue/gun"]) == ("bullets", "coin")


def test_the_bank_s_lines_are_shown() -> None:
    line = Sitting(2).view()["bank"][0]
    assert line == {"name": "1 of a Suit", "prize": 20, "wild": False, "verified": False}

"""Helmet and Bulletproof Vest: one of them is used up by a hit, and gives a card (B51)."""

from __future__ import annotations

import pytest

from companion.games.boom_boom_battle.attacks import shields
from companion.games.boom_boom_battle.box import ATTACKS
from companion.games.boom_boom_battle.state import Attack, Play
from tests.games.boom_boom_battle.boxes import armed, known
from tests.games.boom_boom_battle.table import L, R, Sitting

BOTH = {2: "helmet/1 vest/1"}


def hit(front: str = "helmet/1 vest/1", card: str = "rifle/1", **given: object) -> Sitting:
    """Return a sitting in which seat 2 has been hit and has laid its discards."""
    sit = armed(3, hands={1: f"{card} pan/1", 2: 5}, front={2: front}, **given)
    sit.play(1, card, 2, [] if card == "pan/1" else [4])
    if card == "pan/1":
        sit.passes(2)
    else:
        sit.hit(2)
    owed = sit.view()["seats"]["2"]["owes"]
    sit.discard(2, *[f"rifle/{number}" for number in range(2, 2 + owed)])
    return sit


def removed(sit: Sitting) -> list[tuple[int, str]]:
    return [(one["seat"], one["card"]) for one in sit.rulings("removed")]


@pytest.mark.parametrize("kind", ATTACKS)
def test_b51_what_works_against_which_attack(kind: str) -> None:
    works = {"smg": ("vest/1",), "pan": ("helmet/1",), "grenade": ()}
    state = armed(3, front=BOTH).state
    found = shields(state, Attack(Play(1, f"{kind}/1", 2), kind), 2)
    assert found == works.get(kind, ("helmet/1", "vest/1"))


def test_a_hit_is_endured_first_and_then_one_card_is_used_up_and_gives_one() -> None:
    sit = hit("helmet/1")
    assert removed(sit) == [(2, "helmet/1")]
    assert sit.front(2) == []
    assert "helmet/1" in sit.state.discard
    assert sit.hand(2) == 5 - 2 + 1
    kinds = [one for one in sit.kinds() if one in ("hit", "discarded", "removed", "drew")]
    assert kinds == ["hit", "discarded", "removed", "drew", "drew"]
    assert [one["seat"] for one in sit.rulings("drew")] == [2, 1]


@pytest.mark.parametrize(("side", "used"), [(L, "helmet/1"), (R, "vest/1")])
def test_b51_of_two_that_work_the_owner_chooses_by_a_button(side: object, used: str) -> None:
    sit = hit()
    assert sit.phase == "equipment"
    assert sit.waiting() == [(2, "press")]
    sit.press(2, side)  # type: ignore[arg-type]
    assert removed(sit) == [(2, used)]
    assert len(sit.front(2)) == 1


def test_the_owner_chooses_on_a_phone() -> None:
    sit = hit()
    assert sit.says(2, "equipment") == [
        {"react": {"card": "helmet/1"}},
        {"react": {"card": "vest/1"}},
    ]
    sit.react(2, "vest/1")
    assert removed(sit) == [(2, "vest/1")]


@pytest.mark.parametrize("reader", ["centre", "tray", "seat2"])
def test_the_owner_chooses_by_the_card_itself(reader: str) -> None:
    sit = hit()
    sit.tap("vest/1", reader)
    assert removed(sit) == [(2, "vest/1")]


def test_a_card_that_does_not_lie_there_is_no_choice() -> None:
    sit = hit()
    sit.react(2, "helmet/2", refused="no_window")
    sit.tap("helmet/2", "seat2", refused="not_waited_for")
    assert sit.phase == "equipment"


def test_b51_only_one_of_the_two_is_used_up() -> None:
    sit = hit()
    sit.press(2, R)
    assert sit.front(2) == ["helmet/1"]
    assert len(removed(sit)) == 1


def test_against_an_smg_the_vest_works_without_a_question() -> None:
    sit = hit(card="smg/1")
    assert removed(sit) == [(2, "vest/1")]


def test_against_a_pan_the_helmet_works_without_a_question() -> None:
    sit = hit(card="pan/1")
    assert removed(sit) == [(2, "helmet/1")]


def test_what_does_not_work_stays() -> None:
    sit = hit("helmet/1", card="smg/1")
    assert removed(sit) == []
    assert sit.front(2) == ["helmet/1"]


def test_a_miss_uses_nothing_up() -> None:
    sit = armed(3, hands={1: "rifle/1 pan/1"}, front=BOTH)
    sit.play(1, "rifle/1", 2, [4])
    sit.missed(2)
    assert removed(sit) == []


def test_b5_a_hand_of_none_is_saved_by_the_card_that_equipment_gives() -> None:
    sit = armed(3, hands={1: "rifle/1 pan/1", 2: 1}, front={2: "vest/1"})
    sit.play(1, "rifle/1", 2, [4])
    sit.hit(2)
    sit.discard(2, "smg/1")
    assert sit.hand(2) == 1
    sit.passes(2)
    assert not sit.state.players[2].is_out


def test_an_lmg_uses_up_one_of_each_who_is_hit_clockwise() -> None:
    front = {2: "vest/1", 3: "helmet/1 vest/2", 4: "helmet/2"}
    hands = {1: "lmg/1 pan/1", 2: "rifle/4 pan/2", 3: "smg/4 pan/3", 4: "smg/1 pan/4"}
    sit = known(4, hands=hands, front=front, mode="free_for_all")
    sit.play(1, "lmg/1", numbers=[4])
    sit.discard(3, "pan/3")
    sit.discard(2, "pan/2")
    sit.discard(4, "pan/4")
    sit.draws(2, "sniper/1")
    sit.press(3, R)
    sit.draws(3, "sniper/2")
    sit.draws(4, "sniper/3")
    assert removed(sit) == [(2, "vest/1"), (3, "vest/2"), (4, "helmet/2")]


def test_the_drawn_card_of_a_known_hand_is_told_before_the_attack_goes_on() -> None:
    hands = {1: "rifle/1 pan/1", 2: "smg/4 vest/2 vest/3"}
    sit = known(3, hands=hands, front={2: "helmet/1"})
    sit.play(1, "rifle/1", 2, [4])
    sit.discard(2, "vest/2", "vest/3")
    assert (sit.phase, sit.waiting()[0]) == ("draw", (2, "card"))
    sit.draws(2, "sniper/1")
    assert sit.cards(2) == {"smg/4", "sniper/1"}


def test_the_owner_may_leave_instead_of_choosing() -> None:
    sit = hit()
    sit.leave(2)
    assert removed(sit) == []
    assert sit.last("turn_began")["seat"] == 3

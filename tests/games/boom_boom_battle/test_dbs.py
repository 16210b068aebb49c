"""DBS attacks twice, each time with its own numbers, equipment and redirect (B52, B68, B76)."""

from __future__ import annotations

import pytest

from tests.games.boom_boom_battle.boxes import BOX, armed, known, with_kinds
from tests.games.boom_boom_battle.table import L, R, Sitting

FREE = {"mode": "free_for_all"}


def fired(seats: int = 3, **given: object) -> Sitting:
    """Return a sitting in which seat 1 has fired DBS at seat 2, locations 4 and 5."""
    hands = given.pop("hands", {1: "dbs/1 pan/1 pan/4"})
    sit = armed(seats, hands=hands, **{**FREE, **given})
    sit.play(1, "dbs/1", 2, [4, 5])
    return sit


def outcomes(sit: Sitting) -> list[tuple[str, int]]:
    """Return who was hit and who was missed, in order."""
    return [(one["ruling"], one["seat"]) for one in sit.rulings("hit", "missed")]


def test_the_second_attack_has_its_own_numbers() -> None:
    sit = fired()
    sit.missed(2)
    assert (sit.phase, sit.waiting()[0]) == ("aim", (1, "ring"))
    sit.shot(1, [6])
    sit.hit(2)
    assert outcomes(sit) == [("missed", 2), ("hit", 2)]
    assert sit.rulings("played")[0]["numbers"] == [4, 5]
    told = sit.last("fired_again")
    assert (told["to"], told["numbers"], told["cite"]) == (2, [6], "B52")


def test_the_second_attack_is_aimed_by_rings_and_a_button() -> None:
    sit = fired()
    sit.missed(2)
    sit.ring(6)
    sit.press(1)
    assert sit.view()["attack"]["numbers"] == [6]
    assert sit.phase == "hit"


def test_the_second_attack_cannot_be_taken_back() -> None:
    sit = fired()
    sit.missed(2)
    for side in (L, R):
        sit.press(1, side, refused="no_number")
    sit.passes(1, refused="not_waited_for")
    assert sit.says(1, "back") == []
    assert sit.phase == "aim"


@pytest.mark.parametrize(
    ("numbers", "why"),
    [([0], "number_zero"), ([4, 4], "number_twice"), ([1, 2, 3], "number_surplus")],
)
def test_b41_the_second_attacks_numbers_are_checked_too(numbers: list[int], why: str) -> None:
    sit = fired()
    sit.missed(2)
    sit.shot(1, numbers, refused=why)
    assert sit.phase == "aim"


def test_b52_the_second_attack_stays_on_a_target_that_has_cards() -> None:
    sit = fired()
    sit.missed(2)
    sit.shot(1, [6], 3, refused="shot_stays")
    sit.shot(1, [6], 2)
    assert sit.view()["attack"]["target"] == 2


def test_b52_another_player_may_be_chosen_once_the_first_attack_leaves_nothing() -> None:
    sit = fired(hands={1: "dbs/1 pan/1", 2: 1})
    sit.hit(2)
    sit.discard(2, "smg/1")
    assert sit.phase == "target"
    assert sit.says(1, "target") == [{"shot": {"target": 2}}, {"shot": {"target": 3}}]
    sit.shot(1, [6], 3)
    sit.hit(3)
    assert outcomes(sit) == [("hit", 2), ("hit", 3)]


def test_the_lights_choose_the_second_target() -> None:
    sit = fired(hands={1: "dbs/1 pan/1", 2: 1})
    sit.hit(2)
    sit.discard(2, "smg/1")
    sit.press(1, L)
    sit.press(1, R)
    assert sit.view()["attack"]["target"] == 3
    sit.shot(1, [6])
    sit.hit(3)
    assert outcomes(sit) == [("hit", 2), ("hit", 3)]


def test_a_phone_may_tell_the_second_numbers_before_the_second_target() -> None:
    sit = fired(hands={1: "dbs/1 pan/1", 2: 1})
    sit.hit(2)
    sit.discard(2, "smg/1")
    sit.shot(1, [6])
    assert sit.phase == "target"
    sit.press(1, R)
    assert outcomes(sit) == [("hit", 2), ("missed", 2)]


def test_b5_a_target_saved_by_its_equipment_is_not_left_for_another() -> None:
    sit = fired(hands={1: "dbs/1 pan/1", 2: 1}, front={2: "vest/1"})
    sit.hit(2)
    sit.discard(2, "smg/1")
    assert (sit.hand(2), sit.phase) == (1, "aim")


def test_b52_each_attack_uses_up_its_own_equipment() -> None:
    sit = fired(front={2: "helmet/1 vest/1"})
    sit.hit(2)
    sit.discard(2, "smg/1")
    sit.press(2, R)
    sit.shot(1, [6])
    sit.hit(2)
    sit.discard(2, "smg/2")
    assert [one["card"] for one in sit.rulings("removed")] == ["vest/1", "helmet/1"]


def test_b49_base_costs_one_more_for_each_of_the_two() -> None:
    sit = fired(place="base")
    sit.hit(2)
    assert sit.view()["seats"]["2"]["owes"] == 2
    sit.discard(2, "smg/1", "smg/2")
    sit.shot(1, [6])
    sit.hit(2)
    assert sit.view()["seats"]["2"]["owes"] == 2


def test_b52_sandstorm_carries_each_of_the_two() -> None:
    sit = fired(4, place="desert")
    sit.missed(2, 3)
    sit.shot(1, [6])
    sit.missed(2)
    sit.hit(3)
    blown = [(one["seat"], one["to"]) for one in sit.rulings("blown")]
    assert blown == [(2, 3), (2, 3)]
    assert outcomes(sit) == [("missed", 2), ("missed", 3), ("missed", 2), ("hit", 3)]


@pytest.mark.parametrize("answers", [(True, False), (False, True), (True, True)])
def test_b68_the_icon_counts_once_if_either_attack_hit(answers: tuple[bool, bool]) -> None:
    sit = fired()
    for place, answer in enumerate(answers):
        sit.hit(2, answer)
        if answer:
            sit.discard(2, f"smg/{place + 1}")
        if place == 0:
            sit.shot(1, [6])
    assert [one["seat"] for one in sit.rulings("drew")] == [1]


def test_b68_nothing_is_drawn_if_both_missed() -> None:
    sit = fired()
    sit.missed(2)
    sit.shot(1, [6])
    sit.missed(2)
    assert not sit.rulings("drew")


def test_an_unconditional_icon_gives_its_card_before_the_first_attack() -> None:
    sit = fired(deck=with_kinds(dbs=(2, 1, "always")))
    assert sit.kinds()[-2:] == ["played", "drew"]
    sit.missed(2)
    sit.shot(1, [6])
    sit.missed(2)
    assert len(sit.rulings("drew")) == 1


def test_b68_counterattacks_wait_until_both_are_over() -> None:
    sit = fired()
    sit.missed(2)
    assert sit.phase == "aim"
    sit.shot(1, [6])
    sit.missed(2)
    assert sit.phase == "counter"
    assert sit.state.reacting == (2,)


@pytest.mark.parametrize("answers", [(True, False), (False, True), (True, True)])
def test_b76_no_handgun_after_one_of_the_two_has_hit(answers: tuple[bool, bool]) -> None:
    sit = fired()
    for place, answer in enumerate(answers):
        sit.hit(2, answer)
        if answer:
            sit.discard(2, f"smg/{place + 1}")
        if place == 0:
            sit.shot(1, [6])
    assert sit.state.reactions == {2: ("desert_eagle",)}
    sit.react(2, "handgun/1", [3], refused="counter_hit")


def test_b76_a_handgun_after_both_have_missed() -> None:
    sit = fired()
    sit.missed(2)
    sit.shot(1, [6])
    sit.missed(2)
    assert sit.state.reactions == {2: ("handgun", "desert_eagle")}


def test_b68_each_defender_of_the_two_has_one_counterattack() -> None:
    sit = fired(hands={1: "dbs/1 pan/1", 2: 2}, deck=with_kinds(dbs=(2, 2, "none")))
    sit.hit(2)
    sit.discard(2, "smg/1", "smg/2")
    sit.shot(1, [6], 3)
    sit.missed(3)
    assert sit.state.reactions == {3: ("handgun", "desert_eagle")}  # seat 2 has no card


def test_b68_mountain_does_not_bind_the_second_attack_on_the_same_target() -> None:
    sit = fired(hands={1: "dbs/1 pan/1", 2: 5, 3: 5}, place="mountain")
    sit.hit(2)
    sit.discard(2, "smg/1")
    assert sit.hand(2) < sit.hand(3)
    sit.shot(1, [6])
    sit.hit(2)
    assert outcomes(sit) == [("hit", 2), ("hit", 2)]


def test_b68_mountain_binds_a_newly_chosen_target() -> None:
    hands = {1: "dbs/1 pan/1", 2: 2, 3: 1, 4: 2}
    sit = fired(4, hands=hands, place="mountain", deck=with_kinds(dbs=(2, 2, "none")))
    sit.hit(2)
    sit.discard(2, "smg/1", "smg/2")
    assert sit.phase == "aim"  # only seat 4 has the most
    assert sit.view()["attack"]["target"] == 4
    sit.shot(1, [6], 3, refused="shot_stays")
    sit.shot(1, [6])
    assert outcomes(sit) == [("hit", 2)]


def test_of_two_players_the_second_attack_goes_to_an_empty_hand_and_misses() -> None:
    sit = fired(2, hands={1: "dbs/1 pan/1", 2: 1}, mode="duel")
    sit.hit(2)
    sit.discard(2, "smg/1")
    sit.shot(1, [6])
    assert outcomes(sit) == [("hit", 2), ("missed", 2)]


def test_a_target_that_left_is_replaced_by_another() -> None:
    sit = fired(4)
    sit.missed(2)
    sit.leave(2)
    assert sit.phase == "target"
    sit.shot(1, [6], 4)
    sit.hit(4)
    assert outcomes(sit) == [("missed", 2), ("hit", 4)]


def test_an_attacker_who_leaves_attacks_no_second_time() -> None:
    sit = fired(4)
    sit.missed(2)
    sit.leave(1)
    assert outcomes(sit) == [("missed", 2)]
    assert "dbs/1" in sit.state.discard


def test_b63_no_second_card_ensures_the_second_attack() -> None:
    two = {**BOX["cards"], "unlisted/1": {"kind": "dbs", "location": 2}}
    hands = {1: "dbs/1 unlisted/1 pan/1"}
    sit = fired(hands=hands, deck={**BOX, "cards": two}, place="tunnel")
    sit.missed(2)
    sit.tap("unlisted/1", refused="no_pair")
    sit.shot(1, [6])
    assert sit.hand(1) == 2


def test_b63_two_of_the_name_ensure_the_first_attack_alone() -> None:
    two = {**BOX["cards"], "unlisted/1": {"kind": "dbs", "location": 2}}
    sit = armed(3, hands={1: "dbs/1 unlisted/1 pan/1"}, deck={**BOX, "cards": two}, place="tunnel")
    sit.play(1, "dbs/1", 2, pair="unlisted/1")
    assert outcomes(sit) == [("hit", 2)]
    sit.discard(2, "smg/1")
    sit.shot(1, [6])
    sit.missed(2)
    assert {"dbs/1", "unlisted/1"} <= {*sit.state.discard}


def test_known_hands_decide_both_attacks() -> None:
    hands = {1: "dbs/1 pan/1", 2: "rifle/4 rifle/6 vest/1", 3: "smg/1"}
    sit = known(3, hands=hands, **FREE)
    sit.play(1, "dbs/1", 2, [4])
    sit.discard(2, "rifle/6")
    sit.shot(1, [6])
    assert outcomes(sit) == [("hit", 2), ("missed", 2)]


def test_a_shot_outside_of_dbs_is_refused() -> None:
    sit = armed(3)
    sit.shot(1, [4], refused="no_shot")

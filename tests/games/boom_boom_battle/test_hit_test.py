"""Who is hit, and what that costs: by answers, and by known hands (B43, B44, B62, B65)."""

from __future__ import annotations

import pytest

from tests.games.boom_boom_battle.boxes import armed, known, with_kinds
from tests.games.boom_boom_battle.table import GAP, MS, L, R, Sitting

SHOT = ("rifle/1", [4, 6])


def asked(hand: int = 8, **given: object) -> Sitting:
    """Return a sitting in which seat 2 is asked whether a rifle at 4 and 6 has hit it."""
    sit = armed(2, hands={1: "rifle/1 pan/1 pan/2", 2: hand}, **given)
    sit.play(1, "rifle/1", 2, [4, 6])
    return sit


def shot(hand: str, card: str = "rifle/1", numbers: tuple[int, ...] = (4, 6)) -> Sitting:
    """Return a sitting in which a card is played at seat 2, whose hand the kit knows."""
    sit = known(2, hands={1: f"{card} pan/1 pan/2", 2: hand})
    sit.play(1, card, 2, numbers)
    return sit


def hit(sit: Sitting) -> list[tuple[int, int]]:
    """Return who was hit, and how many cards that costs."""
    return [(one["seat"], one["count"]) for one in sit.rulings("hit")]


def missed(sit: Sitting) -> list[tuple[int, str]]:
    """Return who was missed, and by what."""
    return [(one["seat"], one["case"]) for one in sit.rulings("missed")]


# Answers


def test_the_target_answers_left_for_hit() -> None:
    sit = asked()
    assert sit.waiting() == [(2, "press")]
    sit.press(2, L)
    assert hit(sit) == [(2, 2)]
    assert sit.view()["seats"]["2"]["owes"] == 2


def test_the_target_answers_right_for_missed() -> None:
    sit = asked()
    sit.press(2, R)
    assert missed(sit) == [(2, "rifle")]
    assert (sit.hand(1), sit.hand(2)) == (2, 8)


@pytest.mark.parametrize("answer", [True, 1])
def test_a_phone_answers_hit(answer: bool | int) -> None:
    sit = asked()
    sit.hit(2, answer)
    assert hit(sit) == [(2, 2)]


@pytest.mark.parametrize("answer", [False, 0])
def test_a_phone_answers_missed(answer: bool | int) -> None:
    sit = asked()
    sit.hit(2, answer)
    assert missed(sit) == [(2, "rifle")]


def test_a_phone_passes_for_missed() -> None:
    sit = asked()
    sit.passes(2)
    assert missed(sit) == [(2, "rifle")]


def test_only_the_target_answers() -> None:
    sit = asked()
    sit.press(1, L, refused="not_waited_for")
    sit.hit(1, refused="no_attack")
    assert sit.phase == "hit"


def test_one_player_is_hit_or_not_and_nothing_between() -> None:
    sit = asked()
    sit.hit(2, 2, refused="hit_or_not")
    assert sit.phase == "hit"


def test_nobody_answers_when_nobody_is_asked() -> None:
    sit = armed(2)
    sit.hit(2, refused="no_attack")


def test_a_target_that_leaves_before_the_answer_is_missed() -> None:
    sit = armed(3, hands={1: "rifle/1 pan/1"})
    sit.play(1, "rifle/1", 2, [4])
    sit.leave(2)
    assert sit.last("turn_began")["seat"] == 3


# Damage


def test_b43_several_matching_numbers_are_one_hit_of_the_printed_damage() -> None:
    sit = shot("rifle/4 smg/4 sniper/6 vest/1 vest/2")
    assert hit(sit) == [(2, 2)]
    assert sit.last("hit")["cite"] == "B43"
    assert sit.view()["seats"]["2"]["owes"] == 2


def test_the_discarded_cards_need_not_match() -> None:
    sit = shot("rifle/4 smg/4 sniper/6 vest/1 vest/2")
    sit.discard(2, "vest/1", "vest/2")
    assert sit.cards(2) == {"rifle/4", "smg/4", "sniper/6"}


@pytest.mark.parametrize(
    ("card", "number"),
    [("rifle/1", 2), ("shotgun/1", 1), ("sniper/1", 3), ("smg/1", 1), ("handgun/1", 1)],
)
def test_each_firearm_costs_what_is_printed_on_it(card: str, number: int) -> None:
    sit = shot("rifle/4 smg/4 sniper/6 vest/1 vest/2", card, (4,))
    if card == "handgun/1":
        sit.draws(1, "pan/3")
    assert hit(sit) == [(2, number)]


def test_the_damage_is_what_the_table_entered() -> None:
    sit = armed(2, hands={1: "rifle/1 pan/1"}, deck=with_kinds(rifle=(1, 5, "none")))
    sit.play(1, "rifle/1", 2, [4])
    sit.hit(2)
    assert hit(sit) == [(2, 5)]


def test_b44_damage_above_the_hand_takes_all_of_it() -> None:
    sit = armed(3, hands={1: "sniper/1 pan/1", 2: 2})
    sit.play(1, "sniper/1", 2, [4])
    sit.hit(2)
    assert sit.view()["seats"]["2"]["owes"] == 2
    sit.discard(2, "rifle/4", refused="discard_count")
    sit.discard(2, "rifle/4", "rifle/5")
    assert sit.hand(2) == 0
    assert sit.state.players[2].is_out


def test_b44_a_known_hand_that_is_not_larger_is_discarded_without_a_word() -> None:
    sit = known(3, hands={1: "sniper/1 pan/1", 2: "rifle/4 smg/2 pan/5"})
    sit.play(1, "sniper/1", 2, [4])
    assert sit.last("discarded")["cards"] == ["rifle/4", "smg/2", "pan/5"]


def test_discards_are_tapped_on_the_tray_and_counted() -> None:
    sit = asked()
    sit.press(2, L)
    sit.tray("smg/1")
    assert sit.view()["seats"]["2"]["owes"] == 1
    sit.tray("smg/2")
    assert [one["cards"] for one in sit.rulings("discarded")] == [["smg/1"], ["smg/2"]]
    assert sit.hand(2) == 6


@pytest.mark.parametrize("cards", [["smg/1"], ["smg/1", "smg/2", "smg/3"], []])
def test_a_discard_of_the_wrong_count_is_refused(cards: list[str]) -> None:
    sit = asked()
    sit.hit(2)
    sit.discard(2, *cards, refused="discard_count")
    assert (sit.hand(2), sit.phase) == (8, "discard")


def test_a_card_cannot_be_discarded_twice() -> None:
    sit = asked()
    sit.hit(2)
    sit.discard(2, "smg/1", "smg/1", refused="card_repeated")
    sit.tray("smg/1")
    sit.tray("smg/1", refused="card_discard")
    sit.discard(2, "smg/1", refused="card_discard")
    sit.discard(2, "smg/2")


def test_a_phone_names_what_is_left_after_the_tray() -> None:
    sit = asked()
    sit.hit(2)
    sit.tray("smg/1")
    sit.discard(2, "smg/2", "smg/3", refused="discard_count")
    sit.discard(2, "smg/2")
    assert sit.hand(2) == 6


def test_known_hands_discard_only_what_they_hold() -> None:
    sit = shot("rifle/4 smg/4 sniper/6 vest/1 vest/2")
    sit.discard(2, "vest/1", "vest/3", refused="not_in_hand")
    sit.tray("vest/3", refused="not_in_hand")
    sit.tray("vest/1")
    sit.tray("vest/2")
    assert sit.cards(2) == {"rifle/4", "smg/4", "sniper/6"}


def test_who_is_hit_may_leave_before_discarding() -> None:
    sit = armed(3, hands={1: "rifle/1 pan/1"})
    sit.play(1, "rifle/1", 2, [4])
    sit.hit(2)
    sit.tray("smg/1")
    sit.leave(2)
    assert sit.last("turn_began")["seat"] == 3


# Smoke, and hands that cannot be aimed at


@pytest.mark.parametrize("card", ["rifle/1", "shotgun/1", "sniper/1"])
def test_b62_smoke_keeps_firearms_off_and_nobody_is_asked(card: str) -> None:
    sit = armed(3, hands={1: f"{card} pan/1"}, front={2: "smoke/1"})
    sit.play(1, card, 2, [4])
    assert missed(sit) == [(2, "smoke")]
    assert sit.hand(2) == 8


def test_b62_smoke_counts_as_a_miss_even_for_a_known_hand_that_matches() -> None:
    sit = known(3, hands={1: "rifle/1 pan/1", 2: "rifle/4"}, front={2: "smoke/1"})
    sit.play(1, "rifle/1", 2, [4])
    assert missed(sit) == [(2, "smoke")]
    assert sit.cards(2) == {"rifle/4"}


def test_b62_smoke_does_not_help_against_an_smg() -> None:
    sit = armed(3, hands={1: "smg/1 pan/1"}, front={2: "smoke/1"})
    sit.play(1, "smg/1", 2, [4])
    assert sit.phase == "hit"
    sit.hit(2)
    assert hit(sit) == [(2, 1)]
    assert sit.front(2) == ["smoke/1"]


def test_b62_smoke_does_not_help_against_a_pan() -> None:
    sit = known(3, hands={1: "pan/1 rifle/1", 2: "rifle/4 rifle/5"}, front={2: "smoke/1"})
    sit.play(1, "pan/1", 2)
    sit.passes(2)
    assert hit(sit) == [(2, 2)]


def test_b62_smoke_keeps_an_lmg_off_and_lets_a_grenade_through() -> None:
    hands = {1: "lmg/1 grenade/1 pan/1", 2: "rifle/4 rifle/5", 3: "smg/4 smg/5"}
    for card, met in (("lmg/1", [3]), ("grenade/1", [2, 3])):
        sit = known(3, hands=hands, front={2: "smoke/1"})
        sit.play(1, card, numbers=[4])
        assert [seat for seat, _ in hit(sit)] == met


def test_b65_who_holds_only_vehicles_cannot_be_hit_by_numbers() -> None:
    sit = known(3, hands={1: "shotgun/1 pan/1", 2: "motorcycle/1 offroad/1"})
    sit.play(1, "shotgun/1", 2, [1, 2, 3])
    assert missed(sit) == [(2, "shotgun")]


def test_b65_a_pan_takes_vehicles_too() -> None:
    sit = known(3, hands={1: "pan/1 rifle/1", 2: "motorcycle/1 offroad/1 rifle/2"})
    sit.play(1, "pan/1", 2)
    sit.passes(2)
    sit.discard(2, "motorcycle/1", "offroad/1")
    assert sit.cards(2) == {"rifle/2"}


def test_nobody_aims_at_0() -> None:
    sit = armed(3, hands={1: "rifle/1 pan/1"})
    sit.play(1, "rifle/1", 2, [0], refused="number_zero")


def test_an_empty_hand_is_missed_without_a_question() -> None:
    sit = armed(4, hands={1: "smg/1 rifle/1 pan/1", 2: 1}, mode="free_for_all")
    sit.play(1, "smg/1", 2, [4])
    sit.hit(2)
    sit.discard(2, "vest/1")
    sit.play(1, "rifle/1", 2, [4])
    assert missed(sit) == [(2, "rifle")]


# Numbers of hits


def lmg(numbers: tuple[int, ...] = (4, 5, 6), hand: int = 8, **given: object) -> Sitting:
    sit = armed(2, hands={1: "lmg/1 pan/1", 2: hand}, **given)
    sit.play(1, "lmg/1", numbers=numbers)
    return sit


def test_an_lmg_with_several_numbers_is_answered_by_presses_closed_by_a_pause() -> None:
    sit = lmg()
    sit.press(2, L)
    sit.press(2, L, at=sit.now + 300 * MS)
    assert sit.phase == "hit"
    sit.until(sit.now + GAP)
    assert hit(sit) == [(2, 2)]


def test_an_lmg_that_hit_nothing_is_answered_right() -> None:
    sit = lmg()
    sit.press(2, R)
    assert missed(sit) == [(2, "lmg")]


def test_more_presses_than_numbers_ask_again() -> None:
    sit = lmg()
    sit.presses(2, 4)
    told = sit.last("no_such_count")
    assert (told["seat"], told["count"], told["most"]) == (2, 4, 3)
    assert sit.phase == "hit"
    sit.presses(2, 3)
    assert hit(sit) == [(2, 3)]


def test_no_more_numbers_can_hit_than_there_are_cards() -> None:
    sit = lmg(hand=2)
    sit.hit(2, 3, refused="too_many_hits")
    sit.hit(2, 2)
    assert hit(sit) == [(2, 2)]


def test_a_phone_says_how_many_numbers_hit() -> None:
    sit = lmg()
    sit.hit(2, refused="how_many")
    sit.hit(2, 4, refused="too_many_hits")
    sit.hit(2, 2)
    assert hit(sit) == [(2, 2)]


def test_a_phone_says_that_no_number_hit() -> None:
    for answer in (False, 0):
        sit = lmg()
        sit.hit(2, answer)
        assert missed(sit) == [(2, "lmg")]


def test_an_lmg_with_one_number_is_hit_or_missed() -> None:
    sit = lmg((4,))
    sit.hit(2, 2, refused="hit_or_not")
    sit.press(2, L)
    assert hit(sit) == [(2, 1)]

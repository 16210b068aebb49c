"""The race: who covers or clicks first, ties, and margins (W9, W26, W49)."""

from __future__ import annotations

import pytest

from tests.games.wild_wild_pattern.table import (
    MS,
    NS,
    SPEAK,
    US,
    L,
    R,
    S,
    at_ready,
    shooting,
)


def test_w9_the_first_edge_decides() -> None:
    sit = shooting()
    sit.press(2, at=5 * S)
    sit.press(3, at=5 * S + US)
    assert (sit.phase, sit.last("covers")["seat"]) == ("cover", 2)
    assert (sit.last("behind")["seat"], sit.view()["margin_ms"]) == (3, 0.001)


def test_w9_equal_stamps_are_a_tie_all_take_back_and_may_go_again() -> None:
    sit = shooting()
    sit.press(2, at=5 * S)
    sit.press(3, at=5 * S)
    sit.until(5 * S)
    assert (sit.last("together")["seats"], sit.view()["margin_ms"]) == ([2, 3], 0)
    assert (sit.phase, sit.rulings("covers", "behind")) == ("shootout", [])
    sit.press(3, at=6 * S)
    sit.until(6 * S)
    assert sit.last("covers")["seat"] == 3


def test_w9_without_a_tie_window_a_nanosecond_decides() -> None:
    sit = shooting()
    sit.press(3, at=5 * S)
    sit.press(2, at=5 * S + NS)
    assert (sit.last("covers")["seat"], sit.view()["margin_ms"]) == (3, 1e-06)


def test_w9_a_tie_of_three() -> None:
    sit = shooting()
    for seat in (3, 1, 2):
        sit.press(seat, at=5 * S)
    sit.until(5 * S)
    assert sit.last("together")["seats"] == [1, 2, 3]


def test_w9_a_margin_up_to_the_tie_window_is_a_tie() -> None:
    sit = shooting(tie_window=0.1)
    sit.press(2, at=5 * S)
    sit.press(3, at=5 * S + 100 * MS)
    sit.until(5 * S + 100 * MS)
    assert (sit.last("together")["seats"], sit.view()["margin_ms"]) == ([2, 3], 100)


def test_w9_1_ns_outside_the_tie_window_the_first_has_won() -> None:
    sit = shooting(tie_window=0.1)
    sit.press(2, at=5 * S)
    sit.until(5 * S + 100 * MS - NS)
    assert sit.phase == "shootout"  # nobody is named before
    sit.press(3, at=5 * S + 100 * MS + NS)
    assert (sit.last("covers")["seat"], sit.last("covers")["ns"]) == (2, 5 * S + 100 * MS)
    assert sit.last("behind")["seat"] == 3


def test_after_a_tie_the_margin_is_that_of_the_race_that_was_decided() -> None:
    sit = shooting(tie_window=0.1)
    sit.press(2, at=5 * S)
    sit.press(3, at=5 * S + 40 * MS)
    sit.until(6 * S)
    assert sit.view()["margin_ms"] == 40
    sit.press(2, at=6 * S)
    sit.until(7 * S)
    assert (sit.phase, sit.view()["margin_ms"]) == ("cover", None)
    sit.press(3, at=6 * S + 1500 * MS)
    assert (sit.last("behind")["seat"], sit.view()["margin_ms"]) == (3, 1500)


def test_an_edge_that_comes_late_wins_by_its_stamp_and_leaves_a_margin() -> None:
    sit = shooting()
    sit.press(2, at=5 * S)
    sit.press(3, at=5 * S, late=5 * S - 7 * MS)
    sit.until(5 * S)
    assert (sit.last("covers")["seat"], sit.last("behind")["seat"]) == (3, 2)
    assert sit.view()["margin_ms"] == 7


def test_an_edge_that_comes_after_the_race_was_decided_has_no_margin() -> None:
    sit = shooting()
    sit.press(2, at=5 * S)
    sit.until(5 * S)
    sit.press(3, at=6 * S, late=5 * S - 7 * MS)
    assert (sit.last("covers")["seat"], sit.view()["margin_ms"]) == (2, None)


def test_a_losing_press_notes_the_margin_once_and_opens_nothing() -> None:
    sit = shooting(4)
    sit.press(1, at=5 * S)
    sit.press(3, R, at=5 * S + 2 * MS)
    sit.press(3, L, at=5 * S + 3 * MS)
    sit.press(2, L, at=5 * S + 4 * MS)
    assert sit.rulings("behind") == [sit.last("behind")]
    assert (sit.last("behind")["seat"], sit.last("behind")["ms"]) == (3, 2)
    assert (sit.phase, sit.rulings("clicks")) == ("cover", [])
    sit.tap("Y-LOOT")
    sit.press(2)
    assert len(sit.rulings("behind")) == 1
    assert sit.phase == "cover"


def test_a_press_while_the_first_one_speaks_is_behind_too() -> None:
    sit = shooting()
    sit.press(1, at=5 * S)
    sit.tap("Y-LOOT", at=6 * S)
    sit.press(2, at=6 * S + 500 * MS)
    assert (sit.last("behind")["seat"], sit.view()["margin_ms"]) == (2, 1500)


def test_w26_the_first_of_a_click_and_a_cover_wins() -> None:
    sit = shooting()
    sit.press(2, R, at=5 * S)
    sit.press(3, L, at=5 * S + 3 * MS)
    assert (sit.phase, sit.last("clicks")["seat"], sit.view()["margin_ms"]) == ("click", 2, 3)
    sit = shooting()
    sit.press(3, L, at=5 * S)
    sit.press(2, R, at=5 * S + 3 * MS)
    assert (sit.phase, sit.last("covers")["seat"], sit.view()["margin_ms"]) == ("cover", 3, 3)


def test_w49_a_cover_and_a_click_at_equal_stamps_are_a_tie() -> None:
    sit = shooting()
    sit.press(2, R, at=5 * S)
    sit.press(3, L, at=5 * S)
    sit.until(5 * S)
    assert (sit.phase, sit.last("together")["seats"]) == ("shootout", [2, 3])


def test_w49_a_cover_and_a_click_inside_the_tie_window_are_a_tie() -> None:
    sit = shooting(tie_window=0.2)
    sit.press(2, R, at=5 * S)
    sit.say(3, cover={"card": "yellow/loot", "slot": 5}, at=5 * S + 200 * MS)
    sit.until(6 * S)
    assert (sit.phase, sit.last("together")["seats"]) == ("shootout", [2, 3])


def test_a_phone_covers_with_a_side_or_with_all_of_it() -> None:
    sit = shooting()
    sit.say(2, side="left")
    sit.until(sit.now)
    assert sit.view()["covering"] == {
        "seat": 2,
        "card": None,
        "slot": None,
        "words": None,
        "votes": {},
    }
    sit = shooting()
    sit.say(2, cover={"card": "yellow/loot", "slot": 5})
    sit.until(sit.now)
    assert (sit.view()["covering"]["card"], sit.view()["covering"]["slot"]) == ("yellow/loot", 5)
    assert sit.last("card_laid")["card"] == "yellow/loot"


@pytest.mark.parametrize(
    ("card", "slot", "reason"),
    [
        ("red/loot", 5, "card_in_wheel"),
        ("white/gun", 5, "card_won"),
        ("challenge/trade", 5, "no_pattern_card"),
        ("no/card", 5, "no_pattern_card"),
    ],
)
def test_a_cover_by_phone_that_cannot_be_is_refused(card: str, slot: int, reason: str) -> None:
    sit = shooting(won={3: "W-GUN"})
    sit.say(1, cover={"card": card, "slot": slot}, refused=reason)
    assert sit.phase == "shootout"


def test_a_click_by_phone_names_a_card_that_can_be() -> None:
    sit = shooting()
    sit.say(1, click="red/loot", refused="card_in_wheel")
    sit.say(1, click="challenge/trade", refused="no_pattern_card")
    sit.say(1, click="yellow/loot")
    sit.until(sit.now)
    assert (sit.phase, sit.view()["clementine"]["card"]) == ("clementine", "yellow/loot")


def test_the_host_acts_for_a_seat() -> None:
    sit = shooting()
    sit.say(3, by="host", side="right")
    sit.until(sit.now)
    assert (sit.phase, sit.last("clicks")["seat"]) == ("click", 3)


def test_who_is_out_of_the_game_takes_no_part() -> None:
    sit = shooting(4, out=(4,), mode="dead_or_alive")
    sit.hold(4, refused="not_waited_for")
    sit.say(4, side="left", refused="not_waited_for")


def test_who_comes_back_during_a_turn_has_no_card_to_cover_with() -> None:
    sit = at_ready(3)
    sit.leave(3)
    sit.go()
    sit.adjust(3, alive=True)
    sit.hold(3, refused="not_waited_for")
    assert [seat for seat, _ in sit.waiting()] == [1, 2]


def test_an_act_of_somebody_who_leaves_within_the_tie_window_does_not_count() -> None:
    sit = shooting(tie_window=0.2)
    sit.press(2, at=5 * S)
    sit.press(3, at=5 * S + 50 * MS)
    sit.leave(2)
    sit.until(6 * S)
    assert (sit.last("covers")["seat"], sit.rulings("together", "behind")) == (3, [])


def test_a_pause_in_the_shootout_takes_nothing_back() -> None:
    sit = shooting()
    sit.host(pause=True)
    sit.hold(2, refused="paused")
    sit.host(resume=True, at=90 * S)
    sit.let_go(2)
    sit.press(2)
    sit.until(sit.now + SPEAK)
    assert sit.last("too_late")["seat"] == 2


def test_a_phone_is_offered_both_buttons() -> None:
    assert shooting().says(2) == [{"side": "left"}, {"side": "right"}]

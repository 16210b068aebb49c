"""Windows of reactions open and last by what everybody knows, never by hands (play.md)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.boom_boom_battle.boxes import BOX, armed, known
from tests.games.boom_boom_battle.table import MS, WINDOW, L, R, S, Sitting

FREE = {"mode": "free_for_all"}
WITH = {1: "rifle/1 pan/1 lmg/1", 2: "handgun/1 desert_eagle/1 pan/2", 3: "handgun/2 vest/1"}
WITHOUT = {1: "rifle/1 pan/1 lmg/1", 2: "smg/1 smg/2 smg/3", 3: "vest/2 vest/1"}
DUMMIES = "sniper/1 sniper/2"


def hands(held: dict[int, str]) -> dict[int, str]:
    return {**held, 4: DUMMIES}


def missed(held: dict[int, str], card: str = "rifle/1", **given: Any) -> Sitting:
    """Return a sitting in which an attack of seat 1 has missed known hands."""
    sit = known(4, hands=hands(held), **{**FREE, **given})
    at_all = card.startswith("lmg")
    sit.play(1, card, None if at_all else 2, [6])
    return sit


def swung(held: dict[int, str], **given: Any) -> Sitting:
    sit = known(4, hands=hands(held), **{**FREE, **given})
    sit.play(1, "pan/1", 2)
    return sit


BEGUN = pytest.mark.parametrize(
    ("begin", "card"), [(missed, "rifle/1"), (missed, "lmg/1"), (swung, None)]
)


def both(begin: Any, card: str | None) -> tuple[Sitting, Sitting]:
    more = {} if card is None else {"card": card}
    return begin(WITH, **more), begin(WITHOUT, **more)


def without_own_cards(sit: Sitting, audience: Any) -> dict[str, Any]:
    seen = sit.view(audience)
    seen.pop("cards", None)
    return seen


# Whether the hand has the card or not


@BEGUN
def test_the_window_is_the_same_for_a_hand_with_the_card_and_without(
    begin: Any, card: str | None
) -> None:
    has, lacks = both(begin, card)
    assert has.phase == lacks.phase
    assert has.phase in ("counter", "block")
    assert has.state.reacting == lacks.state.reacting
    assert has.state.reactions == lacks.state.reactions
    assert has.asked() == lacks.asked()
    assert has.referee.due() == lacks.referee.due()


@BEGUN
def test_every_byte_that_anybody_sees_is_the_same(begin: Any, card: str | None) -> None:
    has, lacks = both(begin, card)
    for audience in ("public", "host", 1, 2, 3, 4):
        assert without_own_cards(has, audience) == without_own_cards(lacks, audience)


@BEGUN
def test_both_windows_end_at_the_same_moment(begin: Any, card: str | None) -> None:
    for sit in both(begin, card):
        opened = sit.phase
        sit.until(MS + WINDOW - 1)
        assert sit.phase == opened
        sit.until(MS + WINDOW + 1)
        assert sit.phase != opened


@BEGUN
def test_both_windows_end_at_once_when_all_have_passed(begin: Any, card: str | None) -> None:
    for sit in both(begin, card):
        opened = sit.phase
        for seat in sit.state.reacting:
            assert sit.phase == opened
            sit.press(seat, R)
        assert sit.phase != opened
        assert sit.now < S


@BEGUN
def test_the_lights_and_sounds_are_the_same(begin: Any, card: str | None) -> None:
    has, lacks = both(begin, card)
    assert has.cues == lacks.cues
    assert has.cues


def test_a_reaction_that_a_hand_lacks_is_refused_to_its_seat_alone() -> None:
    sit = missed(WITHOUT)
    sit.react(2, "handgun/1", [1], refused="not_in_hand")
    for audience in ("public", "host", 1, 3, 4):
        assert sit.view(audience)["refused"]["reason"] == "private"
    assert sit.phase == "counter"


def test_b66_in_honour_the_window_opens_by_the_same_rules() -> None:
    sit = armed(4, hands={1: "rifle/1 pan/1"}, **FREE)
    sit.play(1, "rifle/1", 2, [6])
    sit.missed(2)
    assert sit.state.reactions == missed(WITH).state.reactions


# How it opens and ends


def test_only_those_are_asked_who_may_react() -> None:
    assert missed(WITH).state.reacting == (2,)
    assert missed(WITH, "lmg/1").state.reacting == (2, 3, 4)


def test_the_board_says_until_when() -> None:
    sit = missed(WITH)
    assert [one["until"] for one in sit.view()["waiting"]] == [pytest.approx(5.001)] * 2


@pytest.mark.parametrize("seconds", [2.0, 30.0])
def test_reaction_seconds_is_how_long_it_lasts(seconds: float) -> None:
    sit = missed(WITH, reaction_seconds=seconds)
    sit.wait(seconds - 0.001)
    assert sit.phase == "counter"
    sit.wait(0.002)
    assert sit.phase == "turn"


def test_an_act_at_the_very_end_of_the_window_counts() -> None:
    sit = missed(WITH)
    sit.say(2, react={"card": "handgun/1", "numbers": [1]}, at=MS + WINDOW)
    assert sit.last("countered")["seat"] == 2


def test_an_act_after_the_window_is_refused() -> None:
    sit = missed(WITH)
    sit.say(
        2, react={"card": "handgun/1", "numbers": [1]}, at=MS + WINDOW + 1, refused="no_window"
    )


def test_a_reaction_gives_the_others_no_more_time() -> None:
    sit = missed(WITH, "lmg/1")
    sit.wait(3)
    sit.react(2, "handgun/1", [1])
    assert sit.state.reacting == (3, 4)
    sit.until(MS + WINDOW + 1)
    assert sit.phase == "draw"


def test_a_pass_gives_the_others_no_more_time() -> None:
    sit = missed(WITH, "lmg/1")
    sit.wait(3)
    sit.press(3, R)
    assert sit.state.reacting == (2, 4)
    sit.until(MS + WINDOW + 1)
    assert sit.phase == "turn"


def test_who_passed_cannot_react_after_all() -> None:
    sit = missed(WITH, "lmg/1")
    sit.passes(2)
    sit.react(2, "handgun/1", [1], refused="no_window")
    sit.press(2, R, refused="not_waited_for")


def test_left_passes_nothing() -> None:
    sit = missed(WITH)
    sit.press(2, L, refused="react_card")
    assert sit.state.reacting == (2,)


def test_nobody_waits_where_nobody_may_react() -> None:
    sit = missed(WITH, front={2: "flashbang/1"})
    assert sit.last("turn_began")["seat"] == 2


# Interruptions


def test_a_pause_keeps_what_is_left_of_the_window() -> None:
    sit = missed(WITH)
    sit.wait(3)
    sit.host(pause=True)
    sit.wait(100)
    sit.host(resume=True)
    sit.wait(1.9)
    assert sit.phase == "counter"
    sit.wait(0.2)
    assert sit.phase == "turn"


def test_an_undo_of_a_pass_lets_the_window_run_whole_once_more() -> None:
    sit = missed(WITH, "lmg/1")
    sit.wait(4)
    sit.press(3, R)
    sit.host(undo=1)
    sit.host(resume=True)
    assert sit.state.reacting == (2, 3, 4)
    sit.wait(4.9)
    assert sit.phase == "counter"
    sit.wait(0.2)
    assert sit.phase == "turn"


def test_an_undo_of_a_reaction_puts_the_card_back() -> None:
    sit = missed(WITH, "lmg/1")
    sit.react(3, "handgun/2", [1])
    sit.host(undo=1)
    sit.host(resume=True)
    assert sit.cards(3) == {"handgun/2", "vest/1"}
    assert sit.state.reacting == (2, 3, 4)


def test_a_restart_lets_the_window_run_whole_once_more() -> None:
    sit = missed(WITH)
    sit.wait(4)
    sit.restart()
    sit.host(resume=True)
    sit.wait(4.9)
    assert sit.phase == "counter"
    sit.wait(0.2)
    assert sit.phase == "turn"


def test_a_correction_gives_nobody_more_time() -> None:
    sit = armed(4, hands={1: "rifle/1 pan/1"}, **FREE)
    sit.play(1, "rifle/1", 2, [6])
    sit.missed(2)
    opened = sit.now
    sit.wait(4)
    sit.adjust(3, hand=1)
    sit.until(opened + WINDOW + 1)
    assert sit.phase == "turn"


def test_all_who_were_asked_leave_and_the_window_is_over() -> None:
    sit = missed(WITH)
    sit.leave(2)
    assert sit.last("turn_began")["seat"] == 3
    assert sit.now < S


def test_a_circled_card_may_be_shown_during_the_window_which_gives_nobody_more_time() -> None:
    deck = {**BOX, "cards": {**BOX["cards"], "vest/3": {"location": 8}}}
    hands = {1: "rifle/1 pan/1"}
    sit = armed(4, hands=hands, place="forest", keeps="vest/3", deck=deck, **FREE)
    sit.adjust(3, hand=1)
    sit.play(1, "rifle/1", 2, [6])
    sit.missed(2)
    opened = sit.now
    sit.wait(3)
    sit.redraw(3, "vest/3")
    assert sit.state.reacting == (2,)
    sit.until(opened + WINDOW + 1)
    assert sit.phase == "turn"

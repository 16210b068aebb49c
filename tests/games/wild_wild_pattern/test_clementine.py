"""Click! Clementine runs, and the opponents may use the clicked card (W26 to W31, W51)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.cues import Beat, Hush, Sound
from tests.games.wild_wild_pattern.table import (
    CHORUS,
    LEAD,
    LOOT,
    MS,
    NS,
    L,
    R,
    S,
    Sitting,
    named,
    shooting,
)

CLICK = 5 * S  # when seat 2 lays the clicked card
BEGINS = CLICK + LEAD
ENDS = BEGINS + CHORUS


def clicked(seats: int = 3, **given: Any) -> Sitting:
    """Let seat 2 click, and lay the yellow loot."""
    sit = shooting(seats, **given)
    sit.press(2, R)
    sit.tap("Y-LOOT", at=CLICK)
    return sit


def cues(sit: Sitting) -> list[tuple[int, str]]:
    """Return the songs and counts that were wished for."""
    beats = [(cue.at, cue.word) for cue in sit.cues if isinstance(cue, Beat)]
    sounds = [cue for cue in sit.cues if isinstance(cue, Sound)]
    return beats + [(cue.at, cue.name) for cue in sounds if cue.name.startswith("clementine")]


# Her beginning and her length


def test_w27_the_chorus_begins_a_lead_after_the_card_and_lasts_10_s() -> None:
    sit = clicked()
    assert (sit.phase, cues(sit)) == ("clementine", [(BEGINS, "clementine")])
    assert sit.view()["clementine"] == {"by": 2, "card": "yellow/loot", "until": 15.9}
    told = sit.last("clementine")
    assert (told["seconds"], told["card"], told["cite"]) == (10, "yellow/loot", "W27")


def test_w27_verse_and_chorus_last_20_s() -> None:
    sit = clicked(clementine="verse")
    assert cues(sit) == [(BEGINS, "clementine_verse")]
    assert sit.view()["clementine"]["until"] == 25.9


def test_w27_a_length_that_the_table_states_goes_before_the_song_s() -> None:
    assert clicked(clementine="verse", clementine_seconds=10).last("clementine")["seconds"] == 10


@pytest.mark.parametrize("seconds", [5, 60])
@pytest.mark.parametrize("way", ["song", "verse", "count"])
def test_w27_clementine_seconds(way: str, seconds: int) -> None:
    sit = clicked(clementine=way, clementine_seconds=seconds)
    sit.until(BEGINS + seconds * S - NS)
    assert sit.phase == "clementine"
    sit.until(BEGINS + seconds * S)
    assert sit.last("nobody_stopped")["ns"] == BEGINS + seconds * S


@pytest.mark.parametrize(("seconds", "step"), [(5, S // 2), (10, S), (60, 6 * S)])
def test_w27_a_count_to_ten_ends_with_her(seconds: int, step: int) -> None:
    sit = clicked(clementine="count", clementine_seconds=seconds)
    assert cues(sit) == [(BEGINS + number * step, str(number)) for number in range(1, 11)]


def test_the_clicked_card_is_waited_for_without_haste() -> None:
    sit = shooting()
    sit.press(2, R)
    sit.wait(3600)
    assert (sit.phase, sit.waiting()) == ("click", [(2, "card")])
    sit.tap("R-LOOT", refused="card_in_wheel")
    sit.tap("Y-LOOT", "seat2")
    assert sit.view()["clementine"]["card"] == "yellow/loot"
    assert not sit.player(2).has_card


def test_a_phone_tells_the_clicked_card() -> None:
    sit = shooting()
    sit.press(2, R)
    sit.say(2, click="red/loot", refused="card_in_wheel")
    sit.say(3, click="yellow/loot", refused="not_waited_for")
    sit.say(2, click="yellow/loot")
    assert sit.phase == "clementine"


def test_a_challenge_card_is_tapped_before_the_clicked_one() -> None:
    sit = shooting()
    sit.press(2, R)
    sit.tap("challenge/trade", "seat3")
    assert (sit.phase, sit.player(3).challenges) == ("click", ("challenge/trade",))


# Stopping her


def test_w30_a_button_at_her_very_end_stops_her() -> None:
    sit = clicked()
    sit.press(3, R, at=ENDS)
    sit.until(ENDS)
    assert (sit.last("stopped")["seat"], sit.last("stopped")["ms"]) == (3, 0)
    assert (sit.phase, sit.view()["covering"]["seat"]) == ("cover", 3)
    assert isinstance(sit.last_cue(), Hush)


def test_w30_1_ns_later_she_is_over() -> None:
    sit = clicked()
    sit.idle(3, at=ENDS + NS)
    assert sit.rulings("stopped") == []
    assert sit.last("nobody_stopped")["ns"] == ENDS
    assert sit.view()["choosing"]["seat"] == 2


@pytest.mark.parametrize("window", [0.05, 0.2])
def test_w30_her_last_instants_count_with_a_tie_window_too(window: float) -> None:
    sit = clicked(tie_window=window)
    sit.press(3, at=ENDS - 10 * MS)
    sit.until(ENDS + S)
    assert (sit.last("stopped")["seat"], sit.last("stopped")["ms"]) == (3, 10)
    sit = clicked(tie_window=window)
    sit.press(3, at=ENDS)
    sit.hold(1, at=ENDS + NS, refused="not_waited_for")  # she is over: no tie any more
    sit.until(ENDS + S)
    assert (sit.last("stopped")["seat"], sit.rulings("together")) == (3, [])


def test_w30_with_a_tie_window_nobody_stops_her_after_her_end() -> None:
    sit = clicked(tie_window=0.2)
    sit.hold(3, at=ENDS + NS, refused="not_waited_for")
    sit.until(ENDS + S)
    assert sit.rulings("stopped") == []
    assert len(sit.rulings("nobody_stopped")) == 1


def test_a_button_before_she_begins_stops_her_too() -> None:
    sit = clicked()
    sit.press(3, at=CLICK + 100 * MS)
    sit.until(CLICK + 100 * MS)
    assert (sit.last("stopped")["seat"], sit.last("stopped")["ms"]) == (3, 10_000)


def test_a_phone_stops_her_or_covers_at_once() -> None:
    sit = clicked()
    assert sit.says(3) == [{"side": "left"}]
    sit.say(3, side="left")
    sit.until(sit.now)
    assert sit.view()["covering"]["slot"] is None
    sit = clicked()
    sit.say(3, cover={"card": "yellow/loot", "slot": 5})
    sit.say(3, claim=list(LOOT))
    assert (sit.view()["claim"]["valid"], sit.view()["claim"]["slot"]) == (True, 5)


def test_w28_only_the_clicked_card_may_be_used() -> None:
    sit = clicked()
    sit.say(3, cover={"card": "yellow/gun", "slot": 5}, refused="not_that_card")
    sit.press(3)
    sit.say(3, cover={"card": "yellow/gun", "slot": 5}, refused="not_that_card")
    assert (sit.phase, sit.view()["covering"]["card"]) == ("cover", "yellow/loot")


def test_the_clicker_cannot_stop_her() -> None:
    sit = clicked()
    sit.hold(2, refused="not_waited_for")
    assert sit.says(2) == []


def test_w9_the_first_of_two_stops_her_with_the_margin() -> None:
    sit = clicked(4)
    sit.press(3, at=BEGINS + S)
    sit.press(1, at=BEGINS + S + 3 * MS)
    assert (sit.last("stopped")["seat"], sit.view()["margin_ms"]) == (3, 3)
    assert sit.last("behind")["seat"] == 1


def test_the_clicker_is_never_behind() -> None:
    sit = clicked()
    sit.press(3)
    sit.press(2)
    assert (sit.view()["margin_ms"], sit.rulings("behind")) == (None, [])


def test_w9_a_tie_takes_both_back_and_she_goes_on() -> None:
    sit = clicked()
    sit.press(1, at=BEGINS + S)
    sit.press(3, at=BEGINS + S)
    sit.until(BEGINS + S)
    assert (sit.last("together")["seats"], sit.phase) == ([1, 3], "clementine")
    assert sit.view()["clementine"]["until"] == 15.9
    sit.press(3, at=ENDS)
    sit.until(ENDS)
    assert sit.last("stopped")["seat"] == 3


def test_w9_a_tie_at_her_end_ends_her() -> None:
    sit = clicked()
    sit.press(1, at=ENDS)
    sit.press(3, at=ENDS)
    sit.until(ENDS)
    assert sit.kinds()[-2:] == ["nobody_stopped", "card_discarded"]


# W51


def test_w51_a_button_before_the_card_stops_her_as_soon_as_it_is_known() -> None:
    sit = shooting()
    sit.press(2, R, at=3 * S)
    sit.press(3, at=4 * S)
    assert sit.phase == "click"
    sit.tap("Y-LOOT", at=CLICK)
    assert (sit.last("stopped")["seat"], sit.last("stopped")["ms"]) == (3, 10_000)
    assert (sit.phase, sit.view()["covering"]["seat"]) == ("cover", 3)
    sit.press(3, at=CLICK + 5 * S)  # its time to speak runs from there
    assert sit.phase == "claim"


def test_w51_the_first_of_several_buttons_counts() -> None:
    sit = shooting(4)
    sit.press(2, R, at=3 * S)
    sit.press(1, at=4 * S)
    sit.press(3, at=4 * S + NS)
    sit.press(1, at=4 * S + MS)
    sit.tap("Y-LOOT", at=CLICK)
    assert sit.last("stopped")["seat"] == 1


def test_w51_equal_stamps_before_the_card_are_a_tie_and_she_begins() -> None:
    sit = shooting(4)
    sit.press(2, R, at=3 * S)
    sit.press(1, at=4 * S)
    sit.press(3, at=4 * S)
    sit.tap("Y-LOOT", at=CLICK)
    assert (sit.phase, sit.last("together")["seats"]) == ("clementine", [1, 3])
    sit.press(4)
    sit.until(sit.now)
    assert sit.last("stopped")["seat"] == 4


@pytest.mark.parametrize("is_told", [False, True])
def test_w51_a_press_too_soon_to_answer_the_click_lost_the_race_and_stops_nobody(
    is_told: bool,
) -> None:
    sit = shooting()
    if is_told:
        sit.say(2, click="yellow/loot", at=3 * S)
    else:
        sit.press(2, R, at=3 * S)
    sit.say(3, side="left", at=3 * S + 250 * MS)
    assert (sit.view()["margin_ms"], sit.last("behind")["seat"]) == (250, 3)
    if not is_told:
        sit.say(2, click="yellow/loot")
    assert (sit.phase, sit.rulings("stopped")) == ("clementine", [])


def test_an_undo_right_after_a_told_click_lets_her_begin_whole_again() -> None:
    sit = shooting()
    sit.say(2, click="yellow/loot", at=3 * S)
    sit.until(3 * S)
    sit.say(3, drew="challenge/trade", at=3 * S + 100 * MS)
    sit.host(undo=1)
    until = sit.view()["clementine"]["until"]
    sit.host(resume=True)
    assert isinstance(sit.last_cue(), Sound)
    assert sit.state.click is not None
    assert sit.state.click.until == 3 * S + 100 * MS + LEAD + 10 * S
    assert until is not None


@pytest.mark.parametrize("is_told", [False, True])
def test_w51_a_button_a_moment_later_stops_her(is_told: bool) -> None:
    sit = shooting()
    if is_told:
        sit.say(2, click="yellow/loot", at=3 * S)
    else:
        sit.press(2, R, at=3 * S)
    sit.say(3, side="left", at=3 * S + 250 * MS + 1)
    if not is_told:
        sit.say(2, click="yellow/loot")
    sit.until(sit.now)
    assert sit.last("stopped")["seat"] == 3


def test_w51_who_pressed_and_left_stops_nobody() -> None:
    sit = shooting(4)
    sit.press(2, R)
    sit.press(3)
    sit.leave(3)
    sit.tap("Y-LOOT")
    assert sit.phase == "clementine"


# What comes of it


def test_w31_nobody_the_clicker_takes_one_of_the_eight_and_the_card_is_discarded() -> None:
    sit = clicked()
    sit.until(ENDS)
    assert (sit.last("nobody_stopped")["seat"], sit.state.gone) == (2, ("yellow/loot",))
    assert len(sit.view()["choosing"]["among"]) == 8
    sit.take("G-WANTED")
    assert (sit.won(2), sit.last("card_won")["cite"]) == (["grey/wanted"], "W31")
    assert (sit.view()["placing"], sit.view()["clementine"]) == (3, None)


def test_w31_somebody_wins_the_usual_prize_and_the_turn() -> None:
    sit = clicked(challenges={3: ["dollar"], 2: ["50c"]})
    sit.press(3)
    sit.press(3)
    sit.tap("Y-BOTTLE")
    sit.say(1, claim=list(LOOT))
    assert sit.view()["claim"]["seat"] == 3
    assert named("Y-LOOT") not in sit.view()["choosing"]["among"]
    sit.take("R-STAR")
    assert sit.won(3) == ["red/star"]
    assert (sit.phase, sit.waiting()[0][0]) == ("challenge", 3)  # W20
    sit.say(3, challenge={"card": "challenge/dollar"})
    assert sit.player(3).money == 100
    assert (sit.view()["placing"], sit.player(3).has_card) == (1, True)


def test_w28_the_stopper_needs_no_tap_of_the_card() -> None:
    sit = clicked()
    sit.press(3, at=7 * S)
    sit.until(7 * S)
    assert sit.view()["waiting"][0]["until"] == 12
    sit.press(3, at=12 * S)
    assert (sit.phase, sit.top(5)) == ("claim", "yellow/bottle")


def test_w31_a_rejected_claim_discards_the_clicked_card() -> None:
    sit = clicked(2)
    sit.press(1)
    sit.press(1)
    sit.press(2, R)
    assert (sit.last("claim_wrong")["case"], sit.state.gone) == ("rejected", ("yellow/loot",))
    sit.take("R-STAR")
    assert sit.won(2) == ["red/star"]


def test_w20_the_clicker_s_card_counts_as_a_won_turn() -> None:
    sit = clicked(challenges={2: ["50c"]})
    sit.until(ENDS)
    sit.take("G-WANTED")
    assert sit.phase == "challenge"


# Interruptions: her end is game time


def test_a_pause_stops_her_where_she_is() -> None:
    sit = clicked()
    sit.host(pause=True, at=BEGINS + 4 * S)
    assert sit.last_cue() == Hush(BEGINS + 4 * S)
    sit.hold(3, refused="paused")
    sit.host(resume=True, at=BEGINS + 64 * S)
    assert sit.last_cue() == Sound(BEGINS + 60 * S, "clementine")  # as if she had begun then
    sit.until(ENDS + 60 * S - NS)
    assert sit.phase == "clementine"
    sit.press(1, at=ENDS + 60 * S)
    sit.until(ENDS + 60 * S)
    assert sit.last("stopped")["ms"] == 0


def test_after_a_restart_she_begins_anew() -> None:
    sit = clicked()
    sit.until(BEGINS + 4 * S)
    sit.restart()
    sit.host(resume=True, at=100 * S)
    assert sit.last_cue() == Sound(100 * S + LEAD, "clementine")
    sit.until(100 * S + LEAD + CHORUS - NS)
    assert sit.phase == "clementine"
    sit.until(100 * S + LEAD + CHORUS)
    assert sit.phase == "take"


def test_after_an_undo_she_begins_anew() -> None:
    sit = clicked()
    sit.say(1, drew="challenge/trade", at=BEGINS + 4 * S)
    sit.host(undo=1, at=BEGINS + 5 * S)
    assert sit.view()["clementine"]["until"] == 9.9 + 0.9 + 10
    sit.host(resume=True, at=100 * S)
    sit.press(3, at=100 * S + LEAD + CHORUS)
    sit.until(sit.now)
    assert sit.last("stopped")["ms"] == 0


def test_an_undo_takes_back_who_stopped_her() -> None:
    sit = clicked()
    sit.press(3)
    sit.until(sit.now)
    sit.host(undo=1)
    sit.host(resume=True)
    assert (sit.phase, sit.view()["covering"]) == ("clementine", None)
    sit.press(1)
    sit.until(sit.now)
    assert sit.view()["covering"]["seat"] == 1


def test_a_count_goes_on_after_a_pause() -> None:
    sit = clicked(clementine="count")
    sit.host(pause=True, at=BEGINS + 4 * S)
    sit.host(resume=True, at=BEGINS + 14 * S)
    beats = [cue for cue in sit.cues if isinstance(cue, Beat)]
    assert beats[-1] == Beat(ENDS + 10 * S, "10")


def test_w30_a_correction_gives_her_no_more_time() -> None:
    sit = clicked()
    sit.host(adjust={"seat": 1, "money": 10}, at=BEGINS + 4 * S)
    sit.until(ENDS)
    assert sit.phase == "take"


# Somebody leaves


def test_when_the_clicker_leaves_before_the_card_the_turn_is_over() -> None:
    sit = shooting(4)
    sit.press(2, R)
    sit.until(sit.now)
    sit.leave(2)
    assert (sit.phase, sit.view()["placing"], sit.view()["clementine"]) == ("place", 3, None)
    assert (sit.state.unseen, sit.last("card_discarded")["card"]) == (1, None)


def test_when_the_clicker_leaves_while_she_runs_the_card_may_still_be_used() -> None:
    sit = clicked()
    sit.leave(2)
    sit.host(pause=True)
    sit.host(resume=True)
    sit.press(3)
    sit.press(3)
    sit.tap("Y-BOTTLE")
    sit.say(3, claim=list(LOOT))
    assert sit.view()["claim"]["valid"]


def test_when_the_clicker_has_left_nobody_takes_a_card_at_her_end() -> None:
    sit = clicked(4)
    sit.leave(2)
    sit.wait(20)
    assert (sit.rulings("nobody_stopped"), sit.state.gone) == ([], ("yellow/loot",))
    assert (sit.phase, sit.view()["placing"]) == ("place", 3)


def test_when_the_stopper_leaves_the_card_is_discarded_and_nobody_pays() -> None:
    sit = clicked(4)
    sit.press(3)
    sit.press(3)
    sit.leave(3)
    assert (sit.state.gone, sit.rulings("claim_wrong")) == (("yellow/loot",), [])
    assert (sit.phase, sit.view()["placing"], sit.state.unseen) == ("place", 4, 1)


def test_when_all_opponents_leave_the_clicker_has_won() -> None:
    sit = clicked(2)
    sit.leave(1)
    sit.wait(20)
    assert sit.view()["over"]
    assert (sit.won(2), sit.rulings("nobody_stopped")) == ([], [])


def test_either_button_of_an_opponent_stops_her() -> None:
    for side in (L, R):
        sit = clicked()
        sit.press(1, side)
        sit.until(sit.now)
        assert (sit.last("stopped")["seat"], sit.phase) == (1, "cover")

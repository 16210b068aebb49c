from __future__ import annotations

import pytest

from companion.core.stamps import from_seconds
from tests.games.template.tables import Kit


def test_go_comes_a_second_after_the_last_hold() -> None:
    kit = Kit()
    kit.hold(1, 2)
    kit.wait(5)
    assert kit.state.phase == "ready"
    kit.hold(3)
    assert [cue["at"] for cue in kit.referee.view("public")["cues"]] == [6.0]
    kit.wait(0.999999999)
    assert kit.state.phase == "wait"
    kit.wait(0.000000001)
    assert kit.state.phase == "draw"


def test_the_first_to_let_go_by_stamp_wins_by_a_microsecond() -> None:
    kit = Kit()
    kit.start()
    kit.let_go(2, after_us=150_000)
    kit.let_go(1, after_us=1)
    assert kit.state.first == 2
    assert kit.referee.view("public")["margin_ms"] == 0.001
    assert kit.rulings("beaten")[0]["text"] == "Ann was 0.001 ms behind."


def test_the_margin_is_the_runner_up_s_and_stays_it() -> None:
    kit = Kit()
    kit.start()
    kit.let_go(2, after_us=150_000)
    kit.let_go(1, after_us=2_000)
    kit.let_go(3, after_us=9_000)
    assert kit.state.margin_ms == 2.0
    assert len(kit.rulings("beaten")) == 1


def test_equal_stamps_are_a_tie_and_the_round_is_played_again() -> None:
    kit = Kit()
    kit.start()
    kit.let_go(3)
    kit.let_go(1)
    kit.wait(0.1)
    assert kit.rulings("drew_together")[0]["seats"] == [1, 3]
    assert kit.state.first is None
    assert (kit.state.phase, kit.state.round) == ("ready", 1)


def test_with_a_tie_window_a_margin_of_exactly_that_is_a_tie_and_the_ruling_waits_for_it() -> None:
    kit = Kit(tie_window=0.05)
    kit.start()
    kit.let_go(3, after_us=100_000)
    kit.wait(0.049)
    assert kit.state.first is None
    kit.let_go(1, after_us=1_000)
    kit.wait(0)
    assert kit.rulings("drew_together")[0]["ms"] == 50


def test_who_lets_go_before_go_holds_again_and_the_others_go_on_holding() -> None:
    kit = Kit()
    kit.hold(1, 2, 3)
    kit.wait(0.75)
    kit.let_go(2)
    assert kit.referee.view("public")["fouls"] == [{"seat": 2, "kind": "early_look", "ms": 250}]
    assert kit.referee.view("public")["cues"] == []
    assert [one["seat"] for one in kit.referee.view("public")["waiting"]] == [2]
    kit.hold(2)
    kit.wait(1)
    assert kit.state.phase == "draw"


def test_who_lets_go_before_all_hold_has_no_figure() -> None:
    kit = Kit()
    kit.hold(1)
    kit.let_go(1)
    assert kit.referee.view("public")["fouls"] == [{"seat": 1, "kind": "early_look", "ms": None}]


def test_who_still_holds_after_a_race_holds_afresh_for_the_next() -> None:
    kit = Kit()
    kit.win(1)
    kit.say(1, point=True)
    waiting = kit.referee.view("public")["waiting"]
    assert [one["seat"] for one in waiting] == [1, 2, 3]


def test_phones_hold_and_let_go_like_hands() -> None:
    kit = Kit(seats=2)
    kit.say(1, side="left")
    kit.hold(2)
    kit.wait(1)
    kit.say(1, let_go=True)
    kit.wait(0.1)
    assert kit.state.first == 1


def test_with_a_count_the_caller_rings_and_shoot_comes_after_3_2_1() -> None:
    kit = Kit(start="count")
    kit.hold(1, 2, 3)
    assert kit.ring().verdict.value == "accepted"
    words = [(cue["word"], cue["at"]) for cue in kit.referee.view("public")["cues"]]
    assert words == [("3", 0.9), ("2", 1.9), ("1", 2.9), ("SHOOT", 3.9)]
    kit.wait(3.9)
    assert kit.state.phase == "draw"


def test_the_caller_is_another_one_each_round() -> None:
    kit = Kit(start="count")
    for seat in (1, 2):
        kit.hold(1, 2, 3)
        assert [one["seat"] for one in kit.referee.view("public")["waiting"]] == [seat]
        kit.ring(seat)
        kit.wait(3.9)
        for one in (1, 2, 3):
            kit.let_go(one, after_us=1)
        kit.say(1, point=True)
        kit.wait(1)


def test_letting_go_before_shoot_voids_the_count_for_everybody() -> None:
    kit = Kit(start="count")
    kit.hold(1, 2, 3)
    kit.ring()
    kit.wait(3)
    kit.let_go(3)
    assert kit.referee.view("public")["fouls"] == [{"seat": 3, "kind": "early", "ms": 900}]
    assert kit.rulings("voided")[0]["case"] == "foul"
    assert [one["seat"] for one in kit.referee.view("public")["waiting"]] == [1, 2, 3]
    assert kit.referee.view("public")["cues"] == []


def test_a_pause_before_the_signal_or_in_the_race_starts_the_round_over() -> None:
    for moment in (0.5, 1.5):
        kit = Kit()
        kit.hold(1, 2, 3)
        kit.wait(moment)
        kit.host(pause=True)
        kit.host(resume=True)
        assert kit.rulings("voided")[0]["case"] == "pause"
        assert (kit.state.phase, kit.state.round) == ("ready", 1)
        assert len(kit.referee.view("public")["waiting"]) == 3


def test_an_undone_race_is_run_again() -> None:
    kit = Kit()
    kit.start()
    kit.let_go(2, after_us=1)
    kit.wait(0.1)
    assert len(kit.rulings("drew")) == 1
    kit.host(undo=1)
    kit.host(resume=True)
    assert kit.rulings("drew") == []
    assert (kit.state.first, kit.state.phase) == (None, "ready")


def test_go_is_due_the_option_s_time_after_the_last_hold() -> None:
    kit = Kit(go_after=2.5)
    kit.hold(1, 2, 3)
    due = kit.referee.due()
    assert due is not None
    assert due.ns == from_seconds(2.5)


def test_who_has_left_is_not_waited_for_and_wins_nothing() -> None:
    kit = Kit()
    kit.hold(1, 2)
    kit.host(adjust={"seat": 3, "alive": False})
    kit.wait(1)
    assert kit.state.phase == "draw"
    kit.let_go(1)
    kit.wait(0.1)
    kit.host(adjust={"seat": 1, "alive": False})
    assert kit.state.round == 2
    assert kit.rulings("point_taken") == kit.rulings("prize_taken") == []


def test_who_has_let_go_before_a_correction_has_still_let_go() -> None:
    kit = Kit(tie_window=0.2)
    kit.start()
    kit.let_go(2, after_us=1_000)
    kit.host(adjust={"seat": 3, "points": 1})
    kit.wait(0.3)
    assert kit.state.first == 2


@pytest.mark.parametrize("start", ["go", "count"])
def test_when_everybody_has_left_the_game_ends_by_itself(start: str) -> None:
    kit = Kit(seats=2, start=start)
    for seat in (1, 2):
        kit.host(adjust={"seat": seat, "alive": False})
    assert kit.referee.run.failure is None
    assert kit.referee.view("public")["over"] is True


def test_when_everybody_leaves_in_the_race_nobody_has_won_it() -> None:
    kit = Kit(seats=2)
    kit.start()
    for seat in (1, 2):
        kit.host(adjust={"seat": seat, "alive": False})
    assert kit.rulings("drew") == []
    assert kit.referee.view("public")["over"] is True


def test_who_comes_back_is_asked_again() -> None:
    kit = Kit()
    for alive in (False, True):
        kit.host(adjust={"seat": 3, "alive": alive})
    assert len(kit.referee.view("public")["waiting"]) == 3

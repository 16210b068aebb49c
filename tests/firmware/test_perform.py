"""Performance: lights follow what is asked, tones tell what happened, and neither tells a side."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import pytest

from companion.core.asks import Offer
from companion.core.cues import Beat, Cue, Hush, Sound, Sweep
from companion.core.rulings import Foul, Numbered
from companion.core.steps import Step, Verdict
from firmware.panel.lights import Pattern
from firmware.panel.tones import TONES
from firmware.perform import SWEEP_STEP_NS, Performer, patterns_of
from tests.firmware.evenings import BEGAN_NS, MS, TO_SHOOT, Evening, S

TICK_HZ, SHOOT_HZ = TONES["tick"][0][0], TONES["shoot"][0][0]


class Tones:
    """Notes what is planned."""

    def __init__(self) -> None:
        self.planned: list[tuple[str, int]] = []

    def play(self, name: str, at_ns: int) -> None:
        self.planned.append((name, at_ns))

    def silence(self) -> None:
        self.planned.clear()


class Lamps:
    """Notes the last pattern of each seat."""

    def __init__(self) -> None:
        self.patterns: dict[int, Pattern] = {}

    def set(self, seat: int, pattern: Pattern, now_ns: int) -> None:
        del now_ns
        self.patterns[seat] = pattern


def tones_of(*steps: Step, now_ns: int = 900) -> list[tuple[str, int]]:
    tones = Tones()
    performer = Performer(Lamps(), tones)
    for step in steps:
        performer.perform(step, 100, now_ns)
    return tones.planned


def with_cues(*cues: Cue) -> Step:
    return Step(Verdict.ACCEPTED, cues=cues)


@pytest.mark.parametrize(
    ("cue", "tone"),
    [
        (Beat(5, "3"), ("tick", 105)),
        (Beat(5, "SHOOT"), ("shoot", 105)),
        (Beat(5, "GO"), ("go", 105)),
        (Sound(7, "ring"), ("ring", 107)),
        (Sound(7, "of_a_game_to_come"), ("accepted", 107)),
    ],
    ids=str,
)
def test_a_cue_is_a_tone_at_its_moment(cue: Cue, tone: tuple[str, int]) -> None:
    assert tones_of(with_cues(cue)) == [tone]


def test_a_hush_takes_back_what_is_planned() -> None:
    assert tones_of(with_cues(Beat(5, "3"), Hush(0))) == []


def test_a_refusal_sounds_low_and_at_once() -> None:
    assert tones_of(Step(Verdict.REFUSED)) == [("refused", 900)]


def test_a_foul_sounds_at_once_and_a_plain_act_does_not() -> None:
    foul = Step(Verdict.ACCEPTED, (Numbered(1, 0, Foul(1, "early", 1.0)),))

    assert tones_of(foul, Step(Verdict.ACCEPTED), Step(Verdict.IGNORED)) == [("foul", 900)]


# Lights


def lights(evening: Evening) -> dict[int, Pattern]:
    return dict(patterns_of(evening.run))


def test_only_the_seat_whose_turn_it_is_blinks() -> None:
    evening = Evening(first=1)
    assert lights(evening) == {1: Pattern.BLINK, 2: Pattern.OFF, 3: Pattern.OFF}
    evening.tap("1.left")

    assert lights(evening) == {1: Pattern.OFF, 2: Pattern.BLINK, 3: Pattern.OFF}


def test_a_light_blinks_until_its_seat_holds_and_is_on_in_the_hold() -> None:
    evening = Evening(first=2)
    evening.tap("2.left", "3.left", "1.left")
    evening.press("1.right")
    evening.settle()
    held = lights(evening)
    evening.release("1.right")
    evening.settle()

    assert held == {1: Pattern.ON, 2: Pattern.BLINK, 3: Pattern.BLINK}
    assert lights(evening)[1] is Pattern.BLINK


def test_all_lights_are_set_by_one_look_at_what_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    evening, looks = Evening(6, first=1), list[tuple[Offer, ...]]()
    offers = evening.run.offers

    def looked() -> tuple[Offer, ...]:
        looks.append(offers())
        return looks[-1]

    monkeypatch.setattr(evening.run, "offers", looked)
    evening.sitting.performer.show(evening.run, evening.clock.now_ns())

    assert len(looks) == 1


def test_a_pause_puts_out_what_asked() -> None:
    evening = Evening(first=1)
    evening.host(pause=True)

    assert set(lights(evening).values()) == {Pattern.OFF}


def test_a_light_is_fast_where_a_choice_points() -> None:
    evening = Evening(4, first=1)
    evening.tap("1.left", "2.left", "3.left", "4.left")
    run = evening.run
    run._open = Pointing(3)  # type: ignore[assignment]

    assert lights(evening) == {
        1: Pattern.OFF,
        2: Pattern.OFF,
        3: Pattern.FAST,
        4: Pattern.OFF,
    }


class Pointing:
    """Stands for an open choice that points at a seat."""

    def __init__(self, seat: int) -> None:
        self._seat = seat

    def waiting_turn(self) -> tuple[int, ...]:
        return ()

    def pointing(self) -> int:
        return self._seat

    def offers(self) -> tuple[()]:
        return ()


def at_the_bell(*holding: int) -> Evening:
    """Return an evening of Boom Boom (2013) in its first round; these seats hold, in turn."""
    evening = Evening(3, game="boom_boom_bell", first=1)
    evening.host(start=True)
    evening.advance(S)
    for seat in holding:
        evening.press(f"{seat}.left")
        evening.settle()
    return evening


def test_d10_the_bell_s_owner_s_light_is_on_and_a_later_holder_s_says_wait() -> None:
    evening = at_the_bell(2, 3)
    assert lights(evening) == {1: Pattern.OFF, 2: Pattern.ON, 3: Pattern.WAIT}


def test_d10_a_waiting_light_is_on_when_the_bell_is_its_seat_s() -> None:
    evening = at_the_bell(2, 3)
    evening.release("2.left")
    evening.settle()
    assert lights(evening) == {1: Pattern.OFF, 2: Pattern.OFF, 3: Pattern.ON}


def test_d10_a_lapsed_owner_s_place_is_the_next_one_s() -> None:
    evening = at_the_bell(2, 3)
    evening.advance(1500 * MS)
    assert lights(evening)[3] is Pattern.ON


def test_d10_a_waiting_light_really_flashes_on_the_panel() -> None:
    evening = at_the_bell(2, 3)
    began = evening.clock.now_ns()
    evening.advance(1300 * MS)
    history = evening.kit.hands.light_history(3)
    changes = [ns for ns, _ in history if ns > began]
    assert [later - ns for ns, later in pairwise(changes)][:3] in (
        [60 * MS, 540 * MS, 60 * MS],
        [540 * MS, 60 * MS, 540 * MS],
    )


def test_d10_a_later_holder_hears_the_waiting_tone() -> None:
    evening = at_the_bell(2, 3)
    waits = [one for one in evening.rulings() if one["ruling"] == "waits"]
    sounds = [one["word"] for one in evening.view()["cues"]]
    assert len(waits) == 1
    assert sounds[-1] == "wait"


def test_d10_a_pause_puts_out_a_waiting_light() -> None:
    evening = at_the_bell(2, 3)
    evening.host(pause=True)
    assert lights(evening)[3] is not Pattern.WAIT


def test_d13_the_word_go_of_a_count_sounds_like_go() -> None:
    evening = at_the_bell()
    evening.say(2, boom_boom=True)
    go = evening.now - 100 * MS + TO_SHOOT
    hertz = {}
    for beat in (3, 2, 1, 0):
        evening.until(go - beat * S)
        hertz[beat] = evening.kit.hands.tone()

    assert hertz == {3: TICK_HZ, 2: TICK_HZ, 1: TICK_HZ, 0: TONES["go"][0][0]}


def test_every_seat_that_may_own_the_card_on_the_reader_blinks() -> None:
    evening = Evening(3, reads=True)
    evening.lay("centre", "character/carla")
    evening.advance(S)

    assert set(evening.run.claimants()) == {1, 2, 3}
    assert set(lights(evening).values()) == {Pattern.BLINK}


def test_a_light_of_the_panel_really_blinks_in_half_seconds() -> None:
    evening = Evening(first=1)
    evening.until(3 * S)

    moments = [ns - BEGAN_NS for ns, _ in evening.kit.hands.light_history(1)][-4:]
    assert [later - ns for ns, later in pairwise(moments)] == [500 * MS] * 3
    assert not any(lit for _, lit in evening.kit.hands.light_history(2))


def test_a_sweep_runs_twice_through_the_seats_then_the_lights_ask_again() -> None:
    evening = Evening(first=1)
    evening.settle()
    began_ns = evening.clock.now_ns()
    performer, lamps = Performer(Lamps(), Tones()), Lamps()
    performer = Performer(lamps, Tones())
    performer.perform(with_cues(Sweep(0, (2, 3, 1))), began_ns, began_ns)
    lit = []
    for step in range(6):
        performer.show(evening.run, began_ns + step * SWEEP_STEP_NS)
        lit.append([seat for seat, pattern in lamps.patterns.items() if pattern is Pattern.ON])
        assert performer.next_ns() == began_ns + (step + 1) * SWEEP_STEP_NS
    performer.show(evening.run, began_ns + 6 * SWEEP_STEP_NS)

    assert lit == [[2], [3], [1], [2], [3], [1]]
    assert lamps.patterns == {1: Pattern.BLINK, 2: Pattern.OFF, 3: Pattern.OFF}
    assert performer.next_ns() is None


def test_a_hush_ends_a_sweep() -> None:
    performer = Performer(Lamps(), Tones())
    performer.perform(with_cues(Sweep(0, (1, 2)), Hush(0)), 0, 0)

    assert performer.next_ns() is None


# No side before SHOOT


def watched(sides: Mapping[int, str]) -> tuple[list[object], list[object], int]:
    """Play up to SHOOT with these sides; return what lights and sounder did, and SHOOT."""
    evening = Evening(first=1)
    evening.tap(*(f"{seat}.left" for seat in sides))
    for seat, side in sides.items():
        other = "right" if side == "left" else "left"
        evening.press(f"{seat}.{other}")  # picked, taken back, and picked the other way
        evening.settle()
        evening.release(f"{seat}.{other}")
        evening.settle()
        evening.press(f"{seat}.{side}")
        evening.settle()
    ring = evening.now
    evening.tap("bell")
    evening.until(ring + 3900 * MS - 1)
    hands = evening.kit.hands
    return [hands.light_history(seat) for seat in sides], list(hands.tone_history()), ring


def test_no_light_and_no_tone_differs_between_left_and_right_before_shoot() -> None:
    lefts, rights = (watched(dict.fromkeys((1, 2, 3), side)) for side in ("left", "right"))
    mixed = watched({1: "right", 2: "left", 3: "right"})

    assert lefts == rights == mixed
    assert all(lefts[0])


def test_the_beats_sound_at_their_moments_and_shoot_is_another_tone() -> None:
    evening = Evening(first=1)
    shoot = evening.commit({1: "left", 2: "right", 3: "left"})
    hertz = {}
    for beat in (3, 2, 1, 0):
        evening.until(shoot - beat * S)
        hertz[beat] = evening.kit.hands.tone()
    evening.until(shoot + S)
    starts = [ns - BEGAN_NS for ns, duty in evening.kit.hands.tone_history() if duty]

    assert hertz == {3: TICK_HZ, 2: TICK_HZ, 1: TICK_HZ, 0: SHOOT_HZ}
    assert starts[-4:] == [shoot - 3 * S, shoot - 2 * S, shoot - S, shoot]


def test_a_refused_act_sounds_on_the_panel() -> None:
    evening = Evening(first=1)
    evening.tap("3.left")

    assert evening.view()["refused"]["reason"] == "not_waited_for"
    assert [duty for _, duty in evening.kit.hands.tone_history()][:1] == [0.5]


def test_a_voided_count_is_silent_from_then_on() -> None:
    evening = Evening(first=1)
    shoot = evening.commit({1: "left", 2: "right", 3: "left"})
    evening.until(shoot - 2500 * MS)
    evening.host(pause=True)
    paused_ns = evening.clock.now_ns()
    evening.until(shoot + S)

    assert not [ns for ns, duty in evening.kit.hands.tone_history() if duty and ns > paused_ns]

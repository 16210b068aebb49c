"""The sounder and its tones: what sounds is a function of the clock."""

from __future__ import annotations

import pytest

from firmware.panel.sounder import Sounder, UnknownTone
from firmware.panel.tones import CHORUS, HZ, NOTE_GAP_NS, TONES, length_ns, melody, note_at

MS = 1_000_000
SECOND = 1000 * MS


class FakePiezo:
    def __init__(self) -> None:
        self.frequency: float | None = None
        self.value = 0.0

    @property
    def hz(self) -> float:
        return self.frequency or 0.0 if self.value else 0.0


def test_a_tone_sounds_from_its_moment_to_its_end() -> None:
    piezo = FakePiezo()
    sounder = Sounder(piezo)
    sounder.play("tick", SECOND)
    heard = []
    for now in (SECOND - 1, SECOND, SECOND + 60 * MS - 1, SECOND + 60 * MS):
        sounder.tick(now)
        heard.append(piezo.hz)

    assert heard == [0, 1760, 1760, 0]


def test_a_tone_planned_ahead_wakes_at_its_moment_and_at_each_note() -> None:
    sounder = Sounder(FakePiezo())
    sounder.play("accepted", SECOND)
    assert sounder.next_ns(0) == SECOND

    sounder.tick(SECOND)
    assert sounder.next_ns(SECOND) == SECOND + 70 * MS
    assert sounder.next_ns(SECOND + 70 * MS) == SECOND + 160 * MS

    sounder.tick(SECOND + 160 * MS)
    assert sounder.next_ns(SECOND + 160 * MS) is None


def test_a_tone_that_is_over_but_was_not_ticked_asks_for_a_tick_now() -> None:
    sounder = Sounder(FakePiezo())
    sounder.play("tick", SECOND)
    sounder.tick(SECOND)

    assert sounder.next_ns(2 * SECOND) == 2 * SECOND


def test_a_later_tone_takes_over() -> None:
    piezo = FakePiezo()
    sounder = Sounder(piezo)
    sounder.play("clementine", 0)
    sounder.play("shoot", SECOND)
    sounder.tick(SECOND + MS)

    assert piezo.hz == 2637


def test_silence_stops_what_sounds_and_what_is_planned() -> None:
    piezo = FakePiezo()
    sounder = Sounder(piezo)
    sounder.play("clementine", 0)
    sounder.play("tick", SECOND)
    sounder.tick(MS)
    sounder.silence()
    sounder.tick(SECOND)

    assert (piezo.hz, sounder.next_ns(SECOND)) == (0, None)


def test_a_kit_without_a_sounder_plays_in_silence() -> None:
    sounder = Sounder(None)
    sounder.play("fanfare", 0)
    sounder.tick(0)

    assert sounder.next_ns(0) == 120 * MS


def test_an_unknown_tone_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownTone, match="refused"):
        Sounder(None).play("moo", 0)


def test_refused_is_the_lowest_of_the_signals() -> None:
    signals = {name: tone for name, tone in TONES.items() if not name.startswith("clementine")}
    lowest = {name: min(hz for hz, _ in tone if hz) for name, tone in signals.items()}

    assert min(lowest, key=lambda name: lowest[name]) == "refused"


def test_the_chorus_of_clementine_lasts_ten_seconds_and_with_the_verse_twenty() -> None:
    assert length_ns(CHORUS) == pytest.approx(10 * SECOND, abs=1000)
    assert length_ns(TONES["clementine_verse"]) == 2 * length_ns(CHORUS)


def test_the_chorus_has_thirty_notes_within_an_octave() -> None:
    sung = [hz for hz, _ in CHORUS if hz]

    assert len(sung) == 30
    assert (min(sung), max(sung)) == (HZ["C4"], HZ["C5"])


def test_a_score_gives_each_note_a_gap_at_its_end() -> None:
    assert melody("F4 .5 C5 1", SECOND) == (
        (349.23, SECOND // 2 - NOTE_GAP_NS),
        (0.0, NOTE_GAP_NS),
        (523.25, SECOND - NOTE_GAP_NS),
        (0.0, NOTE_GAP_NS),
    )


def test_a_tone_is_over_at_its_end() -> None:
    tone = ((440.0, 100), (0.0, 50))

    assert [note_at(tone, at) for at in (0, 99, 100, 150)] == [
        (440.0, 100),
        (440.0, 100),
        (0.0, 150),
        None,
    ]

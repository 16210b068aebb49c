"""Clementine as she is heard: what the sounder does to its pin, as samples, against the score."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import pytest

from firmware.panel.sounder import Sounder

RATE = 44_100
NS_PER_S = 1_000_000_000
BEAT_S = 60 / 144
CENTS = 2.0
APART_S = 0.010
GAP_S = 0.030  # of silence at the end of every note
LOW, SILENT, HIGH = b"\x00\x01\x02"

# "Oh My Darling, Clementine", 1884, a line of the song each: pitch and beats of every syllable.
SCORE = """
    F4 .75 F4 .25  F4 1 C4 1 A4 .75 A4 .25
    A4 1 F4 1 F4 .75 A4 .25
    C5 1 C5 1 A#4 .75 A4 .25  G4 2
    G4 .75 A4 .25  A#4 1 A#4 1 A4 .75 G4 .25
    A4 1 F4 1 F4 .75 A4 .25
    G4 1 C4 1 E4 .75 G4 .25  F4 2
"""
STEPS = {"C4": -9, "E4": -5, "F4": -4, "G4": -2, "A4": 0, "A#4": 1, "C5": 3}  # from A4, 440 Hz


@dataclass(frozen=True, slots=True)
class Heard:
    """Is one note: its pitch, and its start and length in seconds."""

    hz: float
    at: float
    seconds: float


def scored(stanzas: int = 1) -> list[Heard]:
    """Return the score's notes at 144 beats a minute, each as long as it is written."""
    words = SCORE.split() * stanzas
    notes: list[Heard] = []
    at = 0.0
    for pitch, beats in zip(words[::2], words[1::2], strict=True):
        notes.append(Heard(440 * 2 ** (STEPS[pitch] / 12), at, float(beats) * BEAT_S))
        at += notes[-1].seconds
    return notes


def cents(hz: float, wanted: float) -> float:
    return 1200 * math.log2(hz / wanted)


class Recorder:
    """Is a piezo that keeps what was done to it: (ns, Hz), 0 while it is silent."""

    def __init__(self) -> None:
        self.now_ns = 0
        self.frequency: float | None = None
        self.changes: list[tuple[int, float]] = []
        self._value = 0.0

    @property
    def value(self) -> float:
        return self._value

    @value.setter
    def value(self, duty: float) -> None:
        self._value = duty
        self.changes.append((self.now_ns, self.frequency or 0.0 if duty else 0.0))


def played(name: str, start_ns: int) -> tuple[list[tuple[int, float]], int]:
    """Return what the sounder does from its own wakings alone, and when it falls asleep."""
    piezo = Recorder()
    sounder = Sounder(piezo)
    sounder.play(name, start_ns)
    while (due := sounder.next_ns(piezo.now_ns)) is not None:
        piezo.now_ns = due
        sounder.tick(due)
    return piezo.changes, piezo.now_ns


def samples(changes: Sequence[tuple[int, float]]) -> bytearray:
    """Return a square wave of changes, a byte a sample, up to the last change."""
    wave = bytearray([SILENT]) * (math.ceil(changes[-1][0] * RATE / NS_PER_S) + 1)
    for (begin, hz), (end, _) in pairwise(changes):
        half, level, at = RATE / (2 * hz) if hz else 0.0, HIGH, begin * RATE / NS_PER_S
        last = end * RATE / NS_PER_S
        while half and at < last:
            first, after = math.ceil(at), math.ceil(min(at + half, last))
            wave[first:after] = bytes([level]) * (after - first)
            at, level = at + half, HIGH + LOW - level
    return wave


def heard(wave: bytearray) -> list[Heard]:
    """Measure every note between silences: its pitch by the rising zero crossings."""
    notes = []
    for sound in re.finditer(rb"[\x00\x02]+", wave):
        rising = [edge.start() for edge in re.finditer(rb"(?<!\x02)\x02", sound[0])]
        hz = (len(rising) - 1) * RATE / (rising[-1] - rising[0])
        notes.append(Heard(hz, sound.start() / RATE, len(sound[0]) / RATE))
    return notes


@pytest.mark.parametrize(
    ("name", "stanzas", "seconds"), [("clementine", 1, 10.0), ("clementine_verse", 2, 20.0)]
)
def test_the_melody_is_heard_as_it_is_written(name: str, stanzas: int, seconds: float) -> None:
    start_ns = 250_000_000
    changes, over_ns = played(name, start_ns)
    notes, written = heard(samples(changes)), scored(stanzas)
    assert len(notes) == len(written) == 30 * stanzas
    for note, wanted in zip(notes, written, strict=True):
        assert abs(cents(note.hz, wanted.hz)) < CENTS, (note, wanted)
        assert abs(note.at - start_ns / NS_PER_S - wanted.at) < APART_S, (note, wanted)
        assert abs(note.seconds - (wanted.seconds - GAP_S)) < APART_S, (note, wanted)
    assert (over_ns - start_ns) / NS_PER_S == pytest.approx(seconds, abs=1e-6)


def test_the_measuring_hears_a_note_that_is_five_cents_sharp() -> None:
    sharp = 440 * 2 ** (5 / 1200)
    (note,) = heard(samples([(0, sharp), (74_000_000, 0.0)]))
    assert cents(note.hz, 440) == pytest.approx(5, abs=CENTS / 2)
    assert note.seconds == pytest.approx(0.074, abs=2 / RATE)

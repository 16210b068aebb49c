"""The sounder's tones: named sequences of notes as data, and what sounds at a moment.

A note is (Hz, ns); 0 Hz is silence. Small piezo discs are loudest around 2 to 4 kHz, so signals
sit as high as that allows; the melody keeps its written pitch.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from firmware.clock import NS_PER_MS

Note = tuple[float, int]
Tone = tuple[Note, ...]

BEAT_NS = 60_000 * NS_PER_MS // 144  # Clementine at 144 beats a minute: 24 beats are 10.0 s
NOTE_GAP_NS = 30 * NS_PER_MS  # so that two equal notes are two
HZ = MappingProxyType(
    {"C4": 261.63, "E4": 329.63, "F4": 349.23, "G4": 392.0, "A4": 440.0, "A#4": 466.16}
    | {"C5": 523.25}
)

# "Oh My Darling, Clementine" (1884): chorus and verse share the tune; F major, 3/4, pickup of one
# beat. Pitch and length in beats, a line of the song each.
_MELODY = (
    "F4 .75 F4 .25 F4 1 C4 1 A4 .75 A4 .25 A4 1 F4 1 F4 .75 A4 .25 "
    "C5 1 C5 1 A#4 .75 A4 .25 G4 2 "
    "G4 .75 A4 .25 A#4 1 A#4 1 A4 .75 G4 .25 A4 1 F4 1 F4 .75 A4 .25 "
    "G4 1 C4 1 E4 .75 G4 .25 F4 2"
)


def melody(score: str, beat_ns: int) -> Tone:
    """Turn a score (`F4 .75 C5 1`: pitch, beats) into notes, each with a gap at its end."""
    words = score.split()
    notes: list[Note] = []
    for pitch, beats in zip(words[::2], words[1::2], strict=True):
        length_ns = round(float(beats) * beat_ns)
        notes += [(HZ[pitch], length_ns - NOTE_GAP_NS), (0.0, NOTE_GAP_NS)]
    return tuple(notes)


def _ms(*notes: tuple[float, int]) -> Tone:
    return tuple((hz, ms * NS_PER_MS) for hz, ms in notes)


CHORUS = melody(_MELODY, BEAT_NS)
TONES: Mapping[str, Tone] = MappingProxyType(
    {
        "tick": _ms((1760, 60)),
        "shoot": _ms((2637, 400)),
        "go": _ms((2093, 300)),
        "ready": _ms((1319, 80)),
        "ring": _ms((2093, 90)),
        "accepted": _ms((1319, 70), (1760, 90)),
        "refused": _ms((220, 250)),
        "wait": _ms((440, 60), (0, 40), (440, 60)),
        "foul": _ms((330, 120), (0, 60), (247, 250)),
        "fanfare": _ms((1047, 120), (1319, 120), (1568, 120), (0, 40), (1568, 80), (2093, 400)),
        "clementine": CHORUS,
        "clementine_verse": CHORUS * 2,
    }
)


def length_ns(tone: Sequence[Note]) -> int:
    """Return how long a tone lasts."""
    return sum(ns for _, ns in tone)


def note_at(tone: Sequence[Note], at_ns: int) -> tuple[float, int] | None:
    """Return what sounds `at_ns` after a tone's start: Hz and the note's end; None once over."""
    end_ns = 0
    for hz, ns in tone:
        end_ns += ns
        if at_ns < end_ns:
            return hz, end_ns
    return None

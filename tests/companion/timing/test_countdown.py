from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.core.cues import Beat
from companion.core.stamps import from_seconds
from companion.timing.countdown import count

LEAD, BEAT = from_seconds(0.9), from_seconds(1.0)


def test_with_the_defaults_the_words_come_as_the_names_page_says() -> None:
    called = from_seconds(100)
    assert count(called, LEAD, BEAT).beats == (
        Beat(from_seconds(100.9), "3"),
        Beat(from_seconds(101.9), "2"),
        Beat(from_seconds(102.9), "1"),
        Beat(from_seconds(103.9), "SHOOT"),
    )


def test_shoot_is_the_moment_of_the_last_beat() -> None:
    assert count(0, LEAD, BEAT).shoot == from_seconds(3.9)


@given(called=st.integers(0, 10**15), lead=st.integers(1, 10**10), beat=st.integers(1, 10**10))
def test_no_beat_comes_before_the_lead_and_none_drifts(called: int, lead: int, beat: int) -> None:
    counted = count(called, lead, beat)
    assert [one.at - called - lead for one in counted.beats] == [0, beat, 2 * beat, 3 * beat]


def test_d13_a_count_may_end_with_another_word_at_the_same_moments() -> None:
    counted = count(from_seconds(100), LEAD, BEAT, "GO")
    assert [one.word for one in counted.beats] == ["3", "2", "1", "GO"]
    assert [one.at for one in counted.beats] == [
        one.at for one in count(from_seconds(100), LEAD, BEAT).beats
    ]
    assert counted.shoot == from_seconds(103.9)

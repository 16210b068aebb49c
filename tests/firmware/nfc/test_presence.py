from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from firmware.nfc.presence import Presence
from firmware.signals import Signal, TagGone, TagSeen, TagsUnclear

MS = 1_000_000
A, B = "04A3C6CAE26180", "DEADBEEF"


def _presence() -> Presence:
    return Presence("centre")


def _polls(
    presence: Presence, start_ms: int, count: int, *uids: str, every: int = 50
) -> list[Signal]:
    signals: list[Signal] = []
    for n in range(count):
        signals += presence.saw((start_ms + n * every) * MS, frozenset(uids))
    return signals


def test_a_tag_is_seen_once_however_long_it_lies() -> None:
    presence = _presence()
    assert _polls(presence, 0, 100, A) == [TagSeen("centre", A, 0)]
    assert presence.uids == {A}


def test_a_tag_is_gone_at_the_first_poll_600_ms_after_it_was_last_seen() -> None:
    presence = _presence()
    _polls(presence, 0, 1, A)
    assert _polls(presence, 50, 11) == []
    assert _polls(presence, 600, 1) == [TagGone("centre", A, 600 * MS)]
    assert presence.uids == frozenset()


def test_600_ms_without_three_polls_are_not_enough() -> None:
    presence = _presence()
    _polls(presence, 0, 1, A)
    assert _polls(presence, 700, 2, every=700) == []
    assert _polls(presence, 2100, 1) == [TagGone("centre", A, 2100 * MS)]


def test_a_tag_seen_again_in_time_has_never_been_away() -> None:
    presence = _presence()
    _polls(presence, 0, 1, A)
    assert _polls(presence, 50, 11) == []
    assert _polls(presence, 599, 1, A) == []
    assert _polls(presence, 650, 11) == []


def test_a_tag_that_was_gone_is_seen_anew() -> None:
    presence = _presence()
    _polls(presence, 0, 1, A)
    _polls(presence, 50, 20)
    assert _polls(presence, 2000, 2, A) == [TagSeen("centre", A, 2000 * MS)]


def test_several_tags_come_and_go_each_by_itself() -> None:
    presence = _presence()
    assert _polls(presence, 0, 1, B, A) == [TagSeen("centre", A, 0), TagSeen("centre", B, 0)]
    assert _polls(presence, 50, 12, B) == [TagGone("centre", A, 600 * MS)]
    assert presence.uids == {B}


def test_going_is_told_before_coming() -> None:
    presence = _presence()
    _polls(presence, 0, 1, A)
    _polls(presence, 50, 11)
    assert _polls(presence, 600, 1, B) == [
        TagGone("centre", A, 600 * MS),
        TagSeen("centre", B, 600 * MS),
    ]


def test_failed_polls_say_nothing_about_tags() -> None:
    presence = _presence()
    _polls(presence, 0, 1, A)
    for _ in range(100):
        presence.failed()
    assert _polls(presence, 5000, 12) == []
    assert _polls(presence, 5600, 1) == [TagGone("centre", A, 5600 * MS)]


def test_several_that_cannot_be_told_apart_are_told_once_when_it_lasts() -> None:
    presence = _presence()
    told = [s for ms in range(0, 500, 50) for s in presence.saw(ms * MS, frozenset(), "several")]
    assert told == [TagsUnclear("centre", "several", 100 * MS)]


def test_a_moment_of_confusion_is_not_told() -> None:
    presence = _presence()
    for start in range(0, 1000, 150):
        assert presence.saw(start * MS, frozenset(), "several") == ()
        assert presence.saw((start + 50) * MS, frozenset(), "several") == ()
        assert presence.saw((start + 100) * MS, frozenset()) == ()


def test_a_tag_in_the_muddle_is_not_gone() -> None:
    presence = _presence()
    _polls(presence, 0, 1, A)
    for ms in range(50, 3000, 50):
        assert TagGone("centre", A, ms * MS) not in presence.saw(ms * MS, frozenset(), "several")
    assert presence.uids == {A}


def test_a_muddle_is_told_again_only_after_it_has_been_away() -> None:
    presence = _presence()

    def muddle(start: int, count: int) -> list[Signal]:
        polls = range(start, start + 50 * count, 50)
        return [s for ms in polls for s in presence.saw(ms * MS, frozenset(), "random_uid")]

    assert len(muddle(0, 5)) == 1
    _polls(presence, 250, 5)
    assert muddle(500, 5) == []
    _polls(presence, 750, 20)
    assert muddle(2000, 5) == [TagsUnclear("centre", "random_uid", 2100 * MS)]


def test_another_kind_of_muddle_is_told_too() -> None:
    presence = _presence()
    told: list[Signal] = []
    for n in range(10):
        told += presence.saw(n * 50 * MS, frozenset(), "several" if n < 5 else "random_uid")
    assert [s.why for s in told if isinstance(s, TagsUnclear)] == ["several", "random_uid"]


def test_a_random_uid_does_not_keep_a_card_that_was_lifted() -> None:
    presence = _presence()
    _polls(presence, 0, 1, A)
    told = [s for n in range(1, 13) for s in presence.saw(n * 50 * MS, frozenset(), "random_uid")]
    assert TagGone("centre", A, 600 * MS) in told


@given(st.lists(st.sampled_from(["", A, B, "fail", "several"]), max_size=80))
def test_seen_and_gone_alternate_for_every_tag(polls: list[str]) -> None:
    presence = _presence()
    there: set[str] = set()
    for n, poll in enumerate(polls):
        ns = n * 100 * MS
        if poll == "fail":
            presence.failed()
            continue
        uids = frozenset({poll}) if poll in {A, B} else frozenset()
        for signal in presence.saw(ns, uids, "several" if poll == "several" else ""):
            if isinstance(signal, TagSeen):
                assert signal.uid not in there
                there.add(signal.uid)
            elif isinstance(signal, TagGone):
                there.remove(signal.uid)
        assert there == presence.uids


@given(st.lists(st.booleans(), max_size=120))
def test_gaps_below_600_ms_never_make_a_second_event(seen: list[bool]) -> None:
    presence = _presence()
    signals: list[Signal] = list(presence.saw(0, frozenset({A})))
    last = 0
    for n, is_seen in enumerate(seen, start=1):
        ns = n * 50 * MS
        uids = frozenset({A}) if is_seen or ns - last >= 550 * MS else frozenset()
        last = ns if uids else last
        signals += presence.saw(ns, uids)
    assert signals == [TagSeen("centre", A, 0)]

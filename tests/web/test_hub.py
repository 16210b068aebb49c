from __future__ import annotations

import threading
from itertools import pairwise

import pytest

from tests.web.fakes import FakeClock
from web.frames import IDLE_VIEW, RulingTally, read_events
from web.hub import Hub, HubClosed
from web.ports import Limits
from web.stream import frames

EAGER = Limits(frames_per_second=0, heartbeat_s=0.01)


def a_hub() -> Hub:
    return Hub(FakeClock(), epoch="abcd")


def always() -> bool:
    return True


def test_a_pushed_view_comes_back_as_one_frame_of_version_and_bytes() -> None:
    hub = a_hub()
    hub.push({"public": {"pot": 6}})
    frame = hub.latest("public")
    assert (frame.version, frame.tag, frame.view) == (1, "abcd-1", {"pot": 6})
    assert frame.body == b'{"pot":6,"v":1,"t":1000000.0}'
    assert frame.event == b"id: abcd-1\nevent: state\ndata: " + frame.body + b"\n\n"


def test_the_version_in_every_frame_is_that_of_its_bytes_while_others_push() -> None:
    hub = a_hub()
    seen = []

    def read() -> None:
        cursor: str | None = "abcd-0"
        while (frame := hub.wait("public", cursor, 5)) is not None:
            cursor = frame.tag
            seen.append((frame.version, frame.view["n"], frame.body))
            if frame.view["n"] == 400:
                return

    readers = [threading.Thread(target=read) for _ in range(4)]
    for reader in readers:
        reader.start()
    for n in range(1, 401):
        hub.push({"public": {"n": n}})
    for reader in readers:
        reader.join(10)
    assert [v for v, n, body in seen if v != n or f'"v":{v},'.encode() not in body] == []
    assert sum(v == 400 for v, _, _ in seen) == 4


def test_an_unchanged_view_makes_no_frame_though_its_time_moved() -> None:
    hub = a_hub()
    hub.push({"public": {"pot": 6, "at": 1.0}})
    hub.push({"public": {"pot": 6, "at": 2.0}})
    assert hub.latest("public").version == 1
    assert hub.latest("public").view["at"] == 1.0
    assert hub.counts().frames == 1


def test_what_happens_in_private_moves_no_other_audience() -> None:
    hub = a_hub()
    hub.push({"public": {"pot": 6}, "seat:1": {"side": None}})
    before = hub.latest("public")
    hub.push({"public": {"pot": 6}, "seat:1": {"side": "left"}})
    assert hub.latest("public") is before
    assert hub.latest("seat:1").version == 2


def test_a_view_of_nothing_but_its_time_is_still_json() -> None:
    hub = a_hub()
    hub.push({"public": {"at": 1.5}})
    assert hub.latest("public").body == b'{"at":1.5,"v":1,"t":1000000.0}'


def test_before_the_first_push_everybody_sees_an_idle_table() -> None:
    frame = a_hub().latest("seat:3")
    assert (frame.version, frame.view) == (0, IDLE_VIEW)


def test_a_view_that_is_no_json_is_refused_and_changes_nothing() -> None:
    hub = a_hub()
    hub.push({"public": {"pot": 6}})
    with pytest.raises(ValueError, match="not JSON compliant"):
        hub.push({"public": {"pot": float("nan")}})
    assert hub.latest("public").view == {"pot": 6}


def test_waiting_with_an_old_cursor_returns_at_once_with_the_newest_only() -> None:
    hub = a_hub()
    for n in range(30):
        hub.push({"public": {"n": n}})
    frame = hub.wait("public", "abcd-3", 0)
    assert frame is not None
    assert frame.view == {"n": 29}


def test_a_cursor_of_another_start_of_the_kit_never_resumes() -> None:
    hub = a_hub()
    hub.push({"public": {"n": 1}})
    frame = hub.wait("public", "ffff-1", 0)
    assert frame is not None
    assert frame.tag == "abcd-1"


def test_waiting_with_the_newest_cursor_returns_nothing_in_time() -> None:
    hub = a_hub()
    hub.push({"public": {"n": 1}})
    assert hub.wait("public", "abcd-1", 0.01) is None
    assert hub.wait("seat:1", "abcd-0", 0.01) is None


def test_epochs_differ_from_start_to_start() -> None:
    assert Hub(FakeClock()).epoch != Hub(FakeClock()).epoch


def test_closing_ends_waits_now_and_later() -> None:
    hub = a_hub()
    ended = threading.Event()

    def wait() -> None:
        with pytest.raises(HubClosed):
            hub.wait("public", "abcd-0", 60)
        ended.set()

    waiter = threading.Thread(target=wait)
    waiter.start()
    while not hub.counts().waiting:
        pass
    hub.close()
    waiter.join(5)
    assert ended.is_set()
    assert hub.is_closed
    with pytest.raises(HubClosed):
        hub.wait("public", "abcd-0", 60)


def test_closing_still_gives_the_newest_frame_to_who_has_not_seen_it() -> None:
    hub = a_hub()
    hub.push({"public": {"n": 1}})
    hub.close()
    frame = hub.wait("public", "abcd-0", 0)
    assert frame is not None
    assert frame.view == {"n": 1}


def test_a_wake_lets_a_waiter_look_again_without_a_frame() -> None:
    hub = a_hub()
    got: list[object] = ["nothing yet"]
    waiter = threading.Thread(target=lambda: got.append(hub.wait("public", "abcd-0", 60)))
    waiter.start()
    while not hub.counts().waiting:
        pass
    hub.wake()
    waiter.join(5)
    assert got == ["nothing yet", None]


def test_a_push_never_waits_for_a_reader_that_stopped() -> None:
    hub = a_hub()
    stopped = frames(hub, "public", None, EAGER, FakeClock(), always)
    next(stopped)
    for n in range(1000):
        hub.push({"public": {"n": n}})
    (event,) = read_events([next(stopped)])
    assert event.payload["n"] == 999
    stopped.close()  # type: ignore[attr-defined]


def test_a_stream_tells_its_retry_then_the_newest_frame_then_heartbeats() -> None:
    hub = a_hub()
    hub.push({"public": {"pot": 6}})
    stream = frames(hub, "public", None, EAGER, FakeClock(), always)
    retry = next(stream)
    assert retry.startswith(b"retry: ")
    assert 1000 <= int(retry.split()[1]) < 3000
    kinds = [next(read_events([next(stream)])).kind for _ in range(3)]
    assert kinds == ["state", "hb", "hb"]


def test_a_stream_that_resumes_up_to_date_gets_only_a_heartbeat() -> None:
    hub = a_hub()
    hub.push({"public": {"pot": 6}})
    stream = frames(hub, "public", "abcd-1", EAGER, FakeClock(), always)
    next(stream)
    assert next(stream) == b'event: hb\ndata: {"now_ms":1000000.0}\n\n'


def test_a_burst_within_the_gap_comes_as_its_newest_frame() -> None:
    hub, clock = a_hub(), FakeClock()
    hub.push({"public": {"n": 1}})
    slow = Limits(frames_per_second=1000, heartbeat_s=0.01)
    stream = frames(hub, "public", None, slow, clock, always)
    next(stream)
    next(stream)
    hub.push({"public": {"n": 2}})
    (event,) = read_events([next(stream)])
    assert event.payload["n"] == 2


def test_closing_the_hub_ends_a_stream() -> None:
    hub = a_hub()
    stream = frames(hub, "public", None, EAGER, FakeClock(), always)
    next(stream)
    next(stream)
    hub.close()
    assert list(stream) == []


def test_a_stream_without_the_right_says_farewell_and_ends() -> None:
    hub = a_hub()
    rights = [True, True, True, False]
    stream = frames(hub, "seat:1", None, EAGER, FakeClock(), lambda: rights.pop(0))
    kinds = [event.kind for event in read_events(stream)]
    assert kinds == ["state", "gone"]


def test_a_right_that_ends_while_waiting_shows_no_further_frame() -> None:
    hub = a_hub()
    rights = [True, False]
    stream = frames(hub, "seat:1", None, EAGER, FakeClock(), lambda: rights.pop(0))
    assert [event.kind for event in read_events(stream)] == ["gone"]


def test_events_are_read_however_the_bytes_were_cut() -> None:
    hub = a_hub()
    hub.push({"public": {"name": "Фёдор\n"}})
    raw = b"retry: 1000\n\n" + hub.latest("public").event * 2
    cut = [raw[i : i + 7] for i in range(0, len(raw), 7)]
    events = list(read_events(cut))
    assert [(e.kind, e.tag, e.payload["name"]) for e in events] == [
        ("state", "abcd-1", "Фёдор\n")
    ] * 2


def test_a_phone_that_skips_frames_sees_every_ruling_once() -> None:
    hub, tally = a_hub(), RulingTally()
    numbers = []
    for n in range(1, 201):
        last = [{"number": k} for k in range(max(1, n - 49), n + 1)]
        hub.push({"public": {"rulings": last}})
        if n % 40 == 0 or n % 7 == 0:
            numbers += [r["number"] for r in tally.fresh(hub.latest("public").view)]
            numbers += [r["number"] for r in tally.fresh(hub.latest("public").view)]
    assert numbers == list(range(1, 201))
    assert tally.lost == 0
    assert all(b - a == 1 for a, b in pairwise(numbers))


def test_a_tally_counts_rulings_that_were_lost() -> None:
    tally = RulingTally()
    tally.fresh({"rulings": [{"number": 1}]})
    tally.fresh({"rulings": [{"number": 5}, {"number": 6}]})
    assert (tally.lost, tally.last) == (3, 6)


@pytest.mark.parametrize("view", [{"pot": float("nan")}, {"pot": object()}, {"name": "\ud800"}])
def test_a_view_that_is_no_json_is_told_and_keeps_no_other_audience_waiting(
    view: dict[str, object],
) -> None:
    hub = a_hub()
    with pytest.raises((ValueError, TypeError)):
        hub.push({"host": view, "public": {"pot": 6}})

    assert hub.latest("public").view == {"pot": 6}
    assert hub.latest("host").version == 0

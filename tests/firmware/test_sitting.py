"""The sitting: stamps decide, records come before views, nobody is told too much or too late."""

from __future__ import annotations

import json
from concurrent.futures import Future
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.events import (
    CardPlaced,
    HostDid,
    Pressed,
    Rang,
    Released,
    Restarted,
    Said,
    Side,
    Woke,
)
from companion.core.playthrough import vocabulary
from companion.core.referee import Referee
from companion.core.steps import Verdict
from firmware.bodies import read_bodies, record_of
from firmware.items import Look, Told
from firmware.keeping import NoKeeper
from firmware.mock.contacts import bouncing
from firmware.signals import CLOSED, OPEN, Edge, ReaderBack, ReaderFailed, TagSeen
from tests.firmware.evenings import BEGAN_NS, GAMES, MS, TO_SHOOT, Evening, S, header

US = 1_000
HOLD_BACK = 25 * MS
ANOTHER = min(GAMES["template"].manifest["cards"])
STRANGER = "04A3C6CAE26180"
ALL_LEFT = {1: "left", 2: "left", 3: "left"}


# Order


@settings(max_examples=60, deadline=None)
@given(
    gap=st.integers(1, 2 * MS),
    first_late=st.integers(0, HOLD_BACK),
    second_late=st.integers(0, HOLD_BACK),
    seed=st.integers(0, 2**32),
)
def test_two_presses_are_ordered_by_their_edges_whatever_the_callbacks_and_bounces(
    gap: int, first_late: int, second_late: int, seed: int
) -> None:
    evening, chance = Evening(), Random(seed)
    at = S + gap
    for line, ns, late in (("2.left", at, second_late), ("3.right", S, first_late)):
        for edge in bouncing(line, CLOSED, ns, chance):
            evening.edge(edge.line, edge.level, edge.ns, late)
    evening.until(2 * S)

    assert evening.rulings("first_player")[0]["seat"] == 3
    presses = [event for event in evening.events() if isinstance(event, Pressed)]
    assert [(event.seat, event.stamp) for event in presses] == [(3, S), (2, at)]


def test_two_presses_a_microsecond_apart_are_told_in_the_other_order() -> None:
    evening = Evening()
    evening.press("1.left", S + US)
    evening.press("2.left", S, late=HOLD_BACK)
    evening.until(2 * S)

    assert evening.rulings("first_player")[0]["seat"] == 2
    assert evening.sitting.late == 0


def test_equal_stamps_on_two_seats_are_taken_in_the_order_of_their_lines() -> None:
    evening = Evening()
    evening.press("3.left", S)
    evening.press("2.right", S)
    evening.until(2 * S)

    assert [event for event in evening.events() if isinstance(event, Pressed)] == [
        Pressed(2, Side.RIGHT, at=S),
        Pressed(3, Side.LEFT, at=S),
    ]


def test_a_margin_is_exact_to_the_nanosecond_through_pins_and_sitting() -> None:
    evening = Evening(2, game="template")
    for seat in (1, 2):
        evening.press(f"{seat}.left")
        evening.settle()
    go = evening.view()["cues"][0]["at"]
    evening.advance(2 * S)
    drawn = evening.now
    evening.release("1.left", drawn + 1)
    evening.release("2.left", drawn, late=20 * MS)
    evening.settle()

    assert drawn > go * S
    assert evening.view()["margin_ms"] == 1e-06


# Deadlines


def fouls(evening: Evening) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = evening.view()["fouls"]
    return found


def test_a_release_one_nanosecond_before_shoot_is_early_by_exactly_that() -> None:
    evening = Evening(first=1)
    shoot = evening.commit(ALL_LEFT)
    evening.release("1.left", shoot - 1, late=HOLD_BACK)
    evening.until(shoot + S)

    assert fouls(evening) == [{"seat": 1, "kind": "early", "ms": 1e-06}]


def test_a_release_exactly_at_shoot_is_no_foul() -> None:
    evening = Evening(first=1)
    shoot = evening.commit(ALL_LEFT)
    evening.release("1.left", shoot, late=HOLD_BACK)
    evening.until(shoot + S)

    assert fouls(evening) == []
    assert evening.view()["seats"]["1"]["side"] == "left"


def test_shoot_is_ruled_only_once_nothing_stamped_before_it_can_come() -> None:
    evening = Evening(first=1)
    shoot = evening.commit(ALL_LEFT)
    evening.until(shoot + HOLD_BACK)
    before = evening.view()["phase"]
    evening.until(shoot + HOLD_BACK + 1)

    assert (before, evening.view()["phase"]) == ("countdown", "reveal")
    assert evening.events()[-1] == Woke(at=shoot)


def test_a_callback_later_than_the_hold_back_keeps_its_stamp_and_is_ruled_when_it_arrives() -> (
    None
):
    evening = Evening(first=1)
    shoot = evening.commit(ALL_LEFT)
    evening.release("1.left", shoot - 7 * MS, late=400 * MS)
    evening.until(shoot + 380 * MS)
    before = fouls(evening)
    evening.until(shoot + S)

    assert before == []
    assert fouls(evening) == [{"seat": 1, "kind": "early", "ms": 7.0}]
    assert evening.events()[-1] == Released(1, Side.LEFT, at=shoot, late=shoot - 7 * MS)
    assert evening.sitting.late == 1


def test_a_late_callback_is_written_so_that_a_replay_gives_the_same_foul() -> None:
    evening = Evening(first=1)
    shoot = evening.commit(ALL_LEFT)
    evening.release("1.left", shoot - 7 * MS, late=400 * MS)
    evening.until(shoot + S)

    replayed = replay(evening)

    assert replayed.differs_at is None
    assert replayed.view("public")["fouls"] == fouls(evening)


@pytest.mark.parametrize("slice_ms", [1, 40, 700, 5000])
def test_deadlines_fire_from_stamps_also_under_a_slow_loop(slice_ms: int) -> None:
    evening = Evening(first=1)
    shoot = evening.commit(ALL_LEFT)
    evening.release("1.left", shoot - 1)
    evening.release("2.left", shoot)
    evening.release("3.left", shoot + 1500 * MS + 1)
    end = shoot + 6 * S
    while evening.now < end:  # the loop looks only so often, however long that takes
        evening.clock.advance(slice_ms * MS)
        for part in evening.parts:
            part.step(evening.clock.now_ns())
    evening.settle()

    assert fouls(evening) == [
        {"seat": 1, "kind": "early", "ms": 1e-06},
        {"seat": 3, "kind": "late", "ms": 1500.000001},
    ]


def test_a_look_comes_after_everything_of_its_stamp_deadlines_too() -> None:
    evening = Evening(first=1)
    shoot = evening.commit(ALL_LEFT)
    seen: list[tuple[str, int]] = []

    def look() -> None:
        seen.append((evening.view()["phase"], len(fouls(evening))))

    for ns in (shoot - 1, shoot):
        evening.inbox.put(Look(BEGAN_NS + ns, look), BEGAN_NS)
    evening.release("1.left", shoot - 1, late=HOLD_BACK)
    evening.until(shoot + S)

    assert seen == [("countdown", 1), ("reveal", 1)]


def test_nothing_is_due_and_nothing_is_woken_before_a_game_is_set_up() -> None:
    evening = Evening(0)
    evening.tap("1.left")
    evening.kit.lay("centre", [STRANGER])
    evening.until(S)

    assert evening.sitting.next_ns() is None
    assert evening.kept.calls == []
    assert evening.view()["phase"] == "lobby"
    assert evening.host(pause=True).reason == "no_game"


# Set up


def test_a_game_begins_at_the_moment_when_it_was_asked_for() -> None:
    evening = Evening(0)
    evening.until(S)
    assert evening.set_up(first=1).taken

    assert evening.sitting.played is not None
    assert evening.sitting.played.began_ns == BEGAN_NS + S


def test_a_press_right_after_the_set_up_counts_from_its_own_stamp() -> None:
    evening = Evening(0)
    evening.until(S)
    evening.press("1.left", S + 3 * MS)
    evening.set_up(first=1)

    assert evening.events() == [Pressed(1, Side.LEFT, at=3 * MS)]
    assert read_whole(evening) == evening.events()


def test_a_press_from_before_the_set_up_is_no_act_of_the_game() -> None:
    evening = Evening(0)
    evening.until(S)
    evening.press("2.left", S - 5 * MS, late=30 * MS)
    evening.set_up()
    evening.settle()

    assert evening.events() == []
    assert evening.view()["first_player"] is None


def test_a_game_is_not_set_up_over_one_that_runs() -> None:
    evening = Evening(first=1)
    answer = evening.set_up(4)

    assert (answer.taken, answer.reason) == (False, "game_running")
    assert len(evening.view()["seats"]) == 3
    assert evening.host(end=True).taken
    assert evening.set_up(4).taken
    assert len(evening.view()["seats"]) == 4


def test_a_header_with_half_a_character_is_kept_as_text_that_utf_8_can_hold() -> None:
    evening = Evening(0)
    evening.sitting.begin(replace(header(3), given={"deck": {"texts": {"half": "\ud800"}}}))

    assert json.loads(evening.kept.headers[0].encode())["deck"]["texts"]["half"] == "\ud800"


# What is no place of the table


def replay(evening: Evening) -> Referee[Any]:
    game, read = GAMES["click_click_boom"], evening.run.header
    records, fault = read_bodies(evening.kept.bodies, game, read)
    assert fault is None
    return Referee.restored(game, read, records)


def read_whole(evening: Evening) -> list[Any]:
    words = vocabulary(evening.run.game, evening.run.header)
    return [record_of(body, words).event for body in evening.kept.bodies]


def test_a_button_of_a_seat_where_nobody_plays_means_nothing() -> None:
    evening = Evening(3, first=1)
    evening.tap("5.left", "1.left", "6.right")

    assert read_whole(evening) == evening.events()
    assert {event.seat for event in evening.events() if isinstance(event, Pressed)} == {1}


def test_a_phone_of_a_seat_that_the_table_does_not_have_is_refused_and_not_recorded() -> None:
    evening = Evening(3, first=1)
    answer = evening.say(5, done=True)

    assert (answer.taken, answer.reason) == (False, "no_such_seat")
    assert evening.kept.bodies == []


def test_a_reader_of_a_seat_that_the_table_does_not_have_means_nothing() -> None:
    evening = Evening(3, first=1)
    evening.inbox.put(TagSeen("seat4", STRANGER, BEGAN_NS), BEGAN_NS)
    evening.inbox.put(TagSeen("seat3", STRANGER, BEGAN_NS), BEGAN_NS)
    evening.settle()

    assert evening.events() == [CardPlaced(f"unknown/{STRANGER}", "seat3", at=0)]
    assert read_whole(evening) == evening.events()


def test_a_restart_tells_only_of_lines_that_the_table_has() -> None:
    evening = Evening(0)
    evening.kept.begin("{}")
    referee = Referee(GAMES["click_click_boom"], header(3, first=1))
    evening.sitting.resume(1, referee, 5 * S, ("6.left", "bell", "3.right", "10.left"))

    assert evening.events() == [Restarted(("3.right", "bell"), at=5 * S)]
    assert evening.view()["paused"]


# Cards


def test_an_unknown_tag_and_one_of_another_game_are_refused_with_their_reasons() -> None:
    evening = Evening(3, first=1, reads=True)
    evening.kit.lay("centre", [STRANGER])
    evening.advance(S)
    first = evening.view()["refused"]["reason"]
    evening.kit.lay("centre", [])
    evening.advance(S)
    evening.lay("centre", ANOTHER, game="template")
    evening.advance(S)

    assert (first, evening.view()["refused"]["reason"]) == ("unknown_card", "foreign_card")
    assert {seat["coins"] for seat in evening.view()["seats"].values()} == {12}


def test_two_tags_at_once_are_two_cards() -> None:
    evening = Evening(3, first=1, reads=True)
    evening.lay("centre", "pay/1", "pay/2")
    evening.advance(S)

    placed = {event.card for event in evening.events() if isinstance(event, CardPlaced)}
    assert placed == {"pay/1", "pay/2"}


def test_a_seats_own_reader_says_whose_card_it_is() -> None:
    evening = Evening(3, first=1, reads=True)
    shoot = evening.commit(ALL_LEFT)
    for seat in ALL_LEFT:
        evening.release(f"{seat}.left", shoot + 10 * MS)
    evening.until(shoot + S)
    evening.lay("seat2", "boom/1")
    evening.advance(S)

    assert evening.view()["seats"]["2"]["shown"] == "boom"
    assert evening.view()["refused"] is None


def test_a_reader_that_fails_is_named_in_every_view_until_it_is_back() -> None:
    evening = Evening(3, first=1, reads=True)
    evening.kit.fault("tray", "silent", {})
    evening.advance(3 * S)
    failed = {name: view["readers_failed"] for name, view in evening.sitting.views().items()}
    published = evening.shown[-1][0]["public"]["readers_failed"]
    evening.tap("1.left")
    evening.kit.fault("tray", "none", {})
    evening.advance(5 * S)

    assert all("tray" in view for view in failed.values())
    assert len(failed) == 5
    assert published == failed["public"]
    assert evening.rulings("turn_ended")
    assert evening.shown[-1][0]["public"]["readers_failed"] == {}


def test_a_reader_that_was_never_named_may_be_back() -> None:
    evening = Evening(0)
    evening.inbox.put(ReaderBack("tray", BEGAN_NS), BEGAN_NS)
    evening.inbox.put(ReaderFailed("centre", "no answer", BEGAN_NS), BEGAN_NS)
    evening.settle()

    assert evening.sitting.reader_faults == {"centre": "no answer"}


# Telling


def test_who_tells_is_answered_with_what_became_of_it() -> None:
    evening = Evening(first=1)
    taken, refused = evening.say(1, done=True), evening.say(1, done=True)

    assert (taken.taken, taken.reason) == (True, "")
    assert (refused.taken, refused.reason) == (False, "not_waited_for")
    assert refused.text


def test_an_answer_that_nobody_waits_for_any_more_is_not_given() -> None:
    evening = Evening(first=1)
    answer: Future[Any] = Future()
    evening.inbox.put(Told(BEGAN_NS, Said(1, {"done": True}, at=0), answer), BEGAN_NS)
    assert answer.cancel()
    evening.settle()

    assert answer.cancelled()
    assert evening.rulings("turn_ended")


def test_an_undo_over_the_sitting_takes_a_turn_back_and_pauses() -> None:
    evening = Evening(first=1)
    evening.tap("1.left")
    assert evening.host(undo=1).taken

    assert evening.view()["paused"]
    assert evening.view()["waiting"] == []
    assert evening.host(resume=True).taken
    assert [wait["seat"] for wait in evening.view()["waiting"]] == [1]


# The journal and the views


def test_every_view_is_published_with_the_ticket_of_the_record_before_it() -> None:
    evening = Evening(first=1)
    evening.tap("1.left", "2.left")

    tickets = [ticket for _, ticket in evening.shown]
    assert tickets == sorted(tickets)
    for views, ticket in evening.shown:
        known = len(views["public"]["rulings"])
        recorded = sum(
            len(json.loads(body)["rulings"]) for body in evening.kept.bodies[: ticket - 2]
        )
        assert known <= recorded + 2  # who begins, and the shootout, follow from the header


def test_the_first_views_of_a_game_wait_for_its_header() -> None:
    evening = Evening(0)
    evening.until(S)
    evening.set_up(first=1)

    views, ticket = evening.shown[-1]
    assert views["public"]["game"] == "click_click_boom"
    assert evening.kept.calls[:2] == ["begin", "append"]
    assert ticket == 2


def test_a_record_is_in_the_journal_before_lights_and_views_tell_of_it() -> None:
    order: list[str] = []
    evening = Evening(0)

    class Noting(NoKeeper):
        def append(self, game: int, bodies: Any) -> int:
            order.append("journal")
            return super().append(game, bodies)

    class Lamps:
        def perform(self, *_given: Any) -> None:
            order.append("performed")

        def show(self, *_given: Any) -> None:
            order.append("lights")

        def next_ns(self) -> None:
            return None

    evening.sitting.keeper = Noting()
    evening.sitting.performer = Lamps()  # type: ignore[assignment]
    evening.sitting.begin(header(first=1))
    evening.settle()
    order.clear()
    shown = len(evening.shown)
    evening.press("1.left")
    evening.settle()

    assert [one for one in order if one != "lights"] == ["journal", "performed"]
    after = order[order.index("journal") :]
    assert after[:3] == ["journal", "performed", "lights"]
    assert len(evening.shown) == shown + 1


def test_a_game_that_ends_is_finished_in_the_journal_and_open_again_after_an_undo() -> None:
    evening = Evening(first=1)
    evening.tap("1.left")
    evening.host(end=True)
    evening.tap("2.left")
    finished = list(evening.kept.summaries)
    evening.host(undo=1)
    evening.host(resume=True)
    open_again = evening.view()["over"]
    evening.host(end=True)

    assert [json.loads(one) for one in finished] == [{"winners": []}]
    assert not open_again
    assert len(evening.kept.summaries) == 2


def test_what_comes_after_the_end_leaves_the_game_finished_until_something_counts() -> None:
    evening = Evening(first=1)
    evening.host(end=True)
    calls = list(evening.kept.calls)
    evening.tap("1.left")
    evening.say(2, done=True)

    assert evening.kept.calls == calls
    assert read_whole(evening) == evening.events()[:1]
    evening.host(undo=1)
    assert read_whole(evening) == evening.events()


def test_a_button_that_came_up_after_the_end_holds_no_more_when_the_end_is_undone() -> None:
    evening = Evening(first=1)
    evening.tap("1.left", "2.left", "3.left")
    for seat in ALL_LEFT:
        evening.press(f"{seat}.left")
        evening.settle()
    evening.host(end=True)
    evening.release("1.left")
    evening.settle()
    evening.host(undo=1)
    evening.host(resume=True)
    evening.tap("bell")

    assert evening.view()["refused"]["reason"] == "not_all_hold"
    assert replay(evening).differs_at is None


def test_a_game_that_was_over_when_the_kit_stopped_is_finished_now() -> None:
    before = Evening(first=1)
    before.host(end=True)
    after = Evening(0)
    after.kept.headers = before.kept.headers
    after.sitting.resume(1, replay(before), 2 * S, ())

    assert after.kept.calls == ["finish"]
    assert after.events() == []
    assert after.view()["over"]


def test_a_game_resumes_where_it_stood_and_its_time_goes_on_from_there() -> None:
    before = Evening(first=1)
    before.tap("1.left")
    after = Evening(0)
    after.kept.headers = before.kept.headers
    after.until(7 * S)
    after.sitting.resume(1, replay(before), 200 * MS, ("2.left",))
    waiting = after.view()["waiting"]
    after.host(resume=True)

    assert waiting == []
    assert after.run.down() == ("2.left",)
    assert after.events()[-1].at == 200 * MS
    assert [wait["seat"] for wait in after.view()["waiting"]] == [2]


def test_everything_that_is_recorded_reads_back_as_it_was() -> None:
    evening = Evening(4, first=1, reads=True)
    shoot = evening.commit({1: "left", 2: "right", 3: "left", 4: "right"})
    evening.release("1.left", shoot - 5 * MS, late=300 * MS)
    for line in ("2.right", "3.left", "4.right"):
        evening.release(line, shoot + 3 * MS)
    evening.until(shoot + S)
    evening.kit.lay("centre", [STRANGER])
    evening.advance(S)
    evening.kit.lay("centre", [])
    evening.say(2, show="pay")
    evening.say(3, show="pay")
    evening.tell(Said(4, {"show": "boom"}, "host", at=0))
    evening.host(pause=True)
    evening.host(resume=True)
    evening.host(undo=2)
    evening.host(resume=True)
    evening.tap("bell")

    assert read_whole(evening) == evening.events()
    of_the_kit = ("notices", "readers_failed", "at", "cues")
    seen = {key: value for key, value in evening.view("host").items() if key not in of_the_kit}
    replayed = replay(evening).view("host")
    assert seen == {key: value for key, value in replayed.items() if key != "cues"}
    kinds = {type(event) for event in evening.events()}
    assert {Pressed, Released, Rang, Woke, Said, HostDid, CardPlaced} <= kinds
    assert Verdict.REFUSED in {record.verdict for record, _ in evening.heard}


# Cues for phones


def test_a_cue_has_its_moment_on_the_clock_of_the_kit() -> None:
    evening = Evening(first=1)
    shoot = evening.commit(ALL_LEFT)
    beats = [cue for cue in evening.view()["cues"] if cue["kind"] == "beat"]

    assert [cue["word"] for cue in beats] == ["3", "2", "1", "SHOOT"]
    assert beats[-1]["at_ms"] == (BEGAN_NS + shoot) / 1e6
    assert beats[0]["at_ms"] == (BEGAN_NS + shoot - TO_SHOOT + 900 * MS) / 1e6


def test_no_two_cues_of_an_evening_share_an_id_undo_or_not() -> None:
    evening = Evening(first=1)
    evening.commit(ALL_LEFT)
    seen = {cue["id"]: cue["at_ms"] for cue in evening.view()["cues"]}
    evening.host(undo=1)
    evening.host(resume=True)
    for _ in range(6):
        for seat in ALL_LEFT:
            evening.release(f"{seat}.left")
            evening.settle()
            evening.press(f"{seat}.left")
            evening.settle()
        evening.tap("bell")
        for cue in evening.view()["cues"]:
            assert seen.setdefault(cue["id"], cue["at_ms"]) == cue["at_ms"]
        evening.host(pause=True)
        evening.host(resume=True)

    assert len(seen) == 28


def test_an_edge_stamped_zero_is_the_state_at_boot_and_no_press() -> None:
    evening = Evening(first=1)
    evening.inbox.put(Edge("1.left", CLOSED, 0), BEGAN_NS)
    evening.settle()
    evening.release("1.left")
    evening.settle()

    assert not evening.rulings("turn_ended")
    assert evening.inbox.levels()["1.left"] == OPEN


def test_something_beside_the_game_is_published_at_the_next_step() -> None:
    evening = Evening(first=1)
    evening.settle()
    shown = len(evening.shown)
    evening.sitting.changed()
    evening.advance(1)

    assert len(evening.shown) == shown + 1

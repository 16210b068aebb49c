"""Whatever happens at the table: the referee never breaks, forgets nothing, replays exactly."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.asks import Due, Everyone, Moot, Offer, Refused
from companion.core.events import (
    CardLifted,
    CardPlaced,
    HostDid,
    Pressed,
    Rang,
    Released,
    Restarted,
    Said,
    Side,
    TableEvent,
    Woke,
)
from companion.core.game import Game, Table
from companion.core.gestures import (
    Called,
    Choose,
    Holding,
    HostSays,
    LetGo,
    Letting,
    Press,
    Ring,
    Tap,
    Tell,
    YesNo,
)
from companion.core.moments import Interrupted, Interruption, Until
from companion.core.races import Race, Ready, Trailing
from companion.core.records import Record
from companion.core.referee import Referee
from companion.core.rulings import Foul
from companion.core.steps import Verdict
from companion.core.views import LAST_RULINGS
from tests.companion.core.tables import (
    CARDS,
    Kit,
    L,
    R,
    Toy,
    all_views,
    header_for,
    living,
    note,
    ns,
    toy,
)

SEATS = 3
GO = {L: {"done": True}}


def _kind(answer: object) -> str:
    return f"{type(answer).__name__}{getattr(answer, 'seat', '')}"


def _card(seat: int, card: str) -> Refused | None:
    if card.startswith("pay"):
        return None
    return Refused("none_left", rank=2, private=seat)


async def _everything(table: Table[Toy]) -> None:
    """Ask in every way that there is, again and again."""
    who = living(table)
    tell: Tell[int] = Tell(
        who,
        "ask",
        "count",
        lambda _seat, value, _event: value if isinstance(value, int) else None,
        lambda _seat: ({"count": 1}, {"count": 2}),
        optional=True,
    )
    while True:
        note(table, _kind(await (Press(who, "go", GO) | HostSays(("first",)) | tell)))
        await _committed(table)
        await Everyone(who, lambda seat: Tap(lambda: (seat,), "show", _card, lead=True))
        note(table, _kind(await YesNo(who, "ask", {"count": 1}).within(ns(5))))
        chosen = await Choose(lambda: who()[:1], "choose", who, lambda seat: {"count": seat})
        note(table, _kind(chosen))
        await Tap(who, "show", _card).within(ns(2))
        await Ring(who, "call")
        await _raced(table)


async def _committed(table: Table[Toy]) -> None:
    called = await Holding(living(table), "hold", lambda: living(table)()[:1])
    if not isinstance(called, Called):
        return
    shoot = called.at + ns(3)
    while True:
        came = await (LetGo(living(table), "go") | Until(shoot, Due.START) | Interruption())
        note(table, _kind(came))
        match came:
            case Letting(seat=seat, stamp=stamp):
                table.rule(Foul(seat, "early", (shoot - stamp) / 1e6))
            case Interrupted():
                table.holds.void()
                return
            case _:
                return


async def _raced(table: Table[Toy]) -> None:
    note(table, _kind(await (Ready(living(table), "hold") | Interruption())))
    table.holds.void()
    race = Race(living(table), lambda seat: Press(lambda: (seat,), "go", GO), ns(0.2))
    ran = await race.within(ns(5))
    first = [*ran][:1] if isinstance(ran, dict) else []
    behind = Trailing(
        race,
        lambda: [seat for seat in table.state.alive if seat not in first],
        lambda seat, _stamp: note(table, f"behind {seat}"),
    )
    await (behind | Press(lambda: first, "go", {R: {"pass": True}}).within(ns(1)))


GAME = toy(_everything)

_seats = st.integers(1, SEATS + 1)
_sides = st.sampled_from(tuple(Side))
_cards = st.sampled_from((*CARDS, "pay/9", "unknown/04A1", "unclear/several"))
_readers = st.sampled_from(("centre", "tray", "seat1", "seat4"))
_says = st.sampled_from(
    (
        {"done": True},
        {"pass": True},
        {"side": "left"},
        {"side": "right"},
        {"let_go": True},
        {"ring": 1},
        {"count": 1},
        {"count": 2},
        {"count": "x"},
        {"show": "pay"},
    )
)
_acts = st.one_of(
    st.sampled_from(
        (
            {"start": True},
            {"first": 1},
            {"pause": True},
            {"resume": True},
            {"resume": True},
            {"resume": True},
            {"undo": 1},
            {"undo": 2},
            {"undo": 7},
            {"replace": {"seat": 2, "name": "Zoe"}},
            {"replace": {"seat": 2, "name": "\u202e"}},
        )
    ),
    st.builds(
        lambda seat, is_alive: {"adjust": {"seat": seat, "alive": is_alive}},
        _seats,
        st.booleans(),
    ),
    st.builds(
        lambda seat, by: {"adjust": {"seat": seat, "coins": by}}, _seats, st.integers(-2, 2)
    ),
    st.just({"adjust": {"seat": 1, "hand": 2}}),
)
_questions = st.none() | st.builds(
    lambda undos, number: f"{undos}.{number}", st.integers(0, 2), st.integers(0, 20)
)


@dataclass(frozen=True)
class Offered:
    """Stands for one of the acts that the table would accept just then."""

    which: int


_whats = st.one_of(
    st.builds(Pressed, _seats, _sides, at=st.just(0)),
    st.builds(Pressed, _seats, _sides, at=st.just(0)),
    st.builds(Released, _seats, _sides, at=st.just(0)),
    st.builds(Rang, st.none() | _seats, at=st.just(0)),
    st.builds(CardPlaced, _cards, _readers, at=st.just(0)),
    st.builds(CardLifted, _cards, _readers, at=st.just(0)),
    st.builds(
        Said, _seats, _says, st.sampled_from(("phone", "phone", "host")), _questions, at=st.just(0)
    ),
    st.builds(Said, _seats, _says, at=st.just(0)),
    st.builds(HostDid, _acts, at=st.just(0)),
    st.builds(Woke, at=st.just(0)),
    st.builds(Restarted, st.sampled_from(((), ("1.left", "bell"), ("2.bell",))), at=st.just(0)),
)
_gaps = st.sampled_from((0, 0, 1, ns(0.1), ns(0.5), ns(1), ns(3), ns(6)))
_delays = st.sampled_from((None, None, None, 1, ns(0.05), ns(9)))
_offered = st.builds(Offered, st.integers(0, 30))
_wants = st.one_of(_offered, _offered, _offered, _whats)
_events = st.lists(st.tuples(_wants, _gaps, _delays), max_size=50)
Drawn = list[tuple[TableEvent | Offered, int, int | None]]


def _timed(drawn: Drawn) -> list[TableEvent]:
    """Give events their places in time; some come later than their true stamp.

    What stands for an offered act becomes one by playing it all once.
    """
    now, timed, referee = 0, list[TableEvent](), _new()
    for what, gap, delay in drawn:
        now += gap
        event = _offered_act(referee, what.which) if isinstance(what, Offered) else what
        is_late = delay is not None and not isinstance(event, (Woke, Restarted, HostDid))
        late = max(0, now - delay) if is_late and delay is not None else None
        timed.append(replace(event, at=now, late=late))
        referee.feed(timed[-1])
    return timed


def _offered_act(referee: Referee[Toy], which: int) -> TableEvent:
    offers = referee.run.offers()
    if not offers:
        return HostDid({"resume": True}, at=0)
    offer = offers[which % len(offers)]
    match offer:
        case Offer(say=say) if say is not None and which % 2:
            return Said(offer.seat, say, at=0)
        case Offer(gesture="let_go", button=Side() as side):
            return Released(offer.seat, side, at=0)
        case Offer(button=Side() as side):
            return Pressed(offer.seat, side, at=0)
        case Offer(gesture="ring"):
            return Rang(offer.seat if which % 3 else None, at=0)
        case Offer(gesture="card"):
            return CardPlaced(CARDS[which % 2], f"seat{offer.seat}", at=0)
        case _:
            return Said(offer.seat, offer.say or {"done": True}, at=0)


def _new(game: Game[Toy] = GAME) -> Referee[Toy]:
    return Referee(game, header_for(game, SEATS))


def _restored(records: Sequence[Record]) -> Referee[Toy]:
    return Referee.restored(GAME, header_for(GAME, SEATS), records)


@given(_events)
@settings(max_examples=150, deadline=None)
def test_no_sequence_of_events_breaks_the_referee(
    drawn: Drawn,
) -> None:
    referee = _new()
    numbers: list[int] = []
    for event in _timed(drawn):
        made, step = referee.feed(event)
        numbers += [one.number for one in step.rulings]
        assert (step.refusal is not None) == (made.verdict is Verdict.REFUSED)
        assert referee.run.failure is None
        for audience in ("public", "host", 1, SEATS):
            json.dumps(referee.view(audience))
    assert numbers == sorted(set(numbers))


@given(_events, st.data())
@settings(max_examples=100, deadline=None)
def test_any_prefix_of_the_records_gives_the_table_as_it_was(
    drawn: Drawn, data: st.DataObject
) -> None:
    referee = _new()
    events = _timed(drawn)
    cut = data.draw(st.integers(0, len(events)))
    records = [referee.feed(event)[0] for event in events[:cut]]
    restored = _restored(records)
    assert all_views(restored) == all_views(referee)
    for event in events[cut:]:
        assert restored.feed(event) == referee.feed(event)
    assert all_views(restored) == all_views(referee)


@given(_events, st.lists(st.tuples(st.integers(0, 40), _whats), max_size=15))
@settings(max_examples=100, deadline=None)
def test_refused_acts_change_nothing_wherever_they_come(
    drawn: Drawn, extra: list[tuple[int, TableEvent]]
) -> None:
    plain, disturbed = _new(), _new()
    records: list[Record] = []
    for place, event in enumerate(_timed(drawn)):
        plain.feed(event)
        records.append(disturbed.feed(event)[0])
        for at, act in extra:
            # Buttons and cards are facts of the table: who pressed last, what lies where.
            if at != place or isinstance(act, (Pressed, Released, CardPlaced, CardLifted)):
                continue
            act = replace(act, at=event.at)  # noqa: PLW2901 - the same act, here
            if _restored(records).feed(act)[0].verdict is Verdict.REFUSED:
                records.append(disturbed.feed(act)[0])
    assert _without(all_views(disturbed), "refused") == _without(all_views(plain), "refused")


def _without(seen: Any, *keys: str) -> Any:
    if isinstance(seen, dict):
        return {key: _without(part, *keys) for key, part in seen.items() if key not in keys}
    if isinstance(seen, list):
        return [_without(part, *keys) for part in seen]
    return seen


async def _untimed(table: Table[Toy]) -> None:
    """Ask on phones only, without a deadline."""
    who = living(table)
    while True:
        note(table, _kind(await (Press(who, "go", GO) | HostSays(("first",)))))
        called = await Holding(who, "hold", lambda: who()[:1])
        note(table, getattr(called, "sides", called))
        while any(seat in table.holds for seat in who()):
            note(table, _kind(await LetGo(who, "go")))
        answers = await Everyone(who, lambda seat: Press(lambda: (seat,), "go", GO))
        note(table, "moot" if isinstance(answers, Moot) else list(answers))
        note(table, _kind(await YesNo(who, "ask", {"count": 1})))


_phone_acts = st.lists(
    st.one_of(
        st.builds(Said, st.integers(1, SEATS), _says, at=st.just(0)),
        st.builds(HostDid, _acts.filter(lambda act: "adjust" in act), at=st.just(0)),
    ),
    min_size=1,
    max_size=40,
)


def _table(referee: Referee[Toy]) -> Any:
    """Return what an undo must bring back: all but numbers, times and the last refusal."""
    keys = ("number", "question", "rulings", "refused", "paused", "waiting", "offers", "everybody")
    return _without(all_views(referee), *keys), referee.run.holds.sides(), referee.run.offers()


@given(_phone_acts, st.data())
@settings(max_examples=100, deadline=None)
def test_undo_and_the_same_acts_again_give_the_same_table(
    acts: list[TableEvent], data: st.DataObject
) -> None:
    referee = _new(toy(_untimed))
    made = [referee.feed(replace(act, at=ns(at)))[0] for at, act in enumerate(acts)]
    done = [one.event for one in made if one.counts]
    steps = data.draw(st.integers(0, len(done)))
    before = _table(referee)
    if steps == 0:
        return
    referee.feed(HostDid({"undo": steps}, at=ns(100)))
    referee.feed(HostDid({"resume": True}, at=ns(101)))
    for second, event in enumerate(done[-steps:], 102):
        again, _ = referee.feed(replace(event, at=ns(second)))
        assert again.verdict is Verdict.ACCEPTED
    assert _table(referee) == before


@given(_phone_acts, st.data())
@settings(max_examples=60, deadline=None)
def test_undoing_one_by_one_is_undoing_all_at_once(
    acts: list[TableEvent], data: st.DataObject
) -> None:
    game = toy(_untimed)
    one_by_one, at_once = _new(game), _new(game)
    for second, act in enumerate(acts):
        one_by_one.feed(replace(act, at=ns(second)))
        at_once.feed(replace(act, at=ns(second)))
    steps = data.draw(st.integers(0, at_once.steps()))
    for _ in range(steps):
        one_by_one.feed(HostDid({"undo": 1}, at=ns(100)))
    if steps:
        at_once.feed(HostDid({"undo": steps}, at=ns(100)))
    assert _table(one_by_one) == _table(at_once)
    assert one_by_one.steps() == at_once.steps()


@given(st.lists(st.integers(1, SEATS), min_size=2, max_size=6), st.randoms(use_true_random=False))
@settings(max_examples=50, deadline=None)
def test_everybodys_acts_at_one_stamp_give_one_result_in_any_order(
    seats: list[int], chance: Any
) -> None:
    async def flow(table: Table[Toy]) -> None:
        answers = await Everyone(living(table), lambda seat: Press(lambda: (seat,), "go", GO))
        note(table, "moot" if isinstance(answers, Moot) else sorted(answers))

    first, second = Kit(toy(flow)), Kit(toy(flow))
    shuffled = list(seats)
    chance.shuffle(shuffled)
    for seat in seats:
        first.press(1, seat)
    for seat in shuffled:
        second.press(1, seat)
    assert first.notes() == second.notes()
    assert {one.seat for one in first.referee.run.offers()} == {
        one.seat for one in second.referee.run.offers()
    }


def test_a_snapshot_holds_as_many_rulings_as_phones_are_promised() -> None:
    assert LAST_RULINGS == 50

from __future__ import annotations

from random import Random
from typing import Any

from companion.core.events import HostDid, Restarted, TableEvent
from companion.core.game import Game
from companion.core.records import Record
from companion.core.referee import Referee
from tests.contract.players import Played, Player, some_header
from tests.contract.walks import all_views, at_moment, now, seen_by, snapshot


def test_the_same_events_give_the_same_records_and_views(played: Played) -> None:
    one, other = at_moment(played, 0), at_moment(played, 0)
    for event, recorded in zip(played.events, played.records, strict=True):
        assert one.feed(event)[0] == other.feed(event)[0] == recorded
        assert seen_by(one, "public") == seen_by(other, "public")
    assert all_views(one) == all_views(other) == all_views(played.referee)


def test_a_journal_cut_anywhere_restores_the_table(played: Played) -> None:
    for moment in range(0, len(played.events) + 1, max(1, len(played.events) // 8)):
        live = at_moment(played, moment)
        back = Referee.restored(live.run.game, played.header, played.records[:moment])
        assert back.differs_at is None
        assert all_views(back) == all_views(live)
        assert snapshot(back) == snapshot(live)
        assert back.due() == live.due()


def test_a_restless_evening_never_fails_and_restores_to_the_byte(game: Game[Any]) -> None:
    for seed in range(6):
        referee = Referee(game, some_header(game, seed))
        records = restless(referee, Random(seed), events=250)
        assert referee.run.failure is None
        assert any(isinstance(one.event, HostDid) and "undo" in one.event.act for one in records)
        back = Referee.restored(game, referee.run.header, records)
        assert back.differs_at is None
        assert all_views(back) == all_views(referee)
        assert back.steps() == referee.steps()


def restless(referee: Referee[Any], rng: Random, events: int) -> list[Record]:
    """Play with a host who corrects, pauses, undoes and restarts the kit now and then."""
    player = Player(referee, rng)
    records: list[Record] = []
    while len(records) < events:
        event = _meddling(referee, rng, player.at) if rng.random() < 0.1 else player.next_event()
        if event is None:
            event = HostDid({"undo": 3}, at=player.at)
        records.append(referee.feed(event)[0])
        player.queue = [one for one in player.queue if one.at >= now(referee)]
    return records


def _meddling(referee: Referee[Any], rng: Random, at: int) -> TableEvent:
    seat = rng.choice(referee.run.header.numbers)
    acts: list[dict[str, Any]] = [
        {"pause": True},
        {"undo": rng.randint(1, 4)},
        {"undo": 9999},
        {"adjust": {"seat": seat, "points": 1}},
        {"adjust": {"seat": seat, "coins": rng.randint(-9, 9)}},
        {"adjust": {"seat": seat, "alive": rng.random() < 0.7}},
        {"replace": {"seat": seat, "name": "Gil"}},
    ]
    if rng.random() < 0.2:
        return Restarted(
            tuple(rng.sample(referee.run.down(), len(referee.run.down()) // 2)), at=at
        )
    return HostDid(rng.choice(acts), at=at)

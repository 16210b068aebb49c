"""Whatever happens at a table: every record reads back, and a replay is the table as it is."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from companion.core.events import Said
from companion.core.referee import Referee
from firmware.bodies import read_bodies
from firmware.signals import CLOSED, OPEN
from tests.firmware.evenings import DECKS, MS, Evening, S

OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"variant": "quick"},
    {"variant": "advanced"},
    {"foul_policy": "recount"},
    {"foul_policy": "fine"},
)
SAYS: tuple[dict[str, Any], ...] = (
    {"done": True},
    {"pass": True},
    {"side": "left"},
    {"let_go": True},
    {"ring": 3},
    {"show": "boom"},
    {"ability": {"ask": "left"}},
    {"ability": {"force": 2, "side": "left"}},
    {"told": "pay"},
)
ACTS: tuple[dict[str, Any], ...] = (
    {"pause": True},
    {"undo": 1},
    {"undo": 3},
    {"undo": 50},
    {"start": True},
    {"first": 2},
    {"adjust": {"seat": 1, "coins": -3}},
    {"adjust": {"seat": 2, "alive": False}},
    {"adjust": {"seat": 2, "alive": True}},
    {"replace": {"seat": 3, "name": "Zoë"}},
    {"end": True},
)
LATE = (0, 0, 0, 3 * MS, 25 * MS, 40 * MS, 300 * MS)
PAUSES = (1, MS, 30 * MS, 200 * MS, S, 5 * S)
OF_THE_KIT = ("notices", "readers_failed", "at", "cues", "refused")


class Whim:
    """Does anything at all, at random."""

    def __init__(self, evening: Evening, chance: Random) -> None:
        self._evening = evening
        self._chance = chance
        self._down: set[str] = set()
        self._tags = [uid for box in DECKS.boxes for uid in box.tags]

    def acts(self, count: int) -> None:
        """Do so many things, and let time pass between them."""
        doings: list[Callable[[], None]] = [self._edge] * 5 + [self._offered, self._say]
        for _ in range(count):
            self._chance.choice([*doings, self._host, self._lay])()
            self._evening.advance(self._chance.choice(PAUSES))

    def _edge(self) -> None:
        seat, side = self._chance.randrange(1, 7), self._chance.choice(("left", "right"))
        line = self._chance.choice((f"{seat}.{side}", f"{seat}.{side}", "bell"))
        level = OPEN if line in self._down else CLOSED
        self._down ^= {line}
        self._evening.edge(line, level, self._evening.now, self._chance.choice(LATE))

    def _offered(self) -> None:
        offers = [offer for offer in self._evening.run.offers() if offer.say]
        if offers:
            offer = self._chance.choice(offers)
            by = self._chance.choice(("phone", "host"))
            self._evening.tell(Said(offer.seat, dict(offer.say or {}), by, at=0))

    def _say(self) -> None:
        self._evening.say(self._chance.randrange(1, 8), **self._chance.choice(SAYS))

    def _host(self) -> None:
        self._evening.host(**self._chance.choice(ACTS))
        if self._evening.view()["paused"]:
            self._evening.host(resume=True)

    def _lay(self) -> None:
        reader = self._chance.choice(("centre", "tray", "seat2", "seat6"))
        tags = self._chance.sample(self._tags, self._chance.randrange(3))
        self._evening.kit.lay(reader, tags)


def replayed(evening: Evening) -> Referee[Any]:
    records, fault = read_bodies(evening.kept.bodies, evening.run.game, evening.run.header)
    assert fault is None
    referee = Referee.restored(evening.run.game, evening.run.header, records)
    assert referee.differs_at is None
    return referee


def agree(evening: Evening, referee: Referee[Any]) -> None:
    for name, view in evening.sitting.views().items():
        seat = name.partition(":")[2]
        other = referee.view(int(seat) if seat else "host" if name == "host" else "public")
        mine = {key: value for key, value in view.items() if key not in OF_THE_KIT}
        assert mine == {key: value for key, value in other.items() if key not in OF_THE_KIT}
        assert json.dumps(view)


@pytest.mark.parametrize("seed", range(8))
def test_any_evening_replays_to_the_table_as_it_is_also_over_a_restart(seed: int) -> None:
    chance = Random(seed)
    reads, options = seed % 4 == 0, OPTIONS[seed % len(OPTIONS)]
    evening = Evening(3 + seed % 3, reads=reads, **options)
    Whim(evening, chance).acts(40)
    evening.advance(S)
    if evening.run.is_over:
        evening.host(undo=1)
    agree(evening, replayed(evening))

    again = Evening(0, reads=reads)
    again.kept.headers, again.kept.bodies = evening.kept.headers, evening.kept.bodies
    last_at = max((event.at for event in evening.events()), default=0)
    again.sitting.resume(1, replayed(evening), last_at, ("1.left", "6.right", "bell"))
    again.host(resume=True)
    Whim(again, chance).acts(40)
    again.advance(S)
    if again.run.is_over:
        again.host(undo=1)

    agree(again, replayed(again))
    assert again.run.failure is None
    stamps = [event.at for event in [*evening.events(), *again.events()]]
    assert stamps == sorted(stamps)

"""Whatever order the callbacks of simultaneous acts come in, the table decides one and the same.

Two to four players hold, ring the shared bell and bells of their own, let go and call within the
same milliseconds, at equal stamps too, on contacts that bounce. Each evening is played through the
simulated kit in several arrival orders that keep the inbox's promise: no callback comes later than
`hold_back` after its stamp.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion.core.events import Woke
from companion.core.lines import write_line
from companion.games.boom_boom_bell.rulings import FinishedTogether, Point
from companion.games.boom_boom_bell.state import STACKS
from firmware.board import shipped
from firmware.mock.contacts import bouncing
from firmware.signals import CLOSED, OPEN, Edge
from firmware.sitting import Ears
from tests.firmware.evenings import MS, Evening, S

EVENINGS = int(os.environ.get("RINGMASTER_BELL_EVENINGS", "4"))
BOARD = shipped("four_bells")
HOLD_BACK = BOARD.tunables.hold_back_ns
GRAB, FINISH, END = 2 * S, 5 * S, 14 * S  # where hands crowd, and when all is over
CALL = 3 * S  # how long after the last ring a call counts (D21)
GAP = 800 * MS  # when a burst closes
HOUSES: tuple[dict[str, Any], ...] = (
    {},
    {"tie_window": 0.001},
    {"tie_window": 0.05},
    {"false_ring": "freeze"},
    {"next_start": "winner"},
)


@dataclass(slots=True)
class Hands:
    """Plans the edges of an evening."""

    chance: Random
    seats: int
    options: dict[str, Any]
    due: set[int] = field(default_factory=set)  # seats that have only their last stack to ring
    edges: list[Edge] = field(default_factory=list)

    def near(self, at: int) -> int:
        """Return a stamp that is nearly or exactly `at`, as those of other hands are."""
        return at + self.chance.choice((0, 0, 1, 1000, self.chance.randrange(5 * MS)))

    def touch(self, line: str, down: int, up: int) -> None:
        """Close a contact at one stamp and open it at another."""
        self.edges += bouncing(line, CLOSED, down, self.chance)
        self.edges += bouncing(line, OPEN, up, self.chance)

    def rings(self, line: str, count: int, last: int) -> None:
        """Ring so many times, the last time at a stamp."""
        for _ in range(count):
            self.touch(line, last, last + self.chance.randrange(40 * MS, 100 * MS))
            last -= self.chance.randrange(150 * MS, 300 * MS)

    def both(self, seat: int, at: int) -> None:
        """Press both buttons."""
        for side in ("left", "right"):
            self.touch(f"{seat}.{side}", self.near(at), self.near(at + 200 * MS))

    def finish(self, seat: int, call: int) -> int:
        """Ring the last stack on the own bell and call; return the stamp of the last ring."""
        last = self.near(FINISH)
        self.due.add(seat)
        self.rings(f"{seat}.bell", STACKS[self.seats], last)
        self.both(seat, call)
        return last


# What one pair of hands may do at an evening


def finishes(hands: Hands, seat: int) -> None:
    """Finish, and call before the burst closes, after it, at the last instant, or too late."""
    hands.finish(seat, FINISH + hands.chance.choice((300 * MS, GAP, S, CALL, CALL + 10 * MS)))


def holds(hands: Hands, seat: int) -> None:
    """Hold a button until somebody rings, or for longer than the bell is one's own."""
    side = hands.chance.choice(("left", "right"))
    length = hands.chance.choice((200 * MS, 450 * MS, 1500 * MS, 2 * S))
    hands.touch(f"{seat}.{side}", hands.near(GRAB), hands.near(GRAB + length))


def rings_own(hands: Hands, seat: int) -> None:
    """Ring the own bell, rightly or not."""
    hands.rings(f"{seat}.bell", hands.chance.randint(1, 3), hands.near(GRAB + 600 * MS))


def calls(hands: Hands, seat: int) -> None:
    """Call without a stack, in the middle of everything."""
    hands.both(seat, hands.chance.choice((GRAB + 450 * MS, FINISH, FINISH + 300 * MS)))


def does_both(hands: Hands, seat: int) -> None:
    """Hold for the shared bell first, and finish on the own one later."""
    holds(hands, seat)
    finishes(hands, seat)


ACTS = (finishes, holds, holds, rings_own, calls, does_both, does_both)


def evening_of(seed: int) -> Hands:
    """Plan an evening: something for everybody, and rings of the shared bell."""
    chance = Random(seed)
    hands = Hands(chance, 2 + seed % 3, HOUSES[seed % len(HOUSES)])
    for seat in range(1, hands.seats + 1):
        chance.choice(ACTS)(hands, seat)
    for last in (GRAB + 450 * MS, FINISH + chance.choice((0, 300 * MS, CALL))):
        hands.rings("bell", chance.randint(1, 3), hands.near(last))
    return hands


# In which order the callbacks come

Arrived = tuple[Edge, int]
Order = Callable[[Sequence[Edge], Random], list[Arrived]]


def at_once(edges: Sequence[Edge], chance: Random) -> list[Arrived]:
    """Let every callback run at its stamp."""
    del chance
    return [(edge, edge.ns) for edge in edges]


def any_order(edges: Sequence[Edge], chance: Random) -> list[Arrived]:
    """Let every callback run at any moment that the promise allows."""
    return [(edge, edge.ns + chance.randrange(HOLD_BACK + 1)) for edge in edges]


def line_by_line(edges: Sequence[Edge], chance: Random) -> list[Arrived]:
    """Let all callbacks of some lines run at the very end of what the promise allows."""
    late = {line: chance.choice((0, HOLD_BACK)) for line in sorted({one.line for one in edges})}
    return [(edge, edge.ns + late[edge.line]) for edge in edges]


def the_last_first(edges: Sequence[Edge], chance: Random) -> list[Arrived]:
    """Let what was stamped within a hold-back arrive the other way round."""
    del chance
    arrived: list[Arrived] = []
    crowd: list[Edge] = []
    for edge in [*sorted(edges, key=lambda one: one.ns), None]:
        if crowd and (edge is None or edge.ns > crowd[0].ns + HOLD_BACK - len(crowd) - 1):
            arrived += [(one, crowd[-1].ns + n) for n, one in enumerate(reversed(crowd))]
            crowd = []
        crowd += [] if edge is None else [edge]
    return arrived


ORDERS: tuple[Order, ...] = (at_once, any_order, line_by_line, the_last_first)


# What comes of it


def played(hands: Hands, order: Order, seed: int) -> Evening:
    """Play an evening, its callbacks in an order."""
    chance = Random(seed)
    evening = Evening(
        hands.seats, board=BOARD, game="boom_boom_bell", first=1, verify="off", **hands.options
    )
    evening.host(start=True)
    for seat in sorted(hands.due):
        evening.host(adjust={"seat": seat, "hand": STACKS[hands.seats] - 1})
    evening.sitting.ears = Ears(heard=evening.sitting.ears.heard)  # nobody looks before the end
    arrived = order(hands.edges, chance)
    chance.shuffle(arrived)  # for those that arrive at the same moment
    for edge, at in arrived:
        assert edge.ns <= at <= edge.ns + HOLD_BACK
        evening.edge(edge.line, edge.level, edge.ns, at - edge.ns)
    evening.until(END)
    return evening


def outcome(evening: Evening) -> tuple[str, str, str, str]:
    """Return everything that was decided and is shown, and what the table made of the edges."""
    run = evening.run
    rulings = [{**one.to_json(), "at": one.at} for one in run.rulings]
    happened = [event for event in evening.events() if not isinstance(event, Woke)]
    return (
        repr(run.state),
        json.dumps(rulings),
        json.dumps(evening.sitting.views()),
        "\n".join(write_line(event) for event in happened),
    )


def test_one_result_whatever_the_order_of_arrival() -> None:
    for seed in range(EVENINGS):
        hands = evening_of(seed)
        found = [outcome(played(hands, order, seed)) for order in ORDERS]
        for order, other in zip(ORDERS[1:], found[1:], strict=True):
            assert other == found[0], (seed, order.__name__)


def test_the_first_last_ring_wins_whoever_arrives_or_calls_first() -> None:
    for seed in range(EVENINGS):
        chance = Random(seed)
        hands = Hands(chance, 2 + seed % 3, HOUSES[seed % 3])
        seats = range(1, hands.seats + 1)
        calls = {seat: FINISH + chance.randrange(S, 2 * S) for seat in seats}
        lasts = {seat: hands.finish(seat, calls[seat]) for seat in seats}
        for order in ORDERS:
            evening = played(hands, order, seed)
            assert finish(evening) == due(lasts, hands), (seed, order.__name__)
            assert evening.view()["margin_ms"] == margin(lasts, hands), (seed, order.__name__)


def test_who_never_calls_does_not_win_however_early_the_last_ring() -> None:
    for seed in range(EVENINGS):
        chance = Random(seed)
        hands = Hands(chance, 2 + seed % 3, HOUSES[seed % 3])
        silent = chance.randint(1, hands.seats)
        lasts = {
            seat: hands.finish(seat, FINISH + chance.choice((300 * MS, GAP, 2 * S)))
            for seat in range(1, hands.seats + 1)
            if seat != silent
        }
        hands.due.add(silent)
        hands.rings(f"{silent}.bell", STACKS[hands.seats], hands.near(FINISH))
        for order in ORDERS:
            assert finish(played(hands, order, seed)) == due(lasts, hands), (seed, order.__name__)


def due(lasts: dict[int, int], hands: Hands) -> tuple[int, ...]:
    """Return who has to win of those who called, or all who tie (D14)."""
    window = round(hands.options.get("tie_window", 0) * S)
    by_stamp = sorted((stamp, seat) for seat, stamp in lasts.items())
    return tuple(seat for stamp, seat in by_stamp if stamp - by_stamp[0][0] <= window)


def margin(lasts: dict[int, int], hands: Hands) -> float:
    """Return the margin in ms: of the runner-up, or of the last of those who tie."""
    first, *others = sorted(lasts.values())
    tied = len(due(lasts, hands))
    return (others[max(tied - 2, 0)] - first) / MS


def finish(evening: Evening) -> tuple[int, ...]:
    """Return who won the first round, or who tied."""
    rulings = [one.ruling for one in evening.run.rulings]
    finished = next(one for one in rulings if isinstance(one, FinishedTogether | Point))
    return (finished.seat,) if isinstance(finished, Point) else finished.seats

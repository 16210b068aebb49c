"""Hands: carry a robot's moves out on the simulated kit, as people do, with bouncing contacts.

Each seat has hands of its own and does one thing after another; a reader takes one card at a time,
and a card stays on it until the kit has seen it. What has begun is finished; the rest may be
replaced by another plan at any moment.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.core.events import CardLifted, CardPlaced, Said, Side, TableEvent
from companion.core.robots import Move
from firmware.clock import NS_PER_MS, NS_PER_S
from firmware.inbox import Inbox
from firmware.items import Told
from firmware.mock.contacts import bouncing
from firmware.mock.pins import SimulatedPanel
from firmware.signals import CLOSED, OPEN

BELL = "bell"
PRESS_NS = (50 * NS_PER_MS, 150 * NS_PER_MS)
STRIKE_NS = (30 * NS_PER_MS, 90 * NS_PER_MS)  # a bell that is rung six times a second
REST_NS = (30 * NS_PER_MS, 70 * NS_PER_MS)  # ... and the hand on its way to the next ring
BETWEEN_NS = (40 * NS_PER_MS, 120 * NS_PER_MS)  # of one seat's acts: from a release to a press
DWELL_NS = (300 * NS_PER_MS, 800 * NS_PER_MS)
LONGEST_DWELL_NS = 3 * NS_PER_S  # a card that was not seen by then is taken away
LAY_AGAIN_NS = 1 * NS_PER_S
MOST_TRIES = 5
LIFTED_NS = 10 * NS_PER_S  # after this long without a word a card may be laid again all the same

Field = Callable[[str, tuple[str, ...]], None]


@dataclass(slots=True)
class _Todo:
    """Is a move with the moment from which it may begin; a timed one keeps to it."""

    ns: int
    move: Move
    is_timed: bool
    tries: int = 0


@dataclass(slots=True)
class _Laid:
    """Is a card on a reader, and when it is taken away: at `take_ns` if it was seen."""

    todo: _Todo
    take_ns: int
    give_up_ns: int
    is_seen: bool = False

    def ends_ns(self) -> int:
        return self.take_ns if self.is_seen else self.give_up_ns


class Hands:
    """Does moves; `pace` scales the time that people take to think."""

    def __init__(
        self,
        panel: SimulatedPanel,
        field: Field,
        uid_of: Callable[[str], str],
        inbox: Inbox[Any],
        chance: Random,
        pace: float,
    ) -> None:
        self.acted_ns = 0
        self.last_tap: int | None = None  # the seat that laid a card last
        self._panel = panel
        self._field = field
        self._uid_of = uid_of
        self._inbox = inbox
        self._chance = chance
        self._pace = pace
        self._todo: dict[int, deque[_Todo]] = {}
        self._busy_ns: dict[int, int] = {}
        self._down: set[tuple[int, Side]] = set()
        self._laid: dict[str, _Laid] = {}
        self._lying: dict[str, int] = {}  # cards that the kit still sees, and since when they left

    # Plans

    def plan(self, moves: Sequence[Move], now_ns: int) -> None:
        """Plan moves in place of what has not begun.

        A move of 0 ns after is done at leisure, any other at its moment.
        """
        self._todo.clear()
        for move in moves:
            queue = self._todo.setdefault(move.seat, deque())
            ns = now_ns + (move.after or (0 if queue else self._thinks_ns()))
            queue.append(_Todo(ns, move, bool(move.after)))

    def drop(self) -> None:
        """Forget what was planned at leisure and has not begun: the table has changed."""
        for seat, queue in list(self._todo.items()):
            self._todo[seat] = deque(todo for todo in queue if todo.is_timed)

    def release(self, held: Collection[tuple[int, Side]], now_ns: int) -> None:
        """Let go of every button but those that the table counts as held."""
        for seat, side in sorted(self._down - set(held)):
            self._open(seat, side, now_ns)

    def is_idle(self, now_ns: int) -> bool:
        """Tell whether everything planned is done."""
        is_free = all(ns <= now_ns for ns in self._busy_ns.values())
        return is_free and not self._laid and not any(self._todo.values())

    def noticed(self, event: TableEvent) -> None:
        """Take note that the kit has seen a card, or seen it go."""
        match event:
            case CardPlaced(card=card, reader=reader):
                laid = self._laid.get(reader)
                if laid is not None and laid.todo.move.card == card:
                    laid.is_seen = True
            case CardLifted(card=card):
                self._lying.pop(card, None)
            case _:
                pass

    # Time

    def next_ns(self, now_ns: int) -> int | None:
        """Return when `step` has something to do next, or None."""
        times = [laid.ends_ns() for laid in self._laid.values()]
        times += [ns for ns in self._busy_ns.values() if ns > now_ns]
        for seat, queue in self._todo.items():
            if queue:
                times.append(self._begins_ns(seat, queue[0]))
        return min(times, default=None)

    def step(self, now_ns: int) -> None:
        """Do what is due."""
        for reader, laid in list(self._laid.items()):
            if laid.ends_ns() <= now_ns:
                self._take_away(reader, laid, now_ns)
        for seat, queue in self._todo.items():
            if queue and self._begins_ns(seat, queue[0]) <= now_ns:
                self._do(queue.popleft(), now_ns)

    def _begins_ns(self, seat: int, todo: _Todo) -> int:
        """Return when a move can begin: its hands, its reader and its card must be free."""
        begins_ns = max(todo.ns, self._busy_ns.get(seat, 0))
        reader = self._reader_of(seat)
        if reader is not None and reader in self._laid:
            begins_ns = max(begins_ns, self._laid[reader].ends_ns())
        card = todo.move.card
        if card in self._lying:
            begins_ns = max(begins_ns, self._lying[card] + LIFTED_NS)
        return begins_ns

    def _reader_of(self, seat: int) -> str | None:
        # Whoever presses to say whose card comes next waits until the reader is free.
        queue = self._todo[seat]
        if queue[0].move.gesture not in ("card", "press"):
            return None
        return next((todo.move.reader for todo in queue if todo.move.reader), None)

    def _thinks_ns(self) -> int:
        return round(self._pace * (0.5 + self._chance.random()) * NS_PER_S)

    def _between(self, bounds: tuple[int, int]) -> int:
        return self._chance.randrange(*bounds)

    # Acts

    def _do(self, todo: _Todo, now_ns: int) -> None:
        move = todo.move
        seat, side = move.seat, move.button or Side.LEFT
        match move.gesture:
            case "say":
                self._say(move, now_ns)
            case "card":
                self._lay(todo, now_ns)
            case "ring":
                self._ring(move, now_ns)
            case "hold":
                self._hold(seat, side, now_ns)
            case "let_go":
                self._open(seat, side, now_ns)
            case _:
                self._press(seat, f"{seat}.{side.value}", self._freed_ns(seat, side, now_ns))

    def _say(self, move: Move, now_ns: int) -> None:
        said = Said(move.seat, move.say or {}, at=now_ns)
        self._inbox.put(Told(now_ns, said), now_ns)
        self._acted(move.seat, now_ns)

    def _press(self, seat: int, line: str, ns: int) -> None:
        opens_ns, acted_ns = ns + self._between(PRESS_NS), self.acted_ns
        self._panel.edges(bouncing(line, CLOSED, ns, self._chance))
        self._panel.edges(bouncing(line, OPEN, opens_ns, self._chance))
        self._acted(seat, opens_ns)
        # The act was to press: nothing waits for the finger to leave.
        self.acted_ns = max(acted_ns, ns)

    def _ring(self, move: Move, ns: int) -> None:
        """Ring once: the seat's own bell button where the board has one, else the shared bell.

        A ring with a `button` is claimed by holding that: it is of the shared bell everywhere.
        """
        own = f"{move.seat}.{BELL}"
        try:
            self._strike(move.seat, own if move.button is None else BELL, ns)
        except KeyError:  # there is no such line
            self._strike(move.seat, BELL, ns)

    def _strike(self, seat: int, line: str, ns: int) -> None:
        self._panel.edges(bouncing(line, CLOSED, ns, self._chance))
        opens_ns, acted_ns = ns + self._between(STRIKE_NS), self.acted_ns
        self._panel.edges(bouncing(line, OPEN, opens_ns, self._chance))
        self._busy_ns[seat] = opens_ns + self._between(REST_NS)
        self.acted_ns = max(acted_ns, ns)

    def _hold(self, seat: int, side: Side, now_ns: int) -> None:
        """Press and keep pressing; a finger on the other button comes up before or after."""
        ns = self._freed_ns(seat, side, now_ns)
        other_is_down = (seat, side.other) in self._down
        if other_is_down and self._chance.random() < 0.5:
            ns = self._freed_ns(seat, side.other, ns)
        self._panel.edges(bouncing(f"{seat}.{side.value}", CLOSED, ns, self._chance))
        self._down.add((seat, side))
        self._acted(seat, ns)
        if (seat, side.other) in self._down:
            self._open(seat, side.other, ns + self._between(BETWEEN_NS))

    def _freed_ns(self, seat: int, side: Side, ns: int) -> int:
        """Let go of a button that is down; return when it can be pressed."""
        if (seat, side) not in self._down:
            return ns
        self._open(seat, side, ns)
        return ns + self._between(BETWEEN_NS)

    def _open(self, seat: int, side: Side, ns: int) -> None:
        if (seat, side) in self._down:
            self._down.discard((seat, side))
            self._panel.edges(bouncing(f"{seat}.{side.value}", OPEN, ns, self._chance))
        self._acted(seat, ns)

    def _acted(self, seat: int, ns: int) -> None:
        self._busy_ns[seat] = max(self._busy_ns.get(seat, 0), ns + self._between(BETWEEN_NS))
        self.acted_ns = max(self.acted_ns, ns)

    # Cards

    def _lay(self, todo: _Todo, now_ns: int) -> None:
        move = todo.move
        reader, card = move.reader or "centre", move.card or ""
        self._field(reader, (self._uid_of(card),))
        self._lying.pop(card, None)
        todo.tries += 1
        dwell_ns = self._between(DWELL_NS)
        self._laid[reader] = _Laid(todo, now_ns + dwell_ns, now_ns + LONGEST_DWELL_NS)
        self._busy_ns[move.seat] = now_ns + dwell_ns
        self.last_tap = move.seat

    def _take_away(self, reader: str, laid: _Laid, now_ns: int) -> None:
        """Take a card away; one that was not seen is laid again after a while."""
        self._field(reader, ())
        del self._laid[reader]
        todo = laid.todo
        self._acted(todo.move.seat, now_ns)
        if laid.is_seen:
            self._lying[todo.move.card or ""] = now_ns
        elif todo.tries < MOST_TRIES:
            todo.ns = now_ns + LAY_AGAIN_NS
            self._todo.setdefault(todo.move.seat, deque()).appendleft(todo)

"""Playback: plays a playthrough through the simulated kit in virtual time, and checks it.

Table events go straight to the table; edges, fields and faults go through the simulated pins and
chips, so that debounce, presence, anticollision and the watchdog are exercised by the same file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from companion.cards.deck_map import Box, DeckMap, simulated_map
from companion.core.events import Pressed, Released, TableEvent
from companion.core.game import Game
from companion.core.lines import EdgeLine, ExpectLine, FaultLine, FieldLine, WallLine
from companion.core.playthrough import Placed, Playthrough
from companion.core.records import Record
from companion.core.steps import Step
from firmware.board import Board, shipped
from firmware.clock import VirtualClock
from firmware.inbox import BOOT_NS, Inbox
from firmware.items import Look, Told
from firmware.keeping import Keeper, NoKeeper
from firmware.loop import Part, run_virtual
from firmware.mock.kit import SimulatedKit
from firmware.parts import ReaderPart
from firmware.perform import Performer
from firmware.signals import CLOSED, OPEN, Edge
from firmware.sitting import Ears, Publish, Sitting

SETTLING_NS = 1_000_000_000  # how long after the last line its effects may take to be ordered


@dataclass(frozen=True, slots=True)
class Unmet:
    """Tells of an expectation that did not hold: where, what was expected, what was found."""

    line: int
    path: str
    expected: Any
    found: Any


@dataclass(slots=True)
class Playback:
    """Plays one playthrough."""

    playthrough: Playthrough
    games: Mapping[str, Game[Any]]
    keeper: Keeper = field(default_factory=NoKeeper)
    board: Board = field(default_factory=lambda: shipped("standard"))
    unmet: list[Unmet] = field(default_factory=list)
    sitting: Sitting = field(init=False)
    _kit: SimulatedKit = field(init=False)
    _wired: frozenset[str] = field(init=False)
    _clock: VirtualClock = field(default_factory=VirtualClock)
    _is_done: bool = False

    def __post_init__(self) -> None:
        tunables = self.board.tunables
        inbox: Inbox[Any] = Inbox(tunables.debounce_ns, tunables.hold_back_ns)
        self._kit = SimulatedKit(self.board, self._clock, inbox)
        self._wired = frozenset(line.name for line in self.board.lines)
        self.sitting = Sitting(
            self.games,
            self._clock,
            inbox,
            partial(deck_map, self.playthrough, self.games),
            self.keeper,
            Performer(self._kit.panel.lights, self._kit.panel.sounder),
        )

    def listen(
        self, heard: Callable[[Record, Step], None], publish: Publish | None = None
    ) -> None:
        """Tell `heard` of every record and step as they happen, and `publish` of all views."""
        self.sitting.ears = Ears(publish, heard)

    def play(self) -> tuple[Unmet, ...]:
        """Play everything; return the expectations that did not hold, in order."""
        self.sitting.begin(self.playthrough.header)
        lines = self.playthrough.lines
        spare = tuple(placed for placed in lines if self._is_spare(placed))
        wired = tuple(placed for placed in lines if not self._is_spare(placed))
        script = _Script(wired, self._do)
        bells = _Script(tuple(sorted(spare, key=_arrival)), self._hear, _arrival)
        end = max((placed.line.at for placed in lines), default=0)
        self.sitting.inbox.put(Look(end, self._finish, reader="~~"), 0)
        put = self.sitting.inbox.put
        parts: list[Part] = [
            script,
            bells,
            self._kit,
            *([ReaderPart(self._kit.readers, put)] if self._uses_readers() else []),
            self.sitting,
        ]
        run_virtual([_Until(lambda: self._is_done, part) for part in parts], self._clock, end)
        until = end
        while not self._is_done:
            until += SETTLING_NS
            run_virtual(
                [_Until(lambda: self._is_done, part) for part in parts], self._clock, until
            )
        self._kit.close()
        return tuple(self.unmet)

    def _finish(self) -> None:
        self._is_done = True

    def _uses_readers(self) -> bool:
        # Empty fields tell nothing, and polling them takes most of an evening's time.
        lines = (placed.line for placed in self.playthrough.lines)
        return any(isinstance(line, (FieldLine, FaultLine)) for line in lines)

    def _is_spare(self, placed: Placed) -> bool:
        # A seat's own bell is there even where the board has none, as its reader is; no pin of
        # the header is left for it, so its edges go straight to the debounce.
        line = placed.line
        return isinstance(line, EdgeLine) and line.line not in self._wired

    def _hear(self, placed: Placed) -> None:
        line = placed.line
        if isinstance(line, EdgeLine):
            self.sitting.inbox.put(Edge(line.line, line.level, line.at), self._clock.now_ns())

    def _do(self, placed: Placed) -> None:
        line, now = placed.line, self._clock.now_ns()
        match line:
            case EdgeLine(at=at, line=name, level=level, arrives=arrives):
                self._kit.hands.edge(Edge(name, level, at), arrives)
            case FieldLine(reader=reader, tags=tags):
                self._kit.lay(reader, tags)
            case FaultLine(reader=reader, kind=kind, how=how):
                self._kit.fault(reader, kind, how)
            case ExpectLine(at=at):
                self.sitting.inbox.put(Look(at, partial(self._check, placed.number, line)), now)
            case WallLine():
                pass  # nothing at the table may notice the wall clock
            case _:
                self._tell(line, now)

    def _tell(self, event: TableEvent, now: int) -> None:
        if isinstance(event, Pressed | Released):
            # So that an `edge` of the same button later in the file is a change.
            level = CLOSED if isinstance(event, Pressed) else OPEN
            self.sitting.inbox.put(Edge(f"{event.seat}.{event.side}", level, BOOT_NS), now)
        self.sitting.inbox.put(Told(event.at, event), now)

    def _check(self, number: int, line: ExpectLine) -> None:
        view = self.view()
        for path, expected in line.values.items():
            found = look_up(view, path)
            if found != expected or isinstance(found, bool) != isinstance(expected, bool):
                self.unmet.append(Unmet(number, path, expected, found))

    def view(self) -> dict[str, Any]:
        """Return the public view now."""
        return self.sitting.views()["public"]


class Missing:
    """Stands for a value that a view does not have."""

    def __repr__(self) -> str:
        return "nothing there"


MISSING = Missing()


def look_up(view: Any, path: str) -> Any:
    """Return the value at a dotted path of a view, or `MISSING`."""
    for key in path.split("."):
        if isinstance(view, Mapping) and key in view:
            view = view[key]
        elif isinstance(view, list) and key.lstrip("-").isdigit() and _is_in(view, int(key)):
            view = view[int(key)]
        else:
            return MISSING
    return view


def _is_in(items: list[Any], index: int) -> bool:
    return -len(items) <= index < len(items)


def deck_map(playthrough: Playthrough, games: Mapping[str, Game[Any]]) -> DeckMap:
    """Return which tag is which card: the file's own tags laid over the simulated kit's."""
    shipped_map = simulated_map({slug: game.manifest["cards"] for slug, game in games.items()})
    header = playthrough.header
    if not header.tags:
        return shipped_map
    return shipped_map.with_box(Box(header.game, "1", dict(header.tags)))


def _moment(placed: Placed) -> int:
    return placed.line.at


def _arrival(placed: Placed) -> int:
    line = placed.line
    return line.arrives if isinstance(line, EdgeLine) else line.at


@dataclass(slots=True)
class _Script:
    """Is the part that does lines of a file when they are due."""

    lines: tuple[Placed, ...]
    do: Callable[[Placed], None]
    due: Callable[[Placed], int] = _moment
    _next: int = 0

    def next_ns(self) -> int | None:
        return self.due(self.lines[self._next]) if self._next < len(self.lines) else None

    def step(self, now_ns: int) -> None:
        while self._next < len(self.lines) and self.due(self.lines[self._next]) <= now_ns:
            self._next += 1
            self.do(self.lines[self._next - 1])


@dataclass(slots=True)
class _Until:
    """Is a part that rests once something is done."""

    is_done: Callable[[], bool]
    part: Part

    def next_ns(self) -> int | None:
        return None if self.is_done() else self.part.next_ns()

    def step(self, now_ns: int) -> None:
        if not self.is_done():
            self.part.step(now_ns)

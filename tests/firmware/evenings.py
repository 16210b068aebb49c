"""An evening at the simulated kit, in virtual time: hands press, ring and lay; time passes.

Everything goes through pins and chips, the inbox and the sitting, as it does on a kit. Stamps and
moments are ns since the game began, unless a name says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from companion.cards.deck_map import DeckMap, simulated_map, simulated_uid
from companion.core.events import HostDid, Said, TableEvent
from companion.core.game import Game
from companion.core.header import Header
from companion.core.playthrough import header_of
from companion.core.records import Record
from companion.core.run import Run
from companion.core.steps import Step
from firmware import shelf
from firmware.board import Board, shipped
from firmware.clock import NS_PER_MS, NS_PER_S, VirtualClock
from firmware.inbox import Inbox
from firmware.items import Item, NewGame, Told
from firmware.keeping import Keeper
from firmware.loop import Part, run_virtual
from firmware.mock.kit import SimulatedKit
from firmware.parts import PanelPart, ReaderPart
from firmware.perform import Performer
from firmware.signals import CLOSED, OPEN, Edge
from firmware.sitting import Ears, Sitting
from web.ports import Answer

MS, S = NS_PER_MS, NS_PER_S
BEGAN_NS = S  # a stamp of 0 would be the state at boot
TO_SHOOT = 3900 * MS  # from the calling ring to SHOOT, with the shipped options
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
GAMES: Mapping[str, Game[Any]] = shelf.games()
DECKS = simulated_map({slug: one.manifest["cards"] for slug, one in GAMES.items()})


def header(seats: int = 3, *, game: str = "click_click_boom", **given: Any) -> Header:
    """Return a header; `first` is its first player, everything else an option."""
    first = {"first": given.pop("first")} if "first" in given else {}
    names = list(NAMES[:seats])
    raw = {"ringmaster": 1, "game": game, "seats": names, "options": given, **first}
    read, faults = header_of(raw, GAMES)
    assert read is not None, faults
    return read


@dataclass
class Kept:
    """Keeps a journal in memory, its tickets counted."""

    headers: list[str] = field(default_factory=list)
    bodies: list[str] = field(default_factory=list)
    summaries: list[str] = field(default_factory=list)
    tickets: int = 0
    calls: list[str] = field(default_factory=list)

    def begin(self, header: str) -> int:
        self.headers.append(header)
        self._called("begin")
        return len(self.headers)

    def append(self, game: int, bodies: Sequence[str]) -> int:
        assert game == len(self.headers)
        self.bodies += bodies
        return self._called("append")

    def finish(self, game: int, summary: str) -> int:
        assert game == len(self.headers)
        self.summaries.append(summary)
        return self._called("finish")

    def _called(self, name: str) -> int:
        self.calls.append(name)
        self.tickets += 1
        return self.tickets


class Evening:
    """Holds a kit with a game on its table."""

    def __init__(
        self,
        seats: int = 3,
        *,
        board: Board | None = None,
        keeper: Keeper | None = None,
        decks: DeckMap = DECKS,
        reads: bool = False,
        more: Callable[[Evening], Sequence[Part]] = lambda _evening: (),
        **given: Any,
    ) -> None:
        board = board or shipped("standard")
        self.clock = VirtualClock(BEGAN_NS)
        self.inbox: Inbox[Item] = Inbox(board.tunables.debounce_ns, board.tunables.hold_back_ns)
        self.kit = SimulatedKit(board, self.clock, self.inbox)
        self.kept = Kept()
        self.shown: list[tuple[Mapping[str, dict[str, Any]], int]] = []
        self.heard: list[tuple[Record, Step]] = []
        panel = self.kit.panel
        self.sitting = Sitting(
            GAMES,
            self.clock,
            self.inbox,
            lambda: decks,
            keeper or self.kept,
            Performer(panel.lights, panel.sounder),
            Ears(
                lambda views, ticket: self.shown.append((views, ticket)),
                lambda record, step: self.heard.append((record, step)),
            ),
        )
        self.parts: list[Part] = [
            self.kit,
            *more(self),
            *([ReaderPart(self.kit.readers, self.inbox.put)] if reads else []),
            self.sitting,
            PanelPart(panel),
        ]
        if seats:
            self.sitting.begin(header(seats, **given))
        self.sitting.step(BEGAN_NS)

    @property
    def run(self) -> Run[Any]:
        """Return the run of the game."""
        assert self.sitting.played is not None
        return self.sitting.played.referee.run

    @property
    def now(self) -> int:
        """Return the time since the evening began."""
        return self.clock.now_ns() - BEGAN_NS

    def until(self, at: int) -> None:
        """Let time pass up to a moment."""
        run_virtual(self.parts, self.clock, BEGAN_NS + at)

    def advance(self, ns: int) -> None:
        """Let so much time pass."""
        self.until(self.now + ns)

    def settle(self) -> None:
        """Let pass what it takes until everything that was done is ruled."""
        self.advance(100 * MS)

    def edge(self, line: str, level: int, at: int, late: int = 0) -> None:
        """Plan an edge whose callback runs `late` after its stamp."""
        self.kit.hands.edge(Edge(line, level, BEGAN_NS + at), BEGAN_NS + at + late)

    def press(self, line: str, at: int | None = None, late: int = 0) -> None:
        """Press a line, now or at a stamp."""
        self.edge(line, CLOSED, self.now if at is None else at, late)

    def release(self, line: str, at: int | None = None, late: int = 0) -> None:
        """Let a line go, now or at a stamp."""
        self.edge(line, OPEN, self.now if at is None else at, late)

    def tap(self, *lines: str) -> None:
        """Press lines and let them go, one after another, and wait until that is ruled."""
        for line in lines:
            self.press(line)
            self.advance(50 * MS)
            self.release(line)
            self.settle()

    def tell(self, event: TableEvent) -> Answer:
        """Tell the table something now; return its answer."""
        answer: Future[Answer] = Future()
        now_ns = self.clock.now_ns()
        self.inbox.put(Told(now_ns, event, answer), now_ns)
        self.settle()
        return answer.result(0)

    def host(self, **act: Any) -> Answer:
        """Do a host's act."""
        return self.tell(HostDid(act, at=0))

    def say(self, seat: int, **say: Any) -> Answer:
        """Say something on a seat's phone."""
        return self.tell(Said(seat, say, at=0))

    def set_up(self, seats: int = 3, **given: Any) -> Answer:
        """Ask for a new game now."""
        answer: Future[Answer] = Future()
        now_ns = self.clock.now_ns()
        self.inbox.put(NewGame(now_ns, header(seats, **given), answer), now_ns)
        self.settle()
        return answer.result(0)

    def lay(self, reader: str, *cards: str, game: str = "click_click_boom") -> None:
        """Lay exactly these cards on a reader."""
        self.kit.lay(reader, [simulated_uid(game, card) for card in cards])

    def commit(self, sides: Mapping[int, str]) -> int:
        """End all Turns, hold these sides, and ring; return when SHOOT is due."""
        self.tap(*(f"{seat}.left" for seat in sides))
        for seat, side in sides.items():
            self.press(f"{seat}.{side}")
            self.settle()
        ring = self.now
        self.tap("bell")
        return ring + TO_SHOOT

    def view(self, audience: str = "public") -> dict[str, Any]:
        """Return a view now."""
        return self.sitting.views()[audience]

    def rulings(self, kind: str = "") -> list[dict[str, Any]]:
        """Return the rulings of a kind, or all."""
        shown: list[dict[str, Any]] = self.view()["rulings"]
        return [one for one in shown if kind in ("", one["ruling"])]

    def events(self) -> list[TableEvent]:
        """Return every event that was recorded."""
        return [record.event for record, _ in self.heard]

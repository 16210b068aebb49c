"""The simulated kit as a whole: panel and readers on one clock, with hands to use them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from firmware.board import Board
from firmware.clock import Clock
from firmware.mock.chip_readers import SimulatedReaders
from firmware.mock.pins import SimulatedPanel
from firmware.nfc.readers import INTERVAL_NS, Readers
from firmware.panel.lights import Pattern
from firmware.panel.panel import Panel
from firmware.signals import EdgeTaker

SEATS = 6


class SimulatedKit:
    """Holds the simulated devices of a board, and the true drivers on top of them.

    Seat readers are there even where the board has none, so that every playthrough can be played.
    """

    def __init__(
        self, board: Board, clock: Clock, inbox: EdgeTaker, *, interval_ns: int = INTERVAL_NS
    ) -> None:
        self._clock = clock
        self.hands = SimulatedPanel(board, clock)
        self.fields = SimulatedReaders(_reader_names(board), clock)
        self.panel = Panel(board, self.hands.factory, inbox.put, clock)
        self.readers = Readers(self._ports(board), clock, interval_ns=interval_ns)

    def _ports(self, board: Board) -> Sequence[Any]:
        # Only the board's readers are polled from the start: each costs time on the bus.
        wired = {reader.name for reader in board.readers}
        self._unwired = {port.name: port for port in self.fields.ports() if port.name not in wired}
        return [port for port in self.fields.ports() if port.name in wired]

    def wire(self, name: str) -> None:
        """Fit a seat reader that the board does not have; does nothing for one that is there."""
        port = self._unwired.pop(name, None)
        if port is not None:
            self.readers.add(port)

    def next_ns(self) -> int | None:
        """Return when a planned edge is due next."""
        return self.hands.next_ns()

    def step(self, now_ns: int) -> None:
        """Deliver the edges that are due."""
        self.hands.deliver(now_ns)

    def lay(self, reader: str, uids: Iterable[str]) -> None:
        """Lay exactly these tags in a reader's field."""
        self.wire(reader)
        self.fields[reader].field(uids)

    def fault(self, reader: str, kind: str, how: Mapping[str, float]) -> None:
        """Break a reader, or mend it with `none`."""
        self.wire(reader)
        self.fields[reader].fault(kind, **how)

    def close(self) -> None:
        """Turn everything off and give every pin back."""
        self.readers.close()
        self.panel.close()


def _word(pattern: Pattern) -> str:
    # The page knows three words; a light that hurries blinks too.
    return (Pattern.BLINK if pattern is Pattern.FAST else pattern).value


def _reader_names(board: Board) -> list[str]:
    wired = [reader.name for reader in board.readers]
    seats = [f"seat{number}" for number in range(1, SEATS + 1)]
    return [*wired, *(name for name in ("centre", "tray", *seats) if name not in wired)]


class WebHands:
    """Lets the panel page use the simulated kit (`web.ports.SimulatedKit`)."""

    def __init__(
        self,
        kit: SimulatedKit,
        board: Board,
        cards: Callable[[], Sequence[str]],
        uid: Callable[[str], str],
        wake: Callable[[], None],
    ) -> None:
        self._kit = kit
        self._board = board
        self._cards = cards
        self._uid = uid
        self._wake = wake
        self._lying: dict[str, tuple[str, ...]] = {}

    def layout(self) -> dict[str, Any]:
        """Return what there is to press, ring and lay, and what lies where."""
        return {
            "seats": [seat.number for seat in self._board.seats],
            "readers": [reader.name for reader in self._board.readers],
            "cards": list(self._cards()),
            "lying": {reader: list(cards) for reader, cards in self._lying.items()},
            "lights": {str(seat): _word(lit) for seat, lit in self._kit.panel.lights.patterns()},
        }

    def press(self, line: str) -> None:
        """Close a line; raises KeyError for one that the board does not have."""
        self._kit.hands.press(line)
        self._wake()

    def release(self, line: str) -> None:
        """Open a line; raises KeyError for one that the board does not have."""
        self._kit.hands.release(line)
        self._wake()

    def place(self, reader: str, cards: Sequence[str]) -> None:
        """Lay exactly these cards on a reader; raises KeyError for an unknown reader."""
        self._kit.lay(reader, [self._uid(card) for card in cards])
        self._lying = {**self._lying, reader: tuple(cards)}

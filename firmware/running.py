"""Running: the composition root of `ringmaster run`; builds the kit, runs it, and stops it clean.

The table's thread is the one that calls `run`. Beside it there are the web server's thread, the
readers', the journal's and the publisher's; each is ended here, in that order, within 2 s.
"""

from __future__ import annotations

import json
import secrets
import socket
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from companion.cards.deck_map import DeckMap, simulated_map, simulated_uid
from companion.core.game import Game
from companion.core.header import Header
from companion.core.playthrough import header_of
from companion.core.referee import Referee
from firmware import power
from firmware.board import Board
from firmware.bodies import read_bodies
from firmware.clock import NS_PER_S, Clock, MonotonicClock
from firmware.decks import read_decks
from firmware.devices import Devices, Libraries, open_real, open_simulated
from firmware.doctor.checkup import Checkup
from firmware.doors import ArchiveDoor, ShelfDoor, TableDoor
from firmware.inbox import Inbox
from firmware.journal.journal import Journal
from firmware.journal.record import Stored
from firmware.keeping import WallKeeper
from firmware.loop import LiveLoop, Part, ScaledClock
from firmware.mock.kit import WebHands
from firmware.notice_board import Finding, NoticeBoard
from firmware.notify import Pulse
from firmware.panel.tones import TONES, length_ns
from firmware.parts import PanelPart, ReaderThread
from firmware.perform import Performer
from firmware.printed import PrintedValues
from firmware.publisher import Publisher
from firmware.seating import FileSeating
from firmware.server import Server, serve
from firmware.shelf import games
from firmware.signals import CLOSED
from firmware.sitting import Ears, Sitting
from firmware.state import StateFolder
from web.app import create_app, rim_of
from web.hub import Hub
from web.ports import Limits, Ports

LOOPBACK = "127.0.0.1"
SHORTEST_SONG_NS = 5 * NS_PER_S  # what is shorter is a signal, for which a page has its own


@dataclass(frozen=True, slots=True)
class Settings:
    """Holds what `run` was asked for."""

    board: Board
    state: Path | None = None
    is_simulated: bool = False
    libraries: Libraries = Libraries.CURRENT
    speed: float = 1.0
    host: str = LOOPBACK
    port: int = 8080
    addresses: Sequence[str] = ()  # under which phones reach the kit, besides loopback
    limits: Limits = field(default_factory=Limits)
    opened: socket.socket | None = None  # a listening socket that serves instead of host and port
    pulse: Pulse | None = None  # what systemd is told
    power_off: Callable[[], None] | None = None  # asks for it, for seat 1's hold


class Kit:
    """Is a running kit: everything that `run` needs, opened in the right order."""

    def __init__(
        self, settings: Settings, *, more_parts: Callable[[Kit], Sequence[Part]] = lambda _kit: ()
    ) -> None:
        self.settings = settings
        self.notices = NoticeBoard()
        self.clock: Clock = ScaledClock(MonotonicClock(), settings.speed)
        self.games = games()
        self.pin = f"{secrets.randbelow(1_000_000):06d}"
        tunables = settings.board.tunables
        parts: list[Part] = []
        self.loop = LiveLoop(parts, self.clock, settings.speed)
        self.inbox: Inbox[Any] = Inbox(tunables.debounce_ns, tunables.hold_back_ns, self.loop.wake)
        with ExitStack() as opened:  # what was opened is closed again if the rest cannot be had
            self.state = opened.enter_context(self._open_state())
            self.journal = opened.enter_context(self._open_journal())
            self.devices = self._open_devices()
            opened.pop_all()
        self.hub = Hub(lambda: self.clock.now_ns() / 1_000_000)
        self.publisher = Publisher(self.hub.push)
        self.sitting = self._sitting()
        self.printed = PrintedValues(self.state.printed, self.games)
        self._door = TableDoor(
            self.sitting, self.inbox, self.clock, self.games, self.printed.laid_over
        )
        self.readers = ReaderThread(
            self.devices.readers, self.inbox.put, self.clock, settings.speed
        )
        parts += self._parts(more_parts(self))
        self.server: Server | None = None
        self._is_new = False
        self._watch()

    def _open_state(self) -> StateFolder:
        return StateFolder.open(
            self.settings.state, notices=lambda notice: self.notices.note("state folder", notice)
        )

    def _open_journal(self) -> Journal:
        return Journal.open(
            self.state.journal, notices=lambda notice: self.notices.note("journal", notice)
        )

    def _open_devices(self) -> Devices:
        board, clock = self.settings.board, self.clock
        if self.settings.is_simulated:
            return open_simulated(board, clock, self.inbox)
        # lgpio needs a place for its pipe; a state folder that cannot be written is no reason
        # to play without pins.
        place = self.state.path if self.state.unusable is None else Path(tempfile.gettempdir())
        return open_real(board, clock, self.inbox, place, self.settings.libraries)

    def _sitting(self) -> Sitting:
        panel = self.devices.panel
        return Sitting(
            self.games,
            self.clock,
            self.inbox,
            lambda: self.decks,
            WallKeeper(self.journal),
            Performer(panel.lights, panel.sounder),
            Ears(publish=self.publisher.publish),
            self.notices.troubles,
        )

    def _parts(self, more: Sequence[Part]) -> list[Part]:
        simulated = [self.devices.simulated] if self.devices.simulated else []
        panel = PanelPart(self.devices.panel)
        pulse = [self.settings.pulse] if self.settings.pulse else []  # the last: all have acted
        return [*simulated, *more, self.sitting, *self._power_switch(), panel, *pulse]

    def _power_switch(self) -> list[Part]:
        asked = self.settings.power_off
        if asked is None:
            return []
        ask, tone = power.told(asked, self.notices.add), self.devices.panel.sounder.play
        return [power.PowerSwitch(self.inbox, self._is_outside_a_game, ask, tone)]

    def _is_outside_a_game(self) -> bool:
        played = self.sitting.played
        return played is None or played.referee.run.is_over

    @cached_property
    def decks(self) -> DeckMap:
        """Return which tag is which card: the owner's boxes, or the simulated kit's."""
        cards = {slug: frozenset(game.manifest["cards"]) for slug, game in self.games.items()}
        if self.settings.is_simulated:
            return simulated_map(cards)
        decks, faults = read_decks(self.state.decks, cards)
        for fault in faults:
            self.notices.add(Finding("deck map", "warning", fault, "Mend or remove this file."))
        return decks

    def _watch(self) -> None:
        for fault in self.printed.faults():
            cure = "Mend or remove this file, or enter the values anew on the host's page."
            self.notices.add(Finding("printed values", "warning", fault, cure))
        self.notices.watch(self.devices.findings)
        self.notices.watch(self._reader_findings)
        self.notices.watch(lambda: self.sitting.line_faults)
        self.notices.watch(self._late_findings)
        self.notices.watch(self._journal_findings)
        checkup = Checkup(self.settings.board, self.devices, self.settings.libraries)
        self.notices.examine(checkup.findings)
        self.notices.on_change(self._show_anew)
        self.journal.listen(self.publisher.settle)

    def _show_anew(self) -> None:
        """Let the board show what was noted, at once; called from any thread."""
        self.sitting.changed()
        self.loop.wake()

    def _reader_findings(self) -> tuple[Finding, ...]:
        return tuple(
            Finding(f"reader {name}", "error", why, "Play on with buttons and phones meanwhile.")
            for name, why in sorted(self.sitting.reader_faults.items())
        )

    def _late_findings(self) -> tuple[Finding, ...]:
        hold_back_ms = self.settings.board.tunables.hold_back_ms
        counts = {
            f"Presses told more than {hold_back_ms} ms late, ruled when they came": (
                self.sitting.late
            ),
            "Edges that came too late to count, or were lost": (
                self.inbox.dropped() + self.devices.panel.lost
            ),
        }
        return tuple(
            Finding("panel", "warning", f"{text}: {count}.", "Stop other programs on this Pi.")
            for text, count in counts.items()
            if count
        )

    def _journal_findings(self) -> tuple[Finding, ...]:
        if not self.journal.degraded:
            return ()
        text = f"The game goes on in memory only: {self.journal.why_degraded}."
        cure = "Free space or make the state folder writable; until then a power cut loses it."
        return (Finding("journal", "error", text, cure),)

    # Starting

    def resume(self) -> bool:
        """Put the journal's unfinished game back on the table; tell whether there was one."""
        stored = self.journal.unfinished()
        if stored is None:
            return False
        try:
            self._resume(stored)
        except Exception as error:  # noqa: BLE001 - whatever a journal holds, the kit starts
            text = f"The last game (number {stored.id}) cannot be resumed: {error}"
            cure = "It stays in the journal; export it, or set up a new game."
            self.notices.add(Finding("journal", "error", text, cure))
            return False
        return True

    def _resume(self, stored: Stored) -> None:
        header, faults = header_of(json.loads(stored.header), self.games)
        if header is None:
            raise ValueError("; ".join(faults))
        game = self.games[header.game]
        records, fault = read_bodies(stored.bodies, game, header)
        referee = Referee.restored(game, header, records)
        last_at = max((record.event.at for record in records), default=0)
        number = stored.id if fault is None else self._begun_anew(stored, len(records))
        self.sitting.resume(number, referee, last_at, self._down())
        self._tell_losses(stored, fault, referee)

    def _begun_anew(self, stored: Stored, count: int) -> int:
        """Keep what could be read as a game of its own; return its number.

        What is appended behind an entry that cannot be read would be lost at the next start.
        """
        number = self.sitting.keeper.begin(stored.header)
        self.sitting.keeper.append(number, stored.bodies[:count])
        return number

    def _tell_losses(self, stored: Stored, fault: str | None, referee: Referee[Any]) -> None:
        if stored.lost or fault:
            text = f"Game {stored.id} was damaged: {fault or 'its end is missing'}."
            cure = "The entries before that were loaded: check the table, undo if needed."
            self.notices.add(Finding("journal", "warning", text, cure))
        if referee.differs_at is not None:
            text = f"The replay of game {stored.id} decides differently from what was recorded."
            self.notices.add(Finding("journal", "error", text, "Undo, or set up a new game."))

    def _down(self) -> tuple[str, ...]:
        """Return the lines that are closed now."""
        self.inbox.take(self.clock.now_ns())
        return tuple(line for line, level in self.inbox.levels().items() if level == CLOSED)

    def begin(self, header: Header) -> None:
        """Put a new game on the table; phones join it by a code of its own."""
        self.sitting.begin(header)
        self._is_new = True
        if self.server is not None:
            self._seating.rotate()

    def start(self) -> None:
        """Begin to serve and to publish."""
        self.publisher.start()
        self.decks  # noqa: B018 - read now, so that a faulty file is named before the first tap
        self.sitting.step(self.clock.now_ns())
        app = create_app(self._ports(), self.hub)
        self._seating = rim_of(app).seating
        if self._is_new:
            self._seating.rotate()
        asked = self.settings
        self.server = serve(app, self.hub, asked.host, asked.port, opened=asked.opened)
        self.readers.start()

    def _ports(self) -> Ports:
        return Ports(
            commands=self.door(),
            archive=ArchiveDoor(self.journal),
            health=self.notices,
            shelf=ShelfDoor(self.games),
            now_ms=lambda: self.clock.now_ns() / 1_000_000,
            pin=self.pin,
            secret_key=self.state.secret_key,
            trusted_hosts=(LOOPBACK, "localhost", "[::1]", *self.settings.addresses),
            own_address=self.own_address(),
            simulated=self._web_hands(),
            speed=self.settings.speed,
            limits=self.settings.limits,
            seating=FileSeating(self.state),
            melodies=melodies(),
            printed=self.printed,
            references={slug: game.reference for slug, game in self.games.items()},
        )

    def door(self) -> TableDoor:
        """Return the way to give the table commands."""
        return self._door

    def seating_code(self) -> str:
        """Return the code that joins this game, once the kit has started."""
        return self._seating.code

    def own_address(self) -> str:
        """Return the address that phones use."""
        host = next(iter(self.settings.addresses), self.settings.host)
        port = self.server.port if self.server else self.settings.port
        return f"http://{host}" if port == 80 else f"http://{host}:{port}"

    def _web_hands(self) -> WebHands | None:
        kit = self.devices.simulated
        if kit is None:
            return None
        return WebHands(
            kit,
            self.settings.board,
            lambda: list(self._game().manifest["cards"]) if self.sitting.played else [],
            lambda card: simulated_uid(self._game().slug, card),
            self.loop.wake,
        )

    def _game(self) -> Game[Any]:
        played = self.sitting.played
        if played is None:
            raise KeyError("no game is set up yet")
        return played.game

    # Running and stopping

    def run(self) -> None:
        """Run the table on this thread until `stop`."""
        self.loop.run()

    def stop(self) -> None:
        """Let `run` return; may be called from any thread and from a signal."""
        self.loop.stop()

    def close(self) -> None:
        """End every thread and leave the pins released; a second call does nothing.

        What fails at its end keeps none of the others from theirs; it is raised after them.
        """
        with ExitStack() as ends:  # the last one first
            ends.callback(self.state.close)
            ends.callback(self.publisher.stop)
            ends.callback(self.journal.close)
            ends.callback(self.devices.close)
            ends.callback(self.readers.stop)
            ends.callback(self._stop_server)
            ends.callback(self._door.close)

    def _stop_server(self) -> None:
        if self.server is not None:
            self.server.stop()
            self.server = None


def melodies() -> dict[str, list[tuple[float, float]]]:
    """Return the songs of the sounder's own table as pages play them: notes as (Hz, seconds)."""
    songs = {name: tone for name, tone in TONES.items() if length_ns(tone) >= SHORTEST_SONG_NS}
    return {name: [(hz, ns / NS_PER_S) for hz, ns in tone] for name, tone in songs.items()}

"""The guided walk: asks a person to look at lights, press, ring, listen and lay a card.

Edges come through the panel as in a game. It can be stopped at any moment: what was walked stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import ceil
from typing import Any, Protocol

from firmware.board import Board, seat_lines
from firmware.clock import NS_PER_MS, NS_PER_S, Clock
from firmware.devices import Devices
from firmware.doctor.bounce import Bounce, bars, bounce_of, histogram
from firmware.notice_board import Finding
from firmware.panel.debounce import steps
from firmware.panel.lights import Pattern
from firmware.panel.tones import TONES, length_ns
from firmware.signals import CLOSED, OPEN, Edge, TagSeen

STEP_NS = 20 * NS_PER_MS
PATIENCE_NS = 20 * NS_PER_S
NOTHING = f"Nothing came within {PATIENCE_NS // NS_PER_S} s."
RINGS = 10
RINGING_NS = 30 * NS_PER_S
QUIET_NS = NS_PER_S  # a burst is over when the bell was quiet for so long
HEARD = ("accepted", "refused")  # a high one and a low one
LIT = "Its long leg goes to the resistor, its short one to ground; see that it is no blue one."
CONTACT = "Look at its two wires: one to its pin through the resistor, one to ground."


class WalkStopped(Exception):
    """Tells that the person has had enough."""


class Person(Protocol):
    """Is who walks along; each method may raise WalkStopped."""

    def told(self, text: str) -> None:
        """Tell something."""
        ...

    def presses(self, line: str, times: int) -> None:
        """Ask for so many presses of a line; they come through the panel."""
        ...

    def lays(self, reader: str) -> None:
        """Ask for a card on a reader."""
        ...

    def sees(self, seat: int) -> bool:
        """Ask whether a seat's light is lit."""
        ...

    def hears(self) -> bool:
        """Ask whether two tones were heard."""
        ...


@dataclass(slots=True)
class EdgeLog:
    """Takes raw edges from the panel's thread, in place of the table's inbox."""

    edges: list[Edge] = field(default_factory=list)

    def put(self, edge: Edge, arrived_ns: int, /) -> None:
        """Take in an edge; when it came does not matter here."""
        del arrived_ns
        self.edges.append(edge)

    def since(self, ns: int) -> tuple[Edge, ...]:
        """Return the edges that were stamped at `ns` or later."""
        return tuple(edge for edge in tuple(self.edges) if edge.ns >= ns)


@dataclass(frozen=True, slots=True)
class Walk:
    """Walks along a kit; `pace` lets so many ns pass and keeps the panel going meanwhile."""

    board: Board
    devices: Devices
    log: EdgeLog
    person: Person
    pace: Callable[[int], None]
    clock: Clock
    only: Sequence[str] = ()  # a seat's number, `bell`, `sounder` or a reader; all if empty

    def findings(self) -> Iterator[Finding]:
        """Yield a finding for each part, in the order of the board, until the person stops."""
        acts = [act for part, act in self._acts() if not self.only or part in self.only]
        walked = 0
        try:
            for act in acts:
                yield from act()
                walked += 1
        except (WalkStopped, KeyboardInterrupt):
            text = f"It was stopped: {walked} of {len(acts)} parts were walked."
            yield Finding("walk", "warning", text, "Run it again when there is time.")

    def _acts(self) -> Iterator[tuple[str, Callable[[], Iterator[Finding]]]]:
        """Yield what there is to do with each part that is not broken already, in order."""
        panel, faulty = self.devices.panel, {one.part for one in self.devices.panel.faults}
        for seat in self.board.seats:
            if seat.expander is not None:
                continue
            if f"{seat.number}.light" not in faulty:
                yield str(seat.number), partial(self._light, seat.number)
            for line in seat_lines(seat):
                if line.name not in faulty:
                    yield str(seat.number), partial(self._button, line.name)
        if self.board.bell is not None and "bell" not in faulty:
            yield "bell", self._bell
        if self.board.sounder is not None and "sounder" not in faulty:
            yield "sounder", partial(self._sounder, panel)
        for reader in self.devices.readers.statistics():
            if not reader.is_failed:
                yield reader.name, partial(self._reader, reader.name)

    def _light(self, seat: int) -> Iterator[Finding]:
        lights = self.devices.panel.lights
        lights.set(seat, Pattern.ON, self.clock.now_ns())
        self.pace(STEP_NS)
        try:
            is_seen = self.person.sees(seat)
        finally:
            lights.set(seat, Pattern.OFF, self.clock.now_ns())
            self.pace(STEP_NS)
        part = f"{seat}.light"
        if is_seen:
            yield Finding(part, "ok", "It was seen.")
        else:
            yield Finding(part, "error", "It was not seen.", LIT)

    def _button(self, line: str) -> Iterator[Finding]:
        began_ns = self.clock.now_ns()
        self.person.presses(line, 1)
        answered = self._until(lambda: self._pressed(began_ns), PATIENCE_NS) or ()
        if line in answered:
            longest_ns = self._bounce(line, began_ns).longest_ns
            text = f"It closes and opens; it bounces for {_ms(longest_ns)}."
            yield self._judged(line, text, longest_ns)
        elif answered:
            text = f"{' and '.join(answered)} answered instead."
            cure = "Swap their wires, or their pins in the board file."
            yield Finding(line, "error", text, cure)
        elif any(edge.line == line for edge in self.log.since(began_ns)):
            yield Finding(line, "error", "It closes and does not open again.", CONTACT)
        else:
            yield Finding(line, "error", NOTHING, CONTACT)

    def _pressed(self, began_ns: int) -> tuple[str, ...]:
        """Return the lines that were pressed and let go since a moment."""
        edges, now_ns = self.log.since(began_ns), self.clock.now_ns()
        lines = dict.fromkeys(edge.line for edge in edges)
        return tuple(line for line in lines if OPEN in self._levels(line, edges, now_ns))

    def _levels(self, line: str, edges: tuple[Edge, ...], now_ns: int) -> tuple[int, ...]:
        own = ((edge.ns, edge.level) for edge in edges if edge.line == line)
        _, found = steps(own, now_ns, self.board.tunables.debounce_ns)
        return tuple(step.level for step in found)

    def _bell(self) -> Iterator[Finding]:
        began_ns = self.clock.now_ns()
        self.person.presses("bell", RINGS)
        self._until(lambda: self._has_rung(began_ns), RINGING_NS)
        bounce = self._bounce("bell", began_ns)
        for row in bars(bounce):
            self.person.told(row)
        shown = ", ".join(f"{name}: {count}" for name, count in histogram(bounce)) or "no edges"
        text = f"{bounce.rings} of {RINGS} rings were counted; bounce {shown}."
        if bounce.rings == RINGS:
            yield self._judged("bell", text, bounce.longest_ns)
        elif not bounce.rings:
            yield Finding("bell", "error", text, CONTACT)
        else:
            cure = "Ring slower than five a second; then mend the contact or its 10 nF."
            yield Finding("bell", "error", text, cure)

    def _has_rung(self, began_ns: int) -> bool:
        edges = [edge.ns for edge in self.log.since(began_ns) if edge.line == "bell"]
        quiet_ns = self.clock.now_ns() - max(edges, default=self.clock.now_ns())
        return self._bounce("bell", began_ns).rings >= RINGS and quiet_ns >= QUIET_NS

    def _bounce(self, line: str, began_ns: int) -> Bounce:
        own = [edge for edge in self.log.since(began_ns) if edge.line == line]
        return bounce_of(own, self.board.tunables.debounce_ns, self.clock.now_ns())

    def _judged(self, line: str, text: str, longest_ns: int) -> Finding:
        """Return a finding that warns of a bounce which comes near to what is filtered."""
        if longest_ns <= 0.8 * self.board.tunables.debounce_ns:
            return Finding(line, "ok", text)
        wanted_ms = min(50, ceil(longest_ns * 1.5 / NS_PER_MS))
        cure = f"Set tunables.debounce_ms = {wanted_ms} in the board file, or mend the contact."
        return Finding(line, "warning", text, cure)

    def _sounder(self, panel: Any) -> Iterator[Finding]:
        for name in HEARD:
            panel.sounder.play(name, self.clock.now_ns())
            for _ in range(length_ns(TONES[name]) // STEP_NS + 2):
                self.pace(STEP_NS)
        if self.person.hears():
            yield Finding("sounder", "ok", "Two tones were heard.")
        else:
            cure = "It must be a passive piezo, between its pin and ground."
            yield Finding("sounder", "error", "The two tones were not heard.", cure)

    def _reader(self, name: str) -> Iterator[Finding]:
        self.person.lays(name)
        seen = self._until(self._tags, PATIENCE_NS) or ()
        part = f"card on {name}"
        where = tuple(dict.fromkeys(tag.reader for tag in seen))
        if name in where:
            length = next(len(tag.uid) // 2 for tag in seen if tag.reader == name)
            yield Finding(part, "ok", f"A UID of {length} bytes was read.")
        elif where:
            text = f"{' and '.join(where)} read it instead."
            yield Finding(part, "error", text, "Swap the chip selects (header pins 24 and 26).")
        else:
            cure = "Lay it flat on the antenna, nothing of metal near; try another tag."
            yield Finding(part, "error", NOTHING, cure)

    def _tags(self) -> tuple[TagSeen, ...]:
        signals = self.devices.readers.poll(self.clock.now_ns())
        return tuple(one for one in signals if isinstance(one, TagSeen))

    def _until(self, found: Callable[[], Any], patience_ns: int) -> Any:
        """Let time pass until something is found; return it, or None when patience ends."""
        until_ns = self.clock.now_ns() + patience_ns
        while self.clock.now_ns() < until_ns:
            self.pace(STEP_NS)
            answer = found()
            if answer:
                return answer
        return None


def parts_of(board: Board) -> tuple[str, ...]:
    """Return what a walk can be held to: seats by number, bell, sounder and readers."""
    seats = tuple(str(seat.number) for seat in board.seats if seat.expander is None)
    shared = (("bell", board.bell), ("sounder", board.sounder))
    return (
        *seats,
        *(name for name, there in shared if there is not None),
        *(reader.name for reader in board.readers),
    )


def _ms(ns: int) -> str:
    return f"{ns / NS_PER_MS:.1f} ms"


def closed_at_start(log: EdgeLog) -> tuple[Finding, ...]:
    """Name the lines that stood closed when the panel was opened."""
    cure = "If no hand is on it, its wire touches ground, or its contact is stuck."
    return tuple(
        Finding(edge.line, "warning", "It stands closed.", cure)
        for edge in log.edges
        if edge.ns == 0 and edge.level == CLOSED
    )

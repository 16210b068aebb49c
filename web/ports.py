"""Ports: all that the web needs of the kit, given by the composition root.

`web` knows nothing behind these; tests give small fakes. JSON values only, so that nothing of the
game's own types crosses the rim.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

Json = Mapping[str, Any]
Melody = Sequence[tuple[float, float]]  # notes as (Hz, seconds); 0 Hz is silence


@dataclass(frozen=True, slots=True)
class Answer:
    """Tells what became of a command: taken, or refused with a reason and a sentence.

    `faults` has each fault of what was refused by itself, as `place: what is wrong`.
    """

    taken: bool
    reason: str = ""
    text: str = ""
    faults: Sequence[str] = ()


class Commands(Protocol):
    """Gives commands to the table's one thread and waits (bounded) for its answer."""

    def say(self, seat: int, say: Json, *, question: str | None, by: str) -> Answer:
        """Tell what a seat said; `by` is `phone` or `host`.

        `question` is the id of the question that is answered: a stale one is refused.
        """
        ...

    def host(self, act: Json) -> Answer:
        """Do a host's act, in the form of names.md (`{"pause": true}`)."""
        ...

    def set_up(self, header: Json) -> Answer:
        """Set up a new game from a playthrough's header; refused while one is running."""
        ...


class Archive(Protocol):
    """Reads past games."""

    def games(self) -> Sequence[Json]:
        """List games, newest first.

        Each has `id`, `game`, `seats`, `began` (wall time), `over` and `winners`.
        """
        ...

    def export(self, game: int) -> str | None:
        """Return a game as a playthrough (JSON Lines), or None if there is no such game."""
        ...


class Health(Protocol):
    """Tells how the kit is."""

    def report(self) -> Sequence[Json]:
        """List findings: `part`, `state` (`ok`, `warning`, `error`), `text`, `cure`."""
        ...

    def checkup(self) -> Sequence[Json]:
        """List what the doctor sees of the running kit, in the form of `report`."""
        ...


class GameShelf(Protocol):
    """Tells which games can be set up, and with which options."""

    def games(self) -> Sequence[Json]:
        """List games with `slug`, `title`, `players` (min, max), `characters` and `options`.

        An option has `name`, `default` and `allowed`: a list of values, or bounds as
        `{"min": 0.3, "max": 3}`.
        """
        ...


class Printed(Protocol):
    """Keeps what a table has entered from its own boxes, where a manifest has placeholders."""

    def deck(self, slug: str) -> Json | None:
        """Return what there is of a game's deck, or None if there is no such game.

        `shipped` is the game's own manifest, `entered` what the table laid over it, `deck` both
        together, `unverified` the places that are still to be entered.
        """
        ...

    def keep(self, slug: str, entered: Json) -> Answer:
        """Check and keep all that is entered for a game."""
        ...


class SimulatedKit(Protocol):
    """Drives the simulated panel and readers; present in mock mode only."""

    def layout(self) -> Json:
        """Return `seats` (numbers), `readers` (names), `cards` (the game's), what lies where.

        What lies where is `lying`, reader -> cards. Optional: `lights`, seat -> what its light
        does, in a word (`off`, `on`, `blink`); `down`, the lines that are closed now.
        """
        ...

    def press(self, line: str) -> None:
        """Close a line (`2.left`, `bell`); raises KeyError for one that there is not."""
        ...

    def release(self, line: str) -> None:
        """Open a line; raises as `press` does."""
        ...

    def place(self, reader: str, cards: Sequence[str]) -> None:
        """Lay exactly these cards in a reader's field; an empty sequence clears it."""
        ...


class SeatingStore(Protocol):
    """Keeps who sits where, so that phones stay at the table over a restart."""

    def load(self) -> Json | None:
        """Return what was saved last, or None."""
        ...

    def save(self, seating: Json) -> None:
        """Keep this; never raises for a full disk, which is told elsewhere."""
        ...


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds what phones may take; kit settings.

    `frames_per_second` is for each stream: bursts above it come as their newest frame.
    """

    streams: int = 48
    streams_per_address: int = 4
    writes_per_second: float = 10.0
    pin_tries_per_minute: int = 5
    pin_tries_global_per_minute: int = 20
    frames_per_second: float = 25.0
    heartbeat_s: float = 8.0


@dataclass(frozen=True, slots=True)
class Ports:
    """Bundles everything that the app is made from."""

    commands: Commands
    archive: Archive
    health: Health
    shelf: GameShelf
    now_ms: Callable[[], float]
    pin: str
    secret_key: str
    secret_fallbacks: Sequence[str] = ()
    trusted_hosts: Sequence[str] = ("127.0.0.1", "localhost", "[::1]")
    own_address: str = "http://127.0.0.1:8080"
    simulated: SimulatedKit | None = None
    speed: float = 1.0  # of the clock behind `now_ms`, against a phone's
    limits: Limits = field(default_factory=Limits)
    seating: SeatingStore | None = None
    melodies: Mapping[str, Melody] = field(default_factory=dict)
    printed: Printed | None = None
    references: Mapping[str, Json] = field(default_factory=dict)  # of a game's cards, by its slug

"""The state of Boom Boom (2013): frozen values, so that a test can start anywhere in a game.

The kit never sees who holds which cards; it sees holds, rings and calls, and the stacks that are
shown on the tray. All stamps are game time in ns.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.cards.manifest import overlay, read_manifest
from companion.core.errors import FileFault
from companion.core.events import Side
from companion.core.header import Header
from companion.core.stamps import NS_PER_MS, NS_PER_S
from companion.timing.bell_turn import BellTurn
from companion.timing.bursts import Burst

PICTURES = 13
IN_A_STACK = 4
AWARD = "award"
STACKS = {1: 6, 2: 6, 3: 4, 4: 3}  # of each player; one only where all others of a tie have left
TOGETHER_NS = 500 * NS_PER_MS  # both own buttons within: "Boom Boom!" (play.md)
CALL_NS = 3 * NS_PER_S  # from the last ring to the call (D12, D21)
FREEZE_NS = 5 * NS_PER_S  # after a false burst (D23)
NOBODY = 0  # whose a burst is that nobody owns


@dataclass(frozen=True, slots=True)
class House:
    """Holds what this table plays by; durations in ns."""

    goal: str = "points"
    points: int = 5
    rounds: int = 10
    next_start: str = "youngest"
    verify: str = "final"
    freezes: bool = False
    lock_rung: bool = False
    tie_window: int = 0
    ring_gap: int = 800 * NS_PER_MS


@dataclass(frozen=True, slots=True)
class Final:
    """Holds a right last burst: the stamp of its last ring, and until when a call counts (D21).

    `called` is the stamp of the call, or None while it is waited for.
    """

    stamp: int
    until: int
    called: int | None = None


@dataclass(frozen=True, slots=True)
class Player:
    """Holds one seat's part.

    `stacks` are completed in this round. `burst` is its open burst, `final` its last one if that
    was right; `has_called` tells of a call while the burst was open. `showing` are the cards of a
    stack that it lays on the tray, `must_show` that a rung stack waits for it (`verify: rung`).
    `pressed` has the stamp of the last press of each button, `frozen` until when its rings do not
    count, and `stops` the stamp of a false call, which stops play once that stamp has passed.
    """

    points: int = 0
    has_left: bool = False
    stacks: int = 0
    burst: Burst | None = None
    final: Final | None = None
    has_called: bool = False
    showing: tuple[str, ...] = ()
    must_show: bool = False
    pressed: Mapping[Side, int] = field(default_factory=dict, hash=False)
    frozen: int | None = None
    stops: int | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """Holds a burst as the board shows it, until the next one begins; NOBODY's is unowned.

    `stamp` is that of its last ring.
    """

    seat: int
    count: int
    stamp: int
    is_closed: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """Holds the whole game.

    `scored` are the rounds with a point, `corrected` the points that the host added. `dealt` are
    the seats of this round (in a tie round only the tied ones). `youngest` is who began the first
    round, `opener` who began this one, `opening` the last ring of that, and `ended` when the
    round before was over. `passed` is the stamp up to which nothing can happen any more. `stray`
    is an open burst that nobody owns. `finisher` is whose stacks are looked at, `checked` the
    pictures seen there, `rung` whose stack each picture is (`verify: rung`).
    """

    players: Mapping[int, Player]
    house: House
    cards: Mapping[str, str] = field(hash=False, default_factory=dict)  # card -> its picture
    phase: str = "start"
    round: int = 1
    scored: int = 0
    corrected: int = 0
    is_tie_round: bool = False
    dealt: tuple[int, ...] = ()
    youngest: int | None = None
    last_winner: int | None = None
    opening: int = 0
    opener: int = NOBODY
    ended: int | None = None
    passed: int = -1
    turn: BellTurn = field(default_factory=BellTurn)
    stray: Burst | None = None
    shown: Shown | None = None
    finisher: int | None = None
    checked: tuple[str, ...] = ()
    rung: Mapping[str, int] = field(default_factory=dict, hash=False)
    margin_ms: float | None = None
    places: Mapping[int, int] = field(default_factory=dict, hash=False)

    @property
    def seats(self) -> tuple[int, ...]:
        """Return all seats, clockwise from 1."""
        return tuple(self.players)

    @property
    def present(self) -> tuple[int, ...]:
        """Return the seats that have not left the table."""
        return tuple(seat for seat, player in self.players.items() if not player.has_left)

    @property
    def playing(self) -> tuple[int, ...]:
        """Return the seats that play this round: whom an Ask waits for; nobody plays alone."""
        present = self.present
        return tuple(seat for seat in self.dealt if seat in present) if len(present) > 1 else ()

    @property
    def total(self) -> int:
        """Return how many stacks each player of this round has."""
        return STACKS[len(self.dealt)] if self.dealt else 0

    @property
    def winners(self) -> tuple[int, ...]:
        """Return the seats in the first place once the game is over."""
        return tuple(seat for seat, place in self.places.items() if place == 1)


def set_up(header: Header, manifest: Mapping[str, Any]) -> State:
    """Return the state before the first round; raises FileFault for a deck that will not do."""
    deck = read_manifest(overlay(manifest, header.deck))
    given = header.options
    return State(
        players={seat: Player() for seat in header.numbers},
        house=House(
            goal=given["goal"],
            points=given["points"],
            rounds=given["rounds"],
            next_start=given["next_start"],
            verify=given["verify"],
            freezes=given["false_ring"] == "freeze",
            lock_rung=given["lock_rung"],
            tie_window=given["tie_window"],
            ring_gap=given["ring_gap"],
        ),
        cards=_pictures({name: card.kind for name, card in deck.cards.items()}),
        youngest=header.first,
    )


def _pictures(kinds: Mapping[str, str]) -> Mapping[str, str]:
    """Return the picture of each card; raises FileFault unless 13 x 4 and four awards (D1)."""
    held: dict[str, int] = {}
    for kind in kinds.values():
        held[kind] = held.get(kind, 0) + 1
    faults = [
        f"cards: found {number} of {kind} (allowed: {IN_A_STACK})"
        for kind, number in held.items()
        if number != IN_A_STACK
    ]
    pictures = [kind for kind in held if kind != AWARD]
    if len(pictures) != PICTURES or AWARD not in held:
        wanted = f"{PICTURES} pictures and the awards"
        faults.append(f"cards: found {len(pictures)} pictures (allowed: {wanted})")
    if faults:
        raise FileFault("deck", faults)
    return kinds


def with_player(state: State, seat: int, **changes: Any) -> State:
    """Return the state with one player changed."""
    player = replace(state.players[seat], **changes)
    return replace(state, players={**state.players, seat: player})


def with_all(state: State, **changes: Any) -> State:
    """Return the state with every player changed alike."""
    players = {seat: replace(player, **changes) for seat, player in state.players.items()}
    return replace(state, players=players)

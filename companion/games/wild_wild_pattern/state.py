"""The state of Wild Wild Pattern: frozen values, so that a test can start anywhere in a game.

The kit knows every card that lies face up, and how many lie face down or in hands; which ones
those are it never knows. All stamps are game time in ns.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.core.header import Header
from companion.core.stamps import NS_PER_S
from companion.games.wild_wild_pattern.bank import Payout
from companion.games.wild_wild_pattern.box import CHALLENGES, PATTERNS
from companion.games.wild_wild_pattern.deck import PatternDeck, read_deck
from companion.games.wild_wild_pattern.pattern import SLOTS, Wheel
from companion.games.wild_wild_pattern.prizes import Prize
from companion.games.wild_wild_pattern.verdicts import Verdict

DRAWN_CARDS = len(PATTERNS) + len(CHALLENGES)
MANCHE_ENDS_AT = 5  # won Pattern cards (W33)
LEAST_PLAYERS = 2  # whoever is left alone has won
EMPTY: Wheel = ((),) * SLOTS
STAGES = {4: "OK Corral", 3: "Mexican stall", 2: "High noon"}  # Dead or Alive, by living players
VERSE_NS = 20 * NS_PER_S  # verse and chorus; the option's default is the chorus alone


@dataclass(frozen=True, slots=True)
class Player:
    """Holds one seat's part: what lies face up in front of it, and its money in cents.

    `has_card` tells of a drawn card that nobody else has seen; `target` is its Target card, where
    the table told it.
    """

    money: int = 0
    won: tuple[str, ...] = ()
    challenges: tuple[str, ...] = ()
    target: str | None = None
    has_card: bool = False
    is_out: bool = False
    has_left: bool = False


@dataclass(frozen=True, slots=True)
class House:
    """Holds what this table plays by; durations in ns. `judging` are the judge's options."""

    mode: str
    judging: Mapping[str, Any] = field(hash=False)
    clementine: str = "song"
    clementine_ns: int = 10 * NS_PER_S
    speak_ns: int = 5 * NS_PER_S
    tie_window: int = 0
    pay_per_match: bool = False
    saloon_tie: str = "continue"
    has_hint: bool = False
    pause_ns: int = NS_PER_S


@dataclass(frozen=True, slots=True)
class Covering:
    """Holds a cover that is being told: who, with which card, on which slot, and what is claimed.

    A `card` or `slot` is None until it is told; `is_clicked` tells that the card is the clicker's
    and lies on the deck. `votes` are the opponents' words where the table judges.
    """

    seat: int
    card: str | None = None
    slot: int | None = None
    is_clicked: bool = False
    words: tuple[str, ...] = ()
    votes: Mapping[int, bool] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Claim:
    """Holds the last claim as it was judged: by the kit (`verdict`), or by the table.

    `words` are empty where only the table heard them. `why` is None for a right one.
    """

    seat: int
    words: tuple[str, ...]
    why: str | None
    occurrences: int
    verdict: Verdict | None = None
    won: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Click:
    """Holds a clicked card, who clicked, and when Clementine ends (None before she begins)."""

    by: int
    card: str | None = None
    until: int | None = None


@dataclass(frozen=True, slots=True)
class Winning:
    """Holds a prize that is being taken: by whom, of what, and what was chosen so far."""

    seat: int
    prize: Prize
    chosen: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """Holds the whole game.

    `left` are the cards not yet drawn, `gone` the known ones out of play, `unseen` how many more
    are. `dealer` lays and fills the Wheel, `user` may use a Challenge card, `placing` is
    whose card is placed. `ended` is who ended the turn; `paid` the cents that
    the Bank and the host have given so far, less what was reset.
    """

    players: Mapping[int, Player]
    deck: PatternDeck
    house: House
    phase: str = "wheel"
    manche: int = 1
    turn: int = 0
    dealer: int = 1
    wheel: Wheel = EMPTY
    left: int = DRAWN_CARDS
    gone: tuple[str, ...] = ()
    unseen: int = 0
    covering: Covering | None = None
    claim: Claim | None = None
    click: Click | None = None
    winning: Winning | None = None
    user: int | None = None
    placing: int | None = None
    ended: int | None = None
    paid: int = 0
    payouts: Mapping[int, Payout] = field(default_factory=dict, hash=False)
    margin_ms: float | None = None
    winners: tuple[int, ...] = ()

    @property
    def seats(self) -> tuple[int, ...]:
        """Return all seats, clockwise from 1."""
        return tuple(self.players)

    @property
    def alive(self) -> tuple[int, ...]:
        """Return the seats that are neither out nor gone."""
        return tuple(
            seat for seat, player in self.players.items() if not (player.is_out or player.has_left)
        )

    @property
    def playing(self) -> tuple[int, ...]:
        """Return whom an Ask waits for: the living, until one of them is left alone."""
        return self.alive if len(self.alive) >= LEAST_PLAYERS else ()

    def opponents(self, seat: int) -> tuple[int, ...]:
        """Return who else plays, counter-clockwise from a seat's right (W13)."""
        behind = sorted(self.playing, key=lambda other: (seat - other) % len(self.seats))
        return tuple(other for other in behind if other != seat)

    def clockwise_of(self, seat: int) -> tuple[int, ...]:
        """Return who plays, clockwise from the one after a seat, that seat last (W16)."""
        count = len(self.seats)
        return tuple(sorted(self.playing, key=lambda other: (other - seat - 1) % count))


def set_up(header: Header, manifest: Mapping[str, Any]) -> State:
    """Return the state before the first Wheel; raises FileFault for a deck that will not do."""
    given = header.options
    is_verse = given["clementine"] == "verse" and "clementine_seconds" not in _stated(header)
    return State(
        players={seat: Player() for seat in header.numbers},
        deck=read_deck(manifest, header.deck),
        house=House(
            mode=given["mode"],
            judging={
                name: given[name]
                for name in ("min_occurrences", "novelty", "require_participation")
            },
            clementine=given["clementine"],
            clementine_ns=VERSE_NS if is_verse else given["clementine_seconds"],
            speak_ns=given["speak_seconds"],
            tie_window=given["tie_window"],
            pay_per_match=given["pay_per_match"],
            saloon_tie=given["saloon_tie"],
            has_hint=given["hint"],
            pause_ns=given["ring_gap"],
        ),
        dealer=header.first or 1,
    )


def _stated(header: Header) -> Mapping[str, Any]:
    """Return the options that the table stated itself, without defaults."""
    stated = header.given.get("options", {})
    return stated if isinstance(stated, Mapping) else {}


def with_player(state: State, seat: int, **changes: Any) -> State:
    """Return the state with one player changed."""
    player = replace(state.players[seat], **changes)
    return replace(state, players={**state.players, seat: player})


def with_all(state: State, **changes: Any) -> State:
    """Return the state with every player changed alike."""
    players = {seat: replace(player, **changes) for seat, player in state.players.items()}
    return replace(state, players=players)

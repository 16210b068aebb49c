"""The state of BOOM BOOM: players, piles, the round, and what is being done right now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.core.stamps import NS_PER_S
from companion.games.boom_boom_battle.deck import BattleDeck

TEAMS = ("a", "b")
LAST_SHRINK = 6  # the game is ranked after the sixth phase (B15)


@dataclass(frozen=True, slots=True)
class Claim:
    """Holds what a player answered of a hidden hand, so that a shown card may contradict it (B66).

    Of the `held` cards at most `most` have one of `numbers` (`is_distinct`: so many of the numbers
    themselves), and at least `least`. `drawn` cards have come since, and may be any. `shown` are
    the numbers of the cards shown since that match, `others` counts those that do not.
    """

    numbers: tuple[int, ...]
    most: int = 0
    is_distinct: bool = False
    least: int = 0
    held: int = 0
    drawn: int = 0
    shown: tuple[int, ...] = ()
    others: int = 0


@dataclass(frozen=True, slots=True)
class Lying:
    """Holds a card that lies in front of a player, and the number of the turn since when."""

    card: str
    since: int


@dataclass(frozen=True, slots=True)
class Player:
    """Holds one seat's part: the size of its hand, and in front what everybody sees.

    `cards` are those of the hand that the kit knows (`tracked`). `fresh` counts the cards drawn
    since the last shrink phase: only those may turn out to be circled (B11); `drew_in` is the
    number of the turn in which the last one came. `claims` are answers that a shown card may
    contradict (`honour`).
    """

    team: str | None
    hand: int = 0
    cards: tuple[str, ...] = ()
    front: tuple[Lying, ...] = ()
    fresh: int = 0
    drew_in: int = -1
    claims: tuple[Claim, ...] = ()
    is_out: bool = False


@dataclass(frozen=True, slots=True)
class House:
    """Holds what this table plays by; durations in ns."""

    mode: str
    is_tracked: bool
    reaction_ns: int = 5 * NS_PER_S
    revives: bool = False
    is_any_wipe_won: bool = False
    gap_ns: int = NS_PER_S


@dataclass(frozen=True, slots=True)
class Play:
    """Is a card with what it is played on; a draft while `target` or `numbers` are still open.

    `partner` is the second card of the same name under Tunnel (B63).
    """

    by: int
    card: str
    target: int | None = None
    numbers: tuple[int, ...] = ()
    partner: str | None = None


@dataclass(frozen=True, slots=True)
class Attack:
    """Is an attack in progress (B40).

    `at` is the player who is being tested; `hits` tells each player that was tested and what hit:
    numbers of the LMG, cards of a grenade, 1 for each other hit, 0 for a complete miss. `asked`
    still have to answer (`honour`).
    """

    play: Play
    kind: str
    is_counter: bool = False
    at: int | None = None
    hits: Mapping[int, int] = field(default_factory=dict, hash=False)
    asked: tuple[int, ...] = ()

    @property
    def by(self) -> int:
        """Return who attacks."""
        return self.play.by


@dataclass(frozen=True, slots=True)
class Owes:
    """Holds what a player still has to lay on the tray, and why.

    `count` is exactly how many, or None for as many as bear one of `numbers`; `by` lays them:
    the player, or the attacker who picks them blind (Forest). They go to the discard pile, or
    `is_out` of the game, beside the location card. `among` are the only cards meant, if not all.
    """

    why: str
    count: int | None
    by: int
    numbers: tuple[int, ...] = ()
    is_out: bool = False
    among: tuple[str, ...] = ()
    laid: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """Holds the whole game.

    `draw` and `remaining` count cards nobody has seen. `discard` lies face up; `out` left the game
    beside the location cards; `played` are cards that are being resolved (B70). `circled` are the
    shrunk numbers in order, `location` the last flipped one's name, in force unless
    `is_shrinking` (B13). `reactions` are the kinds that those may play who are `reacting`, by what
    everybody knows. `killer` is the attack card that ended the turn's last action, for B18.
    """

    players: Mapping[int, Player]
    deck: BattleDeck
    house: House
    draw: int
    remaining: int
    first: int | None = None
    phase: str = "deal"
    turn: int | None = None
    turns: int = 0
    discard: tuple[str, ...] = ()
    out: tuple[str, ...] = ()
    played: tuple[str, ...] = ()
    circled: tuple[int, ...] = ()
    flipped: tuple[str, ...] = ()
    location: str | None = None
    is_shrinking: bool = False
    tokens: Mapping[str, int] = field(default_factory=dict, hash=False)
    draft: Play | None = None
    escaping: tuple[str, ...] | None = None
    attack: Attack | None = None
    owes: Mapping[int, Owes] = field(default_factory=dict, hash=False)
    reacting: tuple[int, ...] = ()
    reactions: Mapping[int, tuple[str, ...]] = field(default_factory=dict, hash=False)
    looked: str | None = None
    killer: str | None = None
    winners: tuple[int, ...] = ()
    is_over: bool = False

    # Who plays

    @property
    def seats(self) -> tuple[int, ...]:
        """Return all seats, clockwise from 1."""
        return tuple(self.players)

    @property
    def living(self) -> tuple[int, ...]:
        """Return the seats that are not eliminated; with an empty hand too, until a turn ends."""
        return tuple(seat for seat, player in self.players.items() if not player.is_out)

    @property
    def playing(self) -> tuple[int, ...]:
        """Return whom an Ask waits for: the living, while there are two sides."""
        living = self.living
        # Asked many times for each event, so the first opponent found is enough.
        is_contested = any(not self.are_mates(living[0], seat) for seat in living[1:])
        return living if is_contested and not self.is_over else ()

    @property
    def sides(self) -> tuple[str | int, ...]:
        """Return the sides that still live: teams, or in free_for_all seats."""
        return tuple(dict.fromkeys(self.side(seat) for seat in self.living))

    def side(self, seat: int) -> str | int:
        """Return a seat's side: its team, or in free_for_all itself."""
        return self.players[seat].team or seat

    def of_side(self, side: str | int) -> tuple[int, ...]:
        """Return a side's seats, eliminated ones too (B75)."""
        return tuple(seat for seat in self.seats if self.side(seat) == side)

    def are_mates(self, seat: int, other: int) -> bool:
        """Tell whether two seats are on one side."""
        return self.side(seat) == self.side(other)

    def opponents(self, seat: int) -> tuple[int, ...]:
        """Return the living of other sides, clockwise from a seat's left."""
        return tuple(s for s in self.clockwise(seat) if not self.are_mates(s, seat))

    def clockwise(self, seat: int) -> tuple[int, ...]:
        """Return the living clockwise from the one at a seat's left, without that seat."""
        ordered = sorted(self.living, key=lambda other: (other - seat - 1) % len(self.seats))
        return tuple(other for other in ordered if other != seat)

    def in_turn(self, seat: int) -> tuple[int, ...]:
        """Return the living in turn order, from a seat on."""
        return tuple(sorted(self.living, key=lambda one: (one - seat) % len(self.seats)))

    def left_of(self, seat: int) -> int:
        """Return a seat's living left neighbour: the next one clockwise."""
        return self.clockwise(seat)[0]

    def right_of(self, seat: int) -> int:
        """Return a seat's living right neighbour."""
        return self.clockwise(seat)[-1]

    # What lies where

    @property
    def effect(self) -> str | None:
        """Return the location whose effect is in force, or None (B13)."""
        return None if self.is_shrinking else self.location

    @property
    def total(self) -> int:
        """Return how many action cards there are."""
        return len(self.deck.actions)

    @property
    def open_numbers(self) -> tuple[int, ...]:
        """Return the numbers that may still be aimed at."""
        return tuple(number for number in range(1, 9) if number not in self.circled)

    @property
    def fight(self) -> Attack:
        """Return the attack in progress; raises LookupError where there is none."""
        if self.attack is None:
            raise LookupError("no attack is in progress")
        return self.attack

    def front_of(self, seat: int) -> tuple[str, ...]:
        """Return the cards that lie in front of a seat."""
        return tuple(lying.card for lying in self.players[seat].front)

    def lying(self, seat: int, kind: str) -> str | None:
        """Return the card of a kind that lies in front of a seat, or None."""
        return next((c for c in self.front_of(seat) if self.deck.kind(c) == kind), None)


def with_player(state: State, seat: int, **changes: Any) -> State:
    """Return the state with one player changed."""
    player = replace(state.players[seat], **changes)
    return replace(state, players={**state.players, seat: player})

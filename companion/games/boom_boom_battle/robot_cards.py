"""The cards of a table that robots play: real ones, in hands that their players alone look into.

They lie in the state that everybody knows, with every hand filled, beside two piles face down.
What is ruled of a card that lies elsewhere, after an undo or a correction, is made true by
exchanging two: none is lost, none is there twice.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace

from companion.core.robots import Chance
from companion.games.boom_boom_battle.box import LOCATIONS
from companion.games.boom_boom_battle.piles import is_circled
from companion.games.boom_boom_battle.state import Play, State, with_player

MOST_MOMENTS = 200  # that are remembered


@dataclass(frozen=True, slots=True)
class Pack:
    """Holds where every card lies; the top of a pile is its last card.

    `came` are the cards of each seat's last draw, `laid` those that a seat plays at another's turn
    before it is ruled. `owes` is how many cards a hit still costs a seat.
    """

    state: State
    draw: tuple[str, ...] = ()
    remaining: tuple[str, ...] = ()
    locations: tuple[str, ...] = ()
    came: Mapping[int, tuple[str, ...]] = field(default_factory=dict, hash=False)
    laid: Mapping[int, tuple[str, ...]] = field(default_factory=dict, hash=False)
    owes: Mapping[int, int] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Moment:
    """Holds what was asked at a moment, and how the cards lay."""

    asked: Hashable
    pack: Pack


class RobotCards:
    """Holds the pack, and how it was before."""

    def __init__(self, state: State, chance: Chance) -> None:
        self.pack = shuffled(state, chance)
        self._moments: list[Moment] = []

    @property
    def state(self) -> State:
        """Return the table's state, with every hand known; a seat looks into its own alone."""
        return self.pack.state

    @property
    def everything(self) -> tuple[str, ...]:
        """Return all action cards."""
        return tuple(self.state.deck.actions)

    def hand(self, seat: int) -> tuple[str, ...]:
        """Return a seat's own hand, without cards that it has just laid at another's turn."""
        laid = self.pack.laid.get(seat, ())
        return tuple(card for card in self.state.players[seat].cards if card not in laid)

    def circled(self, seat: int) -> tuple[str, ...]:
        """Return the cards of a hand whose number is circled."""
        return tuple(card for card in self.hand(seat) if is_circled(self.state, card))

    def lay(self, seat: int, cards: tuple[str, ...]) -> None:
        """Take note that a seat strikes back, or blocks, with cards that lie open now."""
        self.pack = replace(self.pack, laid={**self.pack.laid, seat: cards})

    def mean(self, play: Play | None) -> None:
        """Take note of what a seat is about to play."""
        self.pack = replace(self.pack, state=replace(self.state, draft=play))

    # What was before

    def remember(self, asked: Hashable) -> None:
        """Remember how the cards lie while something is asked."""
        if not self._moments or self._moments[-1].asked != asked:
            self._moments = [*self._moments, Moment(asked, self.pack)][-MOST_MOMENTS:]

    def go_back(self, asked: Hashable, steps: int) -> None:
        """Let the cards lie as they did when the same was asked, about so many steps ago."""
        places = [at for at, moment in enumerate(self._moments) if moment.asked == asked]
        if places:
            wanted = len(self._moments) - 1 - steps
            at = min(places, key=lambda place: abs(place - wanted))
            self.pack = self._moments[at].pack
            del self._moments[at + 1 :]


def shuffled(state: State, chance: Chance) -> Pack:
    """Return a pack that has been shuffled, and dealt as the state says."""
    cards, locations = list(state.deck.actions), list(LOCATIONS)
    chance.shuffle(cards)
    chance.shuffle(locations)
    for seat, player in state.players.items():
        state = with_player(state, seat, cards=tuple(cards[: player.hand]))
        del cards[: player.hand]
    draw, remaining = tuple(cards[: state.draw]), tuple(cards[state.draw :])
    return Pack(state, draw, remaining, tuple(locations))


def exchanged(pack: Pack, card: str, other: str) -> Pack:
    """Return the pack with two action cards in each other's places."""
    turned = {card: other, other: card}

    def row(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(turned.get(one, one) for one in cards)

    state = pack.state
    for seat, player in state.players.items():
        front = tuple(replace(one, card=turned.get(one.card, one.card)) for one in player.front)
        state = with_player(state, seat, cards=row(player.cards), front=front)
    discard, gone, played = row(state.discard), row(state.out), row(state.played)
    state = replace(state, discard=discard, out=gone, played=played)
    return replace(pack, state=state, draw=row(pack.draw), remaining=row(pack.remaining))


def held(pack: Pack, seat: int, card: str) -> Pack:
    """Return the pack with a card in a hand: what was taken to be there changes places with it."""
    cards = pack.state.players[seat].cards
    if card in cards or not cards:
        return pack
    return exchanged(pack, card, cards[-1])


def lying(pack: Pack, seat: int, card: str) -> Pack:
    """Return the pack with a card in front of a seat, if anything of its kind lies there."""
    front = pack.state.front_of(seat)
    if card in front or not front:
        return pack
    return exchanged(pack, card, front[-1])

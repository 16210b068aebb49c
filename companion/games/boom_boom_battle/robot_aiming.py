"""How robots aim: at the locations where most unseen cards may be, and at whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.games.boom_boom_battle.attacks import is_dazed, may_pair, reach
from companion.games.boom_boom_battle.box import AIMED, AT_ONE, RESCUES
from companion.games.boom_boom_battle.legal import choices, wants_target
from companion.games.boom_boom_battle.piles import public_place
from companion.games.boom_boom_battle.robot_cards import RobotCards
from companion.games.boom_boom_battle.robot_mind import Mind
from companion.games.boom_boom_battle.state import Play

FEWER = 0.12  # how often fewer numbers are aimed at than might be
PAIRS = 0.85  # how often a second card of the name ensures the hit
FOR_ANOTHER = 0.12  # how often equipment or a vehicle is laid before somebody else
BLUNDER = 0.03  # how often a number is told that cannot be aimed at
NOISE = 3.0  # cards by which a location may seem better than it is
BLUNDERS = (0, 9, 10)
EMPTY = 0.01  # how good a target is that has no card left


class Aiming:
    """Chooses whom a card is played on, and the numbers."""

    def __init__(self, mind: Mind, cards: RobotCards) -> None:
        self._mind = mind
        self._cards = cards

    def play(self, seat: int, card: str, target: int | None = None) -> Play:
        """Return how a seat plays a card; on `target` where that is fixed."""
        kind = self._cards.state.deck.kind(card)
        chosen = self.target(seat, kind) if target is None else target
        partner = self.partner(seat, card)
        if partner is not None and self._mind.rolls(PAIRS):
            return Play(seat, card, chosen, (), partner)
        return Play(seat, card, chosen, self.numbers(seat, kind))

    def partner(self, seat: int, card: str) -> str | None:
        """Return another card of the name, where Tunnel lets that ensure a hit, or None."""
        state = self._cards.state
        kind = state.deck.kind(card)
        same = [one for one in self._cards.hand(seat) if state.deck.kind(one) == kind]
        others = [one for one in same if one != card and one not in self._cards.circled(seat)]
        return others[0] if others and may_pair(state, kind) else None

    # Whom

    def target(self, seat: int, kind: str) -> int | None:
        """Return whom a card is played on, if on anybody; mostly who has the fewest cards."""
        among = choices(self._cards.state, seat, kind) if wants_target(kind) else ()
        if kind in AT_ONE:
            return self.weakest(among)
        if kind in RESCUES and among:
            return self._patient(seat, among)
        if kind == "flashbang":
            awake = [other for other in among if not is_dazed(self._cards.state, other)]
            return self._mind.chance.choice(awake) if awake else next(iter(among), None)
        is_for_another = len(among) > 1 and self._mind.rolls(FOR_ANOTHER)
        return among[1] if is_for_another else next(iter(among), None)

    def weakest(self, among: Sequence[int]) -> int | None:
        """Return one of several opponents: the likelier, the fewer cards it has."""
        weights = [(one, 1 / (1 + hand) if (hand := self._hand(one)) else EMPTY) for one in among]
        return self._mind.weighed(weights) if weights else None

    def _patient(self, seat: int, among: Sequence[int]) -> int:
        gone = [one for one in among if self._cards.state.players[one].is_out]
        return gone[0] if gone else min(among, key=lambda one: (self._hand(one), one != seat))

    def _hand(self, seat: int) -> int:
        return self._cards.state.players[seat].hand

    # Where

    def numbers(self, seat: int, kind: str) -> tuple[int, ...]:
        """Return the numbers to aim at; none for a card without."""
        if kind not in AIMED:
            return ()
        state = self._cards.state
        count = reach(state, kind)
        if count > 1 and self._mind.rolls(FEWER):
            count -= 1
        worth = self._worth(seat, own=-3 if kind == "grenade" else 0)
        best = sorted(state.open_numbers, key=lambda number: -worth[number])
        return tuple(best[:count])

    def _worth(self, seat: int, own: int) -> dict[int, float]:
        """Return how many cards of each location others may hold; `own` is what an own one is."""
        state = self._cards.state
        hand = self._cards.hand(seat)
        unseen = (c for c in state.deck.actions if c not in hand and not public_place(state, c))
        count = Counter(state.deck.number(card) for card in unseen)
        mine = Counter(state.deck.number(card) for card in hand)
        noise = self._mind.chance.random
        return {n: count[n] + own * mine[n] + NOISE * noise() for n in state.open_numbers}

    def wrong(self, kind: str, numbers: Sequence[int]) -> tuple[int, ...]:
        """Return numbers that cannot be aimed at: circled, strange, twice, or too many (B41)."""
        state = self._cards.state
        surplus = [*numbers, *(n for n in state.open_numbers if n not in numbers)]
        return self._mind.chance.choice(
            (
                (*numbers[:-1], self._mind.chance.choice((*state.circled, *BLUNDERS))),
                (*numbers, *numbers[:1]),
                tuple(surplus[: reach(state, kind) + 1]),
            )
        )

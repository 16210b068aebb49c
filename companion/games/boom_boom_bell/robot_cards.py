"""The cards of a table that robots play: real stacks, and a board, changed one card at a time.

Every player aims at pictures of its own, so that nobody waits for a card that somebody keeps:
each exchange that helps brings a card to where it stays, and so the exchanging ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.core.robots import Chance
from companion.games.boom_boom_bell.state import AWARD, IN_A_STACK

BOARD = 4  # cards face up

Stack = tuple[str, ...]


class RobotCards:
    """Holds where every card lies; `pictures` says what is on each, awards among them."""

    def __init__(self, pictures: Mapping[str, str], chance: Chance) -> None:
        self.stacks: dict[int, list[list[str]]] = {}
        self.board: list[str] = []
        self.in_hand: dict[int, int] = {}  # which of its stacks each player has lifted (D5)
        self._pictures = pictures
        self._chance = chance
        self._dealt: tuple[str, ...] = ()
        self._aims: dict[str, tuple[int, int]] = {}  # whose picture, and for which stack

    def deal(self, seats: Sequence[int], stacks: int) -> None:
        """Deal so many stacks to each seat, and four cards to the board.

        For two to four players that is all the 52 cards (D1); for fewer cards some pictures stay
        in the box, so that those in play are always whole.
        """
        kinds = sorted(set(self._pictures.values()) - {AWARD})
        self._chance.shuffle(kinds)
        kinds = kinds[: len(seats) * stacks + 1]
        pile = [card for card, picture in self._pictures.items() if picture in kinds]
        self._chance.shuffle(pile)
        self._dealt = tuple(pile)
        self.board = [pile.pop() for _ in range(BOARD)]
        self.stacks = {
            seat: [[pile.pop() for _ in range(IN_A_STACK)] for _ in range(stacks)]
            for seat in seats
        }
        self.in_hand = {}
        self._aim(kinds)

    def _aim(self, kinds: list[str]) -> None:
        """Let every stack have a picture of its own: one that it has most of."""
        places = [(seat, place) for seat, own in self.stacks.items() for place in range(len(own))]
        self._chance.shuffle(places)
        # A stack that was dealt complete comes first: nobody else may aim at its picture.
        places.sort(key=lambda one: -max(Counter(self._seen(*one)).values()))
        self._aims = {}
        for seat, place in places:
            seen = self._seen(seat, place)
            picture = max(kinds, key=seen.count)
            kinds.remove(picture)
            self._aims[picture] = (seat, place)

    def _seen(self, seat: int, place: int) -> list[str]:
        return [self._pictures[card] for card in self.stacks[seat][place]]

    # Exchanges

    def exchange(self, seat: int) -> bool:
        """Let a player exchange one card with the board (D3); tell whether it did.

        It takes a card that one of its stacks needs. Where no card of the board helps anybody it
        gives away what it does not need for what nobody does: that helps somebody.
        """
        wanted = [
            (aim[1], card)
            for card in self.board
            if (aim := self._aims.get(self._pictures[card])) is not None and aim[0] == seat
        ]
        if wanted:
            return self._swap(seat, *self._chance.choice(self._at_hand(seat, wanted)))
        unfinished = [place for place in range(len(self.stacks[seat])) if self._spare(seat, place)]
        if not unfinished or any(self._pictures[card] in self._aims for card in self.board):
            return False
        place = self._chance.choice(unfinished)
        return self._swap(seat, place, self._chance.choice(self.board))

    def _at_hand(self, seat: int, wanted: list[tuple[int, str]]) -> list[tuple[int, str]]:
        """Prefer the stack that is in hand already."""
        now = [one for one in wanted if one[0] == self.in_hand.get(seat)]
        return now or wanted

    def _spare(self, seat: int, place: int) -> list[str]:
        """Return the cards of a stack that it does not aim at."""
        cards = self.stacks[seat][place]
        return [card for card in cards if self._aims.get(self._pictures[card]) != (seat, place)]

    def _swap(self, seat: int, place: int, card: str) -> bool:
        given = self._chance.choice(self._spare(seat, place))
        self.in_hand[seat] = place
        stack = self.stacks[seat][place]
        stack[stack.index(given)] = card
        self.board[self.board.index(card)] = given
        return True

    # What lies where

    def complete(self, seat: int) -> tuple[Stack, ...]:
        """Return the stacks of a seat that are four of one kind, however they came about (D7)."""
        own = self.stacks.get(seat, ())
        return tuple(tuple(stack) for stack in own if len({*map(self.picture, stack)}) == 1)

    def picture(self, card: str) -> str:
        """Return what is on a card."""
        return self._pictures[card]

    def strays(self, seat: int) -> tuple[str, ...]:
        """Return cards that do not lie in a complete stack of the seat, and the awards."""
        whole = {card for stack in self.complete(seat) for card in stack}
        return tuple(card for card in self._pictures if card not in whole)

    def gone(self) -> str | None:
        """Say which cards are gone, or come twice, or lie where they may not; None if all is well.

        Four lie on the board and four in every stack, and they are those that were dealt.
        """
        stacks = [stack for own in self.stacks.values() for stack in own]
        lying = Counter(card for cards in (self.board, *stacks) for card in cards)
        dealt = Counter(self._dealt)
        if lying != dealt:
            return f"cards gone: {sorted(dealt - lying)}; too many: {sorted(lying - dealt)}"
        wrong = [len(stack) for stack in stacks if len(stack) != IN_A_STACK]
        return f"stacks of {wrong} cards" if wrong else None

"""How robots get a claim judged: by its words on a phone, or by what the opponents heard."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.asks import Offer
from companion.core.events import Side
from companion.core.robots import Move
from companion.core.rulings import Ruling
from companion.games.wild_wild_pattern import rulings
from companion.games.wild_wild_pattern.box import PATTERNS
from companion.games.wild_wild_pattern.robot_cards import RobotCards
from companion.games.wild_wild_pattern.robot_claims import Meant
from companion.games.wild_wild_pattern.robot_mind import Mind, about, say, seats, tap
from companion.games.wild_wild_pattern.robot_numbers import Numbers
from companion.games.wild_wild_pattern.robot_places import Pile
from companion.games.wild_wild_pattern.robot_shots import Shots

ENTERS = 0.6  # how often a claim is entered on a phone
ENTERS_OWN = 0.6  # how often that is the claimant's
MISSPELLS = 0.04  # how often it is entered with a word that means nothing
MISSPELT = (("after", "gun", "sheep"), ("under", "gun", "red"))
VOTES_WRONGLY = 0.05
SHOWS_WRONG = 0.03  # how often another card is tapped than the covered one
IN_VAIN = 6  # times that the covered card was shown, after which any one is tried
MOST_REPEATS, MOST_KINDS = 7, 2
BY_SUIT, BY_COLOUR = 1, 2  # presses that tell what was paired


class Judging:
    """Plays from the spoken words to the judgement."""

    def __init__(self, mind: Mind, cards: RobotCards, shots: Shots, numbers: Numbers) -> None:
        self._mind = mind
        self._cards = cards
        self._shots = shots
        self._numbers = numbers

    def hear(self, ruling: Ruling) -> None:
        """Leave the card of a right claim where it covers."""
        match ruling:
            case rulings.ClaimRight(seat=seat):
                card = self._cards.played
                if card is not None:
                    self._cards.move(card, (Pile.SLOT, self._shots.meaning(seat).slot))
            case _:
                pass

    def judge(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Show the covered card, and enter the words; or let the opponents judge."""
        claimant = about(offers, "covered")[0].seat
        meant = self._shots.meaning(claimant)
        if self._mind.does("covered", claimant, likely=1):
            return (self.show(claimant, meant),)
        teller = self.teller(claimant, offers)
        if teller is not None and self._mind.does("words", claimant, likely=1):
            return self._enter(teller, meant)
        votes = about(offers, "accept")
        if votes and teller is None:
            return self._vote(votes, meant)
        # All is told, and still it is asked: something was not understood.
        self._mind.forget("covered", claimant)
        self._mind.forget("words", claimant)
        return (self.show(claimant, meant),)

    def show(self, claimant: int, meant: Meant, after: int = 0) -> Move:
        """Tap the covered card, or tell its slot; where that is in vain, another card."""
        stack = self._cards.wheel[meant.slot]
        card = stack[-1] if stack else ""
        if not stack or self._mind.is_lost("covered", claimant, most=6):
            card = self._mind.chance.choice(PATTERNS)
        elif self._mind.does("shows wrong", claimant, likely=SHOWS_WRONG):
            self._mind.forget("covered", claimant)
            return tap(claimant, self._mind.chance.choice(PATTERNS), "centre", after)
        elif self._cards.played is not None and self._mind.is_by_phone(claimant):
            told = {"card": self._cards.played, "slot": meant.slot}
            return say(claimant, after, cover=told)
        return tap(claimant, card, "centre", after)

    def teller(self, claimant: int, offers: Sequence[Offer]) -> int | None:
        """Decide once on whose phone the words are entered; on nobody's, the table judges."""
        return self._mind.once("teller", claimant, roll=lambda: self._choose(claimant, offers))

    def _choose(self, claimant: int, offers: Sequence[Offer]) -> int | None:
        if not self._mind.rolls(ENTERS):
            return None
        is_own = self._mind.rolls(ENTERS_OWN)
        return claimant if is_own else self._mind.chance.choice(seats(offers))

    def _enter(self, teller: int, meant: Meant) -> Sequence[Move]:
        right = say(teller, claim=list(meant.words))
        if self._mind.rolls(MISSPELLS):
            misspelt = self._mind.chance.choice(MISSPELT)
            return (say(teller, claim=list(misspelt)), right)
        return (right,)

    def _vote(self, votes: Sequence[Offer], meant: Meant) -> Sequence[Move]:
        """Judge by the truth, and now and then not."""
        return [self._mind.take(self._voted(votes, seat, meant)) for seat in seats(votes)]

    def _voted(self, votes: Sequence[Offer], seat: int, meant: Meant) -> Offer:
        is_for = (meant.wrong is None) != self._mind.rolls(VOTES_WRONGLY)
        side = Side.LEFT if is_for else Side.RIGHT
        return next(one for one in votes if one.seat == seat and one.button is side)

    # Numbers

    def repeats(self, offers: Sequence[Offer], now: int) -> Sequence[Move]:
        """Press once for each repeat; one at least, since none cannot be pressed."""
        seat = about(offers, "repeats")[0].seat
        repeats = min(max(1, self._shots.meaning(seat).occurrences - 1), MOST_REPEATS)
        return self._numbers.tell(seat, "repeats", repeats, MOST_REPEATS, now)

    def pairing(self, offers: Sequence[Offer], now: int) -> Sequence[Move]:
        """Press once for a suit, twice for a colour."""
        seat = about(offers, "pairing")[0].seat
        kind = BY_SUIT if self._shots.meaning(seat).is_by_suit else BY_COLOUR
        return self._numbers.tell(seat, "pairing", kind, MOST_KINDS, now)

"""How robots lay cards off: for a hit, over the limit, one of two, what is circled."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.asks import Offer
from companion.core.events import Side
from companion.core.robots import Move
from companion.games.boom_boom_battle.robot_cards import RobotCards
from companion.games.boom_boom_battle.robot_choosing import Choosing
from companion.games.boom_boom_battle.robot_mind import Mind, about, leads, press, say, seats, tap
from companion.games.boom_boom_battle.setting_up import HANDS

EXACT = ("discard", "limit", "village")  # so many cards
MATCHING = ("grenade", "shrink")  # all of a location
HIDES = 0.03  # how often a card that should be laid off stays in the hand (B66)
WRONG_COUNT = 0.03  # how often a phone names one card too few or too many
SHOWS_ON_TRAY = 0.5  # how often a circled card is shown on the tray, where it can be
KEEPS = 0.5  # how often a phone names the card that stays, where the kit knows both


class Laying:
    """Lays cards off on the tray, or names them on a phone."""

    def __init__(self, mind: Mind, cards: RobotCards, choosing: Choosing) -> None:
        self._mind = mind
        self._cards = cards
        self._choosing = choosing

    # Circled cards that were drawn

    def redraw(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Show a circled card that was drawn, wherever that is no secret of the kit's."""
        if self._cards.state.house.is_tracked or not offers:
            return ()
        is_shrink = bool(about(offers, *MATCHING)) and self._cards.state.is_shrinking
        for seat in self._cards.state.living:
            for card in self._cards.circled(seat):
                last = self._cards.state.deck.number(card) == self._cards.state.circled[-1]
                is_due = not (is_shrink and last) and not self._mind.is_lost("redraw", card)
                if is_due:
                    return (self._show(offers, seat, card),)
        return ()

    def _show(self, offers: Sequence[Offer], seat: int, card: str) -> Move:
        can_tap = [one for one in about(offers, "redraw") if one.seat == seat]
        # Where several may show one, the table would have to ask whose it is.
        is_sole = len(seats(about(offers, "redraw"))) == 1 and can_tap
        if is_sole and self._mind.rolls(SHOWS_ON_TRAY):
            return tap(seat, card, "tray")
        return say(seat, redraw=card)

    # So many cards

    def exact(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Lay as many cards as are owed, one's own or blindly another's (Forest)."""
        asked = about(offers, *EXACT)
        lead = leads(asked, *EXACT)
        moves = [self._lay(asked[0].about, seat, is_lead=seat == lead) for seat in seats(asked)]
        return [move for move in moves if move is not None]

    def _lay(self, why: str, by: int, *, is_lead: bool) -> Move | None:
        seat = self._victim(why, by)
        cards = self._choice(why, seat, is_blind=seat != by)
        count = max(1, min(self._count(why, seat), len(cards)))
        if not cards:
            return None
        is_lost = self._mind.is_lost(why, by)
        if is_lead and is_lost:  # what was taken to be in the hand is not, after a restart perhaps
            return tap(by, self._mind.chance.choice(self._cards.everything), "tray")
        if is_lead and not self._mind.is_by_phone(by):
            return tap(by, cards[0], "tray")
        is_by_phone = self._mind.is_by_phone(by)
        if seat != by and self._cards.state.house.is_tracked:
            by = seat  # of a known hand only its own phone names any
        return self._name(why, by, cards, count) if is_lead or is_by_phone else None

    def _name(self, why: str, by: int, cards: Sequence[str], count: int) -> Move:
        is_known = self._cards.state.house.is_tracked and len(cards) == 2
        if why == "village" and is_known and self._mind.rolls(KEEPS):
            return say(by, keep=cards[1])
        if self._mind.does("wrong count", by, likely=WRONG_COUNT):
            count = count - 1 if self._mind.rolls(0.5) else count + 1
        return say(by, discard=list(cards[:count]))

    def _victim(self, why: str, by: int) -> int:
        """Return whose cards a seat lays: its own, or under Forest those of whom it hit."""
        owing = [seat for seat, left in self._cards.pack.owes.items() if left > 0]
        is_blind = why == "discard" and self._cards.state.effect == "forest"
        owing = [seat for seat in owing if self._cards.hand(seat)]
        return owing[0] if is_blind and owing else by

    def _choice(self, why: str, seat: int, *, is_blind: bool) -> list[str]:
        """Return the cards that may be laid, those first that are."""
        hand = list(self._cards.hand(seat))
        if why == "village":
            came = self._cards.pack.came.get(seat, ())
            hand = [card for card in hand if card in came] or hand
        circled = self._cards.circled(seat)
        hand = [card for card in hand if card not in circled]
        if is_blind:
            self._mind.chance.shuffle(hand)
            return hand
        return self._choosing.least_wanted(hand)

    def _count(self, why: str, seat: int) -> int:
        state, hand = self._cards.state, len(self._cards.hand(seat))
        if why == "limit":
            return hand - HANDS[len(state.seats)]
        fight = state.attack
        is_grenade = fight is not None and fight.kind == "grenade" and state.effect != "forest"
        if why == "village" or is_grenade:
            return 1  # a grenade under Base takes one more
        return self._cards.pack.owes.get(seat, 1)

    # All that match

    def matching(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Let everybody lay all cards of the locations, and say when that was all."""
        asked = about(offers, *MATCHING)
        lead = leads(asked, *MATCHING)
        moves = [self._match(asked[0].about, seat, is_lead=seat == lead) for seat in seats(asked)]
        return [move for move in moves if move is not None]

    def _match(self, why: str, seat: int, *, is_lead: bool) -> Move | None:
        cards = self._matches(why, seat)
        is_by_phone = self._mind.is_by_phone(seat)
        if self._mind.is_lost(why, seat) or not cards:
            return say(seat, discard=[]) if is_by_phone else self._end(seat)
        if is_by_phone:
            return say(seat, discard=cards)
        return tap(seat, cards[0], "tray") if is_lead else None

    def _end(self, seat: int) -> Move:
        return press(seat, self._mind.chance.choice(tuple(Side)))

    def _matches(self, why: str, seat: int) -> list[str]:
        state = self._cards.state
        fight = state.attack
        numbers = state.circled[-1:] if why == "shrink" else fight.play.numbers if fight else ()
        hand = self._cards.hand(seat)
        return [
            card
            for card in hand
            if state.deck.number(card) in numbers and not self._hides(why, seat, card)
        ]

    def _hides(self, why: str, seat: int, card: str) -> bool:
        return self._mind.once("hides", why, seat, card, roll=lambda: self._mind.rolls(HIDES))

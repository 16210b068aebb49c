"""The robots of Click Click Boom: they deal real cards, pick, hold, let go, and reveal.

They see the offers, as lights and phones show them, and hear the rulings. Who chooses a side does
not look at the cards: only Heather knows one, if she was told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.core.asks import Offer
from companion.core.events import Side
from companion.core.header import Header
from companion.core.robots import Chance, Move
from companion.core.rulings import Ruling
from companion.games.click_click_boom import rulings
from companion.games.click_click_boom.abilities import CHARACTERS
from companion.games.click_click_boom.robot_cards import RobotCards
from companion.games.click_click_boom.robot_mind import Mind, Notes, kind_name, says_of
from companion.games.click_click_boom.robot_reveal import Revealing
from companion.games.click_click_boom.robot_tie_break import TieBreaking
from companion.games.click_click_boom.state import Kind

PHONES = 0.3  # how likely a seat plays on a phone
USES = 0.3  # how often an ability is used where it can be
LIES = 0.1
ANSWERS = 0.7  # how often an answer to Heather is told to the kit too
SAME = 0.25  # how often both neighbours pick the same card, where they may
CHANGES = 0.2  # how often somebody changes a hold
PASS = {"pass": True}
REACTIONS = ("use", "use", "use", "use", "pass", "wait")
MENUS = ("heather", "brandon_side")


class Robot:
    """Plays all seats; `phones` is how likely each of them plays on a phone."""

    def __init__(
        self,
        header: Header,
        manifest: Mapping[str, Any],
        chance: Chance,
        *,
        phones: float = PHONES,
    ) -> None:
        self._mind = Mind(header.numbers, chance, phones)
        is_quick = header.options["variant"] == "quick"
        self.cards = RobotCards(header.numbers, manifest["cards"], chance, is_quick=is_quick)
        self._may_be_same = header.options["variant"] == "advanced"
        self._is_stand_off = False
        self._wishes = self._wish(header)
        self._revealing = Revealing(self._mind, self.cards, header.options)
        self._tie_breaking = TieBreaking(self._mind, self.cards)

    def _wish(self, header: Header) -> dict[int, str]:
        """Return which character each seat without one would take; some take none."""
        taken = {seat.character for seat in header.seats}
        free = [character for character in CHARACTERS if character not in taken]
        self._mind.chance.shuffle(free)
        return {
            number: free.pop()
            for number, seat in enumerate(header.seats, 1)
            if seat.character is None and self._mind.chance.random() < 0.8
        }

    # What was ruled

    def heard(self, rulings: Sequence[Ruling]) -> None:
        """Move cards as it was ruled, and remember what counts."""
        for ruling in rulings:
            self._mind.notice()
            self._hear(ruling)

    def _hear(self, ruling: Ruling) -> None:
        match ruling:
            case rulings.ShootoutBegan():
                self.cards.deal()
                self._mind.notes = Notes()
                self._is_stand_off = len(self.cards.lots) == 2
            case rulings.StandOff():
                self._is_stand_off = True
            case rulings.Swapped(seat=seat, other=other):
                self.cards.swap(seat, other)
            case rulings.TurnEnded(seat=seat, case=case):
                self.cards.lay_out(seat, is_same=case == "same")
            case rulings.CardsPassed(seats=seats, side=side):
                self.cards.clear()
                self.cards.pass_on(seats, Side(side))
            case rulings.TokenPassed():
                self.cards.clear()
                self._mind.notes = Notes()
            case rulings.Tied(seats=seats, step=3):
                self._tie_breaking.draw(seats)
            case _:
                self._hear_showdown(ruling)

    def _hear_showdown(self, ruling: Ruling) -> None:
        notes = self._mind.notes
        match ruling:
            case rulings.AskedNeighbour(seat=seat, side=side):
                self._tell(seat, Side(side))
            case rulings.Forced(other=other, side=side):
                notes.forced[other] = Side(side)
            case rulings.Called():
                notes.is_counting = True
            case rulings.Shot():
                notes.is_counting = False
            case rulings.CountVoided():
                self._mind.notes = Notes(forced=notes.forced, told=notes.told)
            case rulings.Revealed(seat=seat, side=side):
                self.cards.turn_up(seat, Side(side))
            case rulings.Saved(seat=seat):
                self.cards.put_back(seat)
            case _:
                pass

    def _tell(self, heather: int, side: Side) -> None:
        """Answer Heather aloud: she knows one card now, unless she was lied to."""
        lot = self.cards.lots[heather]
        card = lot.laid.get(Side.LEFT if lot.is_same else side)
        if card is not None:
            lies = self._mind.chance.random() < LIES
            kind = self._mind.chance.choice(tuple(Kind)).value if lies else kind_name(card)
            self._mind.notes.told[heather] = (side, kind)

    # What to do

    def moves(self, offers: Sequence[Offer], now: int) -> Sequence[Move]:
        """Return what hands do now; a question that is not known here is answered too."""
        asked = {offer.about: offer for offer in offers}
        if menu := [offer for offer in offers if _is_menu(offer)]:
            return self._choose(offers, menu)
        if "shoot" in asked or "reveal" in asked:
            return self._revealing.moves(offers, now)
        for about, plan in self._plans().items():
            if about in asked:
                return plan(offers)
        known = [one for one in offers if not one.optional and (one.say or one.card)]
        return [self._mind.take(one) for one in known[:1]]

    def _plans(self) -> Mapping[str, Callable[[Sequence[Offer]], Sequence[Move]]]:
        return {
            "first_player": self._set_up,
            "turn": self._turn,
            "commit": self._commit,
            "carla": self._react,
            "rory": self._react,
            "pass": self._mind.done,
            "next_shootout": self._mind.done,
            "unplayed": self._tie_breaking.show_unplayed,
            "turn_up": self._tie_breaking.turn_up,
            "pick_one": self._tie_breaking.pick,
            "has_click": self._tie_breaking.show_click,
        }

    def _set_up(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Tap Character Cards; then somebody presses first."""
        for offer in offers:
            if offer.about == "character" and offer.seat in self._wishes:
                card = f"character/{self._wishes.pop(offer.seat)}"
                return (Move(offer.seat, "card", 0, card=card, reader=offer.reader),)
        return self._mind.done([offer for offer in offers if offer.about == "first_player"])

    def _turn(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Use an ability, let the neighbours pick, sometimes tap the picks, and end the Turn."""
        seat = next(offer.seat for offer in offers if offer.about == "turn")
        abilities = [offer for offer in offers if offer.about not in ("turn", "pick")]
        if abilities and self._mind.rolls("ability", seat, USES):
            return (self._mind.take(self._mind.chance.choice(abilities)),)
        lot = self.cards.lots[seat]
        if not lot.laid:
            may_be_same = self._may_be_same and not self._is_stand_off
            self.cards.lay_out(seat, is_same=may_be_same and self._mind.chance.random() < SAME)
            self._mind.notes.taps[seat] = self._picks_to_tap(seat)
        taps = self._mind.notes.taps.get(seat)
        if taps:
            return (Move(seat, "card", 0, card=taps.pop(0), reader="centre"),)
        ends = [offer for offer in offers if offer.about == "turn"]
        return self._mind.done(
            [offer for offer in ends if _says_same(offer) == lot.is_same] or ends
        )

    def _picks_to_tap(self, seat: int) -> list[str]:
        """Return which picks are tapped face down, left first: both, the left one, or none."""
        picks = [card for _, card in sorted(self.cards.lots[seat].laid.items())]
        return picks[: self._mind.chance.choice((0, 0, 1, 2))]

    def _commit(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Hold a side; use an ability; then, after changes of mind, ring."""
        self._mind.note_sides(offers)
        used = self._abilities(offers)
        thinking = {move.seat for move in used}
        holds = [move for move in self._holds(offers) if move.seat not in thinking]
        first = (*used, *holds, *self._answers(offers))
        if first:
            return first
        changed = self._change(offers)
        return changed or [self._mind.take(o) for o in offers if o.gesture == "ring"]

    def _holds(self, offers: Sequence[Offer]) -> list[Move]:
        missing = dict.fromkeys(offer.seat for offer in offers if offer.gesture == "hold")
        return [self._hold(seat, self._side(seat)) for seat in missing]

    def _hold(self, seat: int, side: Side) -> Move:
        is_by_phone = self._mind.is_by_phone(seat)
        if self._mind.is_lost("hold", seat):
            is_by_phone = not is_by_phone
        self._mind.notes.by_phone[seat] = is_by_phone
        if is_by_phone:
            return Move(seat, "say", 0, say={"side": side.value})
        return Move(seat, "hold", 0, button=side)

    def _side(self, seat: int) -> Side:
        """Choose a side without looking; what Heather was told she may use."""
        side, kind = self._mind.notes.told.get(seat, (None, ""))
        if side is None or self._mind.chance.random() < 0.2:
            return self._mind.chance.choice(tuple(Side))
        return side.other if kind == Kind.BOOM else side

    def _abilities(self, offers: Sequence[Offer]) -> list[Move]:
        among: dict[int, list[Offer]] = {}
        for offer in offers:
            if offer.about in CHARACTERS:
                among.setdefault(offer.seat, []).append(offer)
        return [
            self._mind.take(self._mind.chance.choice(choices))
            for seat, choices in among.items()
            if self._mind.rolls("ability", seat, USES)
        ]

    def _answers(self, offers: Sequence[Offer]) -> list[Move]:
        """Tell the kit what was told to Heather, now and then."""
        tellers = dict.fromkeys(offer.seat for offer in offers if offer.about == "told")
        kinds = [kind for _, kind in self._mind.notes.told.values()]
        return [
            Move(seat, "say", 0, say={"told": kinds[0]})
            for seat in tellers
            if kinds and self._mind.rolls("told", seat, ANSWERS)
        ]

    def _change(self, offers: Sequence[Offer]) -> list[Move]:
        """Let at most one player a Showdown take a hold back, or change it."""
        held = [offer for offer in offers if offer.gesture == "let_go"]
        if not held or not self._mind.rolls("change", 0, CHANGES):
            return []
        offer = self._mind.chance.choice(held)
        if self._mind.chance.random() < 0.3:
            return [self._mind.let_go(offer, 0)]
        side = offer.button.other if offer.button else Side.LEFT
        if self._mind.notes.by_phone.get(offer.seat, False):
            return [Move(offer.seat, "say", 0, say={"side": side.value})]
        return [Move(offer.seat, "hold", 0, button=side)]

    def _react(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Use the ability, pass, or let the window end."""
        seat, about = offers[0].seat, offers[0].about
        does = self._mind.once(about, seat, lambda: self._mind.chance.choice(REACTIONS))
        if does == "wait":
            return ()
        fit = [offer for offer in offers if (offer.say == PASS) == (does == "pass")]
        return (self._mind.take(self._mind.chance.choice(fit)),)

    def _choose(self, offers: Sequence[Offer], menu: Sequence[Offer]) -> Sequence[Move]:
        """Answer what a tapped ability asks, by the lights or by phone, while others hold."""
        seat, about = menu[0].seat, menu[0].about
        told = [offer for offer in says_of(offers, seat) if offer.about == about]
        among = told if told and self._mind.is_by_phone(seat) else menu
        return (*self._holds(offers), self._mind.take(self._mind.chance.choice(among)))


def _is_menu(offer: Offer) -> bool:
    """Tell whether an offer answers a choice that a tapped ability card opened."""
    is_press = offer.gesture == "press" and offer.about in MENUS
    return offer.gesture == "choose" or is_press


def _says_same(offer: Offer) -> bool:
    return bool(offer.say and offer.say.get("same", False))

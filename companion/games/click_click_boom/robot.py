"""The robots of Click Click Boom: they deal real cards, pick, hold, let go, and show what they have.

They see the offers, as lights and phones show them, and hear the rulings. Who chooses a side does
not look at the cards: only Heather knows one, if she was told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from companion.core.asks import Offer
from companion.core.events import Side
from companion.core.header import Header
from companion.core.robots import Chance, Move
from companion.core.rulings import Ruling
from companion.games.click_click_boom import rulings
from companion.games.click_click_boom.abilities import CHARACTERS
from companion.games.click_click_boom.robot_cards import RobotCards
from companion.games.click_click_boom.state import Kind

T = TypeVar("T")

PHONES = 0.3  # how likely a seat plays on a phone
SLIPS = 0.1  # how often a seat acts the other way, by phone or by hand
LIES = 0.1
LOST = 4  # attempts in vain after which anything is tried
LEAST_NS = 1  # a move that is due at once; 0 would be at leisure
QUICKEST_NS, SLOWEST_NS = 20_000_000, 300_000_000  # from SHOOT to letting go
TARDY_NS = 1_000_000_000


@dataclass(slots=True)
class Notes:
    """Holds what the players remember of one Showdown.

    `letting` has when each seat lets go, None if it forgets to; `rolled` is what chance decided.
    """

    sides: dict[int, Side] = field(default_factory=dict)
    forced: dict[int, Side] = field(default_factory=dict)
    by_phone: dict[int, bool] = field(default_factory=dict)
    told: dict[int, tuple[Side, str]] = field(default_factory=dict)
    taps: dict[int, list[str]] = field(default_factory=dict)
    letting: dict[int, int | None] = field(default_factory=dict)
    rolled: dict[tuple[str, int], Any] = field(default_factory=dict)
    shoot: int | None = None
    is_counting: bool = False


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
        self._options = header.options
        self._chance = chance
        is_quick = header.options["variant"] == "quick"
        self.cards = RobotCards(header.numbers, manifest["cards"], chance, is_quick=is_quick)
        self._may_be_same = header.options["variant"] == "advanced"
        self._is_stand_off = False
        self._has_phone = {seat: chance.random() < phones for seat in header.numbers}
        self._wishes = self._wish(header)
        self._notes = Notes()
        self._tries: dict[tuple[str, int], int] = {}
        self._click: int | None = None
        self._shown: set[str] = set()

    def _wish(self, header: Header) -> dict[int, str]:
        """Return which character each seat without one would take; some take none."""
        taken = {seat.character for seat in header.seats}
        free = [character for character in CHARACTERS if character not in taken]
        self._chance.shuffle(free)
        return {
            number: free.pop()
            for number, seat in enumerate(header.seats, 1)
            if seat.character is None and self._chance.random() < 0.8
        }

    # What was ruled

    def heard(self, rulings: Sequence[Ruling]) -> None:
        """Move cards as it was ruled, and remember what counts."""
        for ruling in rulings:
            self._tries.clear()
            self._hear(ruling)

    def _hear(self, ruling: Ruling) -> None:
        match ruling:
            case rulings.ShootoutBegan():
                self.cards.deal()
                self._notes = Notes()
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
                self._notes = Notes()
            case rulings.Tied(seats=seats, step=3):
                self._click = self._chance.choice(seats)
            case _:
                self._hear_showdown(ruling)

    def _hear_showdown(self, ruling: Ruling) -> None:
        notes = self._notes
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
                self._notes = Notes(forced=notes.forced, told=notes.told)
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
            lies = self._chance.random() < LIES
            kind = self._chance.choice(tuple(Kind)).value if lies else _kind(card)
            self._notes.told[heather] = (side, kind)

    # What to do

    def moves(self, offers: Sequence[Offer], now: int) -> Sequence[Move]:
        """Return what hands do now."""
        asked = {offer.about: offer for offer in offers}
        if menu := [offer for offer in offers if _is_menu(offer)]:
            return (*self._holds(offers), self._take(self._chance.choice(menu)))
        if "shoot" in asked or "reveal" in asked:
            return self._reveal(offers, now)
        for about, plan in self._plans().items():
            if about in asked:
                return plan(offers)
        return ()

    def _plans(self) -> Mapping[str, Callable[[Sequence[Offer]], Sequence[Move]]]:
        return {
            "first_player": self._set_up,
            "turn": self._turn,
            "commit": self._commit,
            "carla": self._react,
            "rory": self._react,
            "pass": self._done,
            "next_shootout": self._done,
            "unplayed": self._show_unplayed,
            "turn_up": self._turn_up,
            "pick_one": self._pick_one,
            "has_click": self._show_click,
        }

    def _set_up(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Tap Character Cards; then somebody presses first."""
        for offer in offers:
            if offer.about == "character" and offer.seat in self._wishes:
                card = f"character/{self._wishes.pop(offer.seat)}"
                return (Move(offer.seat, "card", 0, card=card, reader=offer.reader),)
        return self._done([offer for offer in offers if offer.about == "first_player"])

    def _turn(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Use an ability, let the neighbours pick, sometimes tap the picks, and end the Turn."""
        seat = next(offer.seat for offer in offers if offer.about == "turn")
        abilities = [offer for offer in offers if offer.about not in ("turn", "pick")]
        if abilities and self._rolls("ability", seat, 0.3):
            return (self._take(self._chance.choice(abilities)),)
        lot = self.cards.lots[seat]
        if not lot.laid:
            may_be_same = self._may_be_same and not self._is_stand_off
            self.cards.lay_out(seat, is_same=may_be_same and self._chance.random() < 0.25)
            self._notes.taps[seat] = self._picks_to_tap(seat)
        taps = self._notes.taps.get(seat)
        if taps:
            return (Move(seat, "card", 0, card=taps.pop(0), reader="centre"),)
        ends = [offer for offer in offers if offer.about == "turn"]
        return self._done([offer for offer in ends if _says_same(offer) == lot.is_same] or ends)

    def _picks_to_tap(self, seat: int) -> list[str]:
        """Return which picks are tapped face down, left first: both, the left one, or none."""
        picks = [card for _, card in sorted(self.cards.lots[seat].laid.items())]
        return picks[: self._chance.choice((0, 0, 1, 2))]

    def _commit(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Hold a side; use an ability; then, after changes of mind, ring."""
        self._note_sides(offers)
        used = self._abilities(offers)
        thinking = {move.seat for move in used}
        holds = [move for move in self._holds(offers) if move.seat not in thinking]
        first = (*used, *holds, *self._answers(offers))
        if first:
            return first
        changed = self._change(offers)
        return changed or [self._take(o) for o in offers if o.gesture == "ring"]

    def _holds(self, offers: Sequence[Offer]) -> list[Move]:
        missing = dict.fromkeys(offer.seat for offer in offers if offer.gesture == "hold")
        return [self._hold(seat, self._side(seat)) for seat in missing]

    def _hold(self, seat: int, side: Side) -> Move:
        is_by_phone = self._is_by_phone(seat)
        if self._count("hold", seat) > LOST:
            is_by_phone = not is_by_phone
        self._notes.by_phone[seat] = is_by_phone
        if is_by_phone:
            return Move(seat, "say", 0, say={"side": side.value})
        return Move(seat, "hold", 0, button=side)

    def _side(self, seat: int) -> Side:
        """Choose a side without looking; what Heather was told she may use."""
        side, kind = self._notes.told.get(seat, (None, ""))
        if side is None or self._chance.random() < 0.2:
            return self._chance.choice(tuple(Side))
        return side.other if kind == Kind.BOOM else side

    def _note_sides(self, offers: Sequence[Offer]) -> None:
        for offer in offers:
            if offer.gesture == "let_go" and offer.button is not None:
                self._notes.sides[offer.seat] = offer.button

    def _abilities(self, offers: Sequence[Offer]) -> list[Move]:
        among: dict[int, list[Offer]] = {}
        for offer in offers:
            if offer.about in CHARACTERS:
                among.setdefault(offer.seat, []).append(offer)
        return [
            self._take(self._chance.choice(choices))
            for seat, choices in among.items()
            if self._rolls("ability", seat, 0.3)
        ]

    def _answers(self, offers: Sequence[Offer]) -> list[Move]:
        """Tell the kit what was told to Heather, now and then."""
        tellers = dict.fromkeys(offer.seat for offer in offers if offer.about == "told")
        kinds = [kind for _, kind in self._notes.told.values()]
        return [
            Move(seat, "say", 0, say={"told": kinds[0]})
            for seat in tellers
            if kinds and self._rolls("told", seat, 0.7)
        ]

    def _change(self, offers: Sequence[Offer]) -> list[Move]:
        """Let at most one player a Showdown take a hold back, or change it."""
        held = [offer for offer in offers if offer.gesture == "let_go"]
        if not held or not self._rolls("change", 0, 0.2):
            return []
        offer = self._chance.choice(held)
        if self._chance.random() < 0.3:
            return [self._let_go(offer, 0)]
        side = offer.button.other if offer.button else Side.LEFT
        if self._notes.by_phone.get(offer.seat, False):
            return [Move(offer.seat, "say", 0, say={"side": side.value})]
        return [Move(offer.seat, "hold", 0, button=side)]

    def _let_go(self, offer: Offer, after: int) -> Move:
        """Let go the way that the hold was made; the other way if that did not help."""
        is_by_phone = self._notes.by_phone.get(offer.seat, False)
        if self._count("let_go", offer.seat) > LOST:
            is_by_phone = not is_by_phone
        if is_by_phone:
            return Move(offer.seat, "say", after, say=offer.say)
        return Move(offer.seat, "let_go", after, button=offer.button)

    # The reveal

    def _reveal(self, offers: Sequence[Offer], now: int) -> Sequence[Move]:
        """Let go when SHOOT was heard, then show the committed card in turn order."""
        notes = self._notes
        if notes.shoot is None:
            count = self._options["lead"] + 3 * self._options["beat"]
            notes.shoot = now + (count if notes.is_counting else 0)
        self._note_sides(offers)
        holding = [offer for offer in offers if offer.gesture == "let_go"]
        letting = [
            self._let_go(offer, max(LEAST_NS, at - now))
            for offer in holding
            if (at := self._lets_go_at(offer.seat, notes.shoot)) is not None
        ]
        if notes.is_counting:
            return (*letting, *self._early_taps(offers))
        waiting = {move.seat for move in letting}
        return (*letting, *self._shows([o for o in offers if o.seat not in waiting]))

    def _lets_go_at(self, seat: int, shoot: int) -> int | None:
        """Decide once when a seat lets go; seldom too early, too late, or only with the card."""
        if seat not in self._notes.letting:
            self._notes.letting[seat] = self._moment(shoot)
        return self._notes.letting[seat]

    def _moment(self, shoot: int) -> int | None:
        late_after = self._options["late_after"]
        roll = self._chance.random()
        if roll < 0.015:
            return shoot - self._between(QUICKEST_NS, self._options["lead"])
        if roll < 0.03:
            return shoot + late_after + self._between(QUICKEST_NS, TARDY_NS)
        if roll < 0.035:
            return None
        return shoot + self._between(QUICKEST_NS, min(SLOWEST_NS, late_after // 2))

    def _early_taps(self, offers: Sequence[Offer]) -> list[Move]:
        return [
            self._card(offer)
            for offer in offers
            if _is_shared(offer) and self._committed(offer.seat) and self._rolls("tap", 0, 0.005)
        ]

    def _shows(self, offers: Sequence[Offer]) -> list[Move]:
        moves = []
        for seat in dict.fromkeys(o.seat for o in offers if o.about == "reveal"):
            own = [offer for offer in offers if offer.seat == seat and offer.about == "reveal"]
            taps = [offer for offer in own if _is_shared(offer)]
            says = [offer for offer in own if offer.gesture == "say"]
            card = self._committed(seat)
            if card is None or self._tries.get(("show", seat), 0) > LOST:
                moves.append(self._take(self._chance.choice(says)))
            elif self._once("by_phone", seat, lambda seat=seat: self._is_by_phone(seat)):
                moves.append(Move(seat, "say", 0, say={"show": _kind(card)}))
            elif taps:
                moves.append(self._card(taps[0]))
        for move in moves:
            self._count("show", move.seat)
        return moves

    def _committed(self, seat: int) -> str | None:
        """Return the card on the committed side; Brandon's word goes before the hold (C32)."""
        side = self._notes.forced.get(seat, self._notes.sides.get(seat))
        return self.cards.lots[seat].laid.get(side) if side else None

    def _card(self, offer: Offer) -> Move:
        return Move(offer.seat, "card", 0, card=self._committed(offer.seat), reader=offer.reader)

    def _react(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Use the ability, pass, or let the window end."""
        seat, about = offers[0].seat, offers[0].about
        does_pass = self._once(about, seat, lambda: self._chance.choice((0, 0, 0, 0, 1, 2)))
        if does_pass == 2:
            return ()
        fit = [offer for offer in offers if (offer.say == {"pass": True}) == bool(does_pass)]
        return (self._take(self._chance.choice(fit)),)

    # The tie-break

    def _show_unplayed(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Show the unplayed cards one by one, or tell their kinds; one player after another."""
        seat = offers[0].seat
        hand = self.cards.lots[seat].hand
        left = [card for card in hand if card not in self._shown]
        says = [offer for offer in offers if offer.seat == seat and offer.gesture == "say"]
        if self._count("unplayed", seat) > len(hand) + LOST:
            return (self._take(self._chance.choice(says)),)
        if not left or self._once("by_phone", seat, lambda: self._is_by_phone(seat)):
            kinds = [kind.value for kind in reversed(Kind) for _ in _only(hand, kind)]
            return (Move(seat, "say", 0, say={"unplayed": kinds}),)
        self._shown.add(left[0])
        return self._claimed(offers, seat, left[0])

    def _turn_up(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Turn up what Carla laid face down."""
        seat = offers[0].seat
        hidden = self.cards.lots[seat].hidden
        says = [offer for offer in offers if offer.seat == seat and offer.gesture == "say"]
        if not hidden or self._count("turn_up", seat) > LOST:
            return (self._take(self._chance.choice(says)),)
        if self._is_by_phone(seat):
            return (Move(seat, "say", 0, say={"show": _kind(hidden[0])}),)
        return self._claimed(offers, seat, hidden[0])

    def _claimed(self, offers: Sequence[Offer], seat: int, card: str) -> Sequence[Move]:
        """Tap a card; where several are asked for one, the own button first says whose it is."""
        tap = Move(seat, "card", 0, card=card, reader="centre")
        is_shared = len({offer.seat for offer in offers if offer.gesture == "card"}) > 1
        return (Move(seat, "press", 0, button=Side.LEFT), tap) if is_shared else (tap,)

    def _pick_one(self, offers: Sequence[Offer]) -> Sequence[Move]:
        picking = [offer for offer in offers if offer.about == "pick_one"]
        return self._done(picking)

    def _show_click(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Let who has the Click press, or somebody tell on a phone what was drawn."""
        tellers = [offer.seat for offer in offers if offer.say == {"drawn": "click"}]
        if self._chance.random() < PHONES:
            seat = self._chance.choice(tellers)
            drawn = "click" if seat == self._click else "boom"
            return (Move(seat, "say", 0, say={"drawn": drawn}),)
        own = [offer for offer in offers if offer.about == "has_click"]
        return self._done([offer for offer in own if offer.seat == self._click] or own)

    # How

    def _take(self, offer: Offer) -> Move:
        """Do what is offered, on the phone where the seat plays on one."""
        is_by_phone = offer.say is not None and self._is_by_phone(offer.seat)
        if offer.gesture == "say" or (is_by_phone and offer.gesture != "choose"):
            return Move(offer.seat, "say", 0, say=offer.say)
        return Move(offer.seat, offer.gesture, 0, offer.button, offer.card, offer.reader)

    def _done(self, offers: Sequence[Offer]) -> Sequence[Move]:
        """Press or ring, one of those who may; a lone answer may be given with either button."""
        move = self._take(self._chance.choice(offers))
        own = [offer for offer in offers if offer.seat == move.seat]
        if move.gesture == "press" and len(own) == 1 and self._chance.random() < 0.5:
            return (Move(move.seat, "press", 0, button=Side.RIGHT),)
        return (move,)

    def _is_by_phone(self, seat: int) -> bool:
        return self._has_phone[seat] != (self._chance.random() < SLIPS)

    def _between(self, least: int, most: int) -> int:
        return least + self._chance.randrange(max(most - least, 1))

    def _rolls(self, what: str, seat: int, likely: float) -> bool:
        """Decide once a Showdown; a yes is good for one time."""
        if (what, seat) in self._notes.rolled:
            return False
        self._notes.rolled[what, seat] = True
        return self._chance.random() < likely

    def _once(self, what: str, seat: int, roll: Callable[[], T]) -> T:
        """Return what was decided the first time."""
        if (what, seat) not in self._notes.rolled:
            self._notes.rolled[what, seat] = roll()
        decided: T = self._notes.rolled[what, seat]
        return decided

    def _count(self, what: str, seat: int) -> int:
        """Count attempts since the last ruling."""
        self._tries[what, seat] = self._tries.get((what, seat), 0) + 1
        return self._tries[what, seat]


def _kind(card: str) -> str:
    return card.partition("/")[0]


def _only(cards: Sequence[str], kind: Kind) -> list[str]:
    return [card for card in cards if _kind(card) == kind]


def _is_menu(offer: Offer) -> bool:
    """Tell whether an offer answers a choice that a tapped ability card opened."""
    is_choice = offer.about in ("felix", "heather", "brandon", "brandon_side")
    return offer.gesture == "choose" or (offer.gesture == "press" and is_choice)


def _is_shared(offer: Offer) -> bool:
    """Tell whether an offer is for a card on the reader that everybody shares."""
    return offer.gesture == "card" and offer.reader == "centre"


def _says_same(offer: Offer) -> bool:
    return bool(offer.say and offer.say.get("same", False))

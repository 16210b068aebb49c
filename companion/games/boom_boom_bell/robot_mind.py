"""What the robots of Boom Boom (2013) have in mind: a player's plans, and what its hands do when.

Moments are kit time in ns, as robots are told it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from companion.core.asks import Offer
from companion.core.events import Side
from companion.core.robots import Move

PASS = {"pass": True}


class Way(StrEnum):
    """Names how a burst is rung: on a phone, with a button held, or on the bell alone."""

    PHONE = "phone"
    HOLD = "hold"
    BARE = "bare"


@dataclass(frozen=True, slots=True)
class Act:
    """Is a move that is made at a moment."""

    at: int
    move: Move


@dataclass(frozen=True, slots=True)
class Attempt:
    """Is a burst that a player means to ring.

    `lands` is the moment of its last ring where two want to be equally quick, or None. With a
    button held it is the moment of the hold.
    """

    rings: int
    way: Way
    is_last: bool = False
    lands: int | None = None


@dataclass(slots=True)
class Mind:
    """Holds what one player has in mind.

    `acts` are still to be done, `until` is when it looks up again. `rash` is a foolish thing that
    it is about to do. `has_own_bell` it finds out by ringing without a hold.
    `call_at` is when it calls. Of the stack that it shows, `laid` are the cards that it laid,
    and `in_vain` counts what came to nothing.
    `to_show` is how many stacks it shows when it has finished, None before it has decided.
    """

    seat: int
    has_phone: bool
    exchange_ns: int
    acts: list[Act] = field(default_factory=list)
    until: int = 0
    next_exchange: int = 0
    rash: str | None = None
    attempt: Attempt | None = None
    saves_until: int | None = None
    held_since: int = 0
    is_held_by_phone: bool = False
    has_own_bell: bool = False
    is_bare: bool = False
    has_planned_call: bool = False
    call_at: int | None = None
    stack: tuple[str, ...] | None = None
    laid: tuple[str, ...] = ()
    shows_by_phone: bool = False
    in_vain: int = 0
    to_show: int | None = None
    takes_back: bool = False

    def is_busy(self, now: int) -> bool:
        """Tell whether its hands have something to do, or it waits for what that comes to."""
        return bool(self.acts) or now < self.until

    def does(self, acts: Sequence[Act], rest: int = 0) -> None:
        """Take up acts; then wait for `rest` ns."""
        self.acts += acts
        self.until = max(act.at for act in acts) + rest

    def forget_done(self, now: int) -> None:
        """Forget the acts whose moment has come: hands have made them."""
        self.acts = [act for act in self.acts if act.at > now]

    def timed(self, now: int) -> list[Move]:
        """Return the moves that are still to be made, timed from now on."""
        return [replace(act.move, after=act.at - now) for act in self.acts]

    def begin_round(self) -> None:
        """Forget what was of the round before."""
        self.rash, self.attempt, self.saves_until = None, None, None
        self.has_planned_call, self.call_at = False, None
        self.forget_stack()
        self.to_show = None

    def forget_stack(self) -> None:
        """Forget which stack is shown."""
        self.stack, self.laid, self.in_vain = None, (), 0

    def note_rung(self) -> None:
        """Take note that its burst was judged; without a hold the bell must be its own."""
        self.attempt = None
        self.forget_stack()
        if self.is_bare:
            self.is_bare, self.has_own_bell = False, True

    def note_stray(self) -> None:
        """Take note that a burst was nobody's: perhaps the one that it rang without a hold."""
        if self.is_bare:
            self.is_bare, self.has_own_bell = False, False


# What is offered to one seat


def rings_due(offered: Sequence[Offer]) -> int | None:
    """Return how many rings a seat's next stack needs, or None while it cannot ring."""
    for offer in offered:
        if offer.about == "ring" and offer.say is not None and "ring" in offer.say:
            due: int = offer.say["ring"]
            return due
    return None


def owns_bell(offered: Sequence[Offer]) -> bool:
    """Tell whether the shared bell is the seat's, and waits for its rings."""
    return any(offer.about == "ring" and offer.gesture == "ring" for offer in offered)


def held(offered: Sequence[Offer]) -> Side | None:
    """Return the button that a seat is seen to hold, or None."""
    return next((offer.button for offer in offered if offer.gesture == "let_go"), None)


def is_asked(offered: Sequence[Offer], about: str) -> bool:
    """Tell whether a seat is asked about something."""
    return any(offer.about == about for offer in offered)

"""Buttons: a press, a yes or no, and a choice by the lights."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.core.asks import (
    Answered,
    Ask,
    Kept,
    Moot,
    NotMine,
    Offer,
    Offered,
    Open,
    Refused,
    Scene,
)
from companion.core.events import Pressed, Said, Side, TableEvent
from companion.core.gestures.seats import OfSeats, Say, Who


@dataclass(frozen=True, slots=True)
class Pressing:
    """Answers that a seat pressed a button, or said the same; `side` is the button's."""

    seat: int
    side: Side
    at: int


@dataclass(frozen=True, slots=True)
class Yes:
    """Answers a question with yes."""

    seat: int


@dataclass(frozen=True, slots=True)
class No:
    """Answers a question with no."""

    seat: int


@dataclass(frozen=True, slots=True)
class Press(Ask[Pressing | Moot]):
    """Waits for a button of any of `who`; on a phone, for one of `says` (by side).

    With only LEFT in `says`, either button gives the answer that phones give with that one.
    `fault` says why a button would not do, or None.
    """

    who: Who
    about: str
    says: Mapping[Side, Say]
    optional: bool = False
    fault: Callable[[Side], Refused | None] = lambda _side: None

    def opens(self, scene: Scene) -> Open[Pressing | Moot]:
        """Open for the seats that the state names now."""
        del scene
        return _OpenPress(self)


class _OpenPress(OfSeats[Pressing | Moot]):
    def __init__(self, ask: Press) -> None:
        super().__init__(ask.who)
        self._ask = ask

    def offer(self, event: TableEvent) -> Offered[Pressing | Moot]:
        match event:
            case Pressed(seat=seat, side=side) if seat in self._who():
                return self._ask.fault(side) or Answered(Pressing(seat, side, event.at))
            case Said(seat=seat, say=say) if seat in self._who():
                for side, wanted in self._ask.says.items():
                    if dict(say) == dict(wanted):
                        return Answered(Pressing(seat, side, event.at))
        return NotMine()

    def offers(self) -> tuple[Offer, ...]:
        ask = self._ask
        return tuple(
            Offer(seat, "press", ask.about, say, button=side, optional=ask.optional)
            for seat in self._who()
            for side, say in ask.says.items()
        )

    def is_moot(self) -> bool | None:
        return None if self._ask.optional else super().is_moot()


@dataclass(frozen=True, slots=True)
class YesNo(Ask[Yes | No | Moot]):
    """Asks `who` a question: LEFT or `yes` says yes, RIGHT or a pass says no at once.

    `fault` says why a seat cannot say yes now, or None.
    """

    who: Who
    about: str
    yes: Say
    fault: Callable[[int], Refused | None] = lambda _seat: None

    def opens(self, scene: Scene) -> Open[Yes | No | Moot]:
        """Open for the seats that the state names now."""
        del scene
        return _OpenYesNo(self)


class _OpenYesNo(OfSeats[Yes | No | Moot]):
    def __init__(self, ask: YesNo) -> None:
        super().__init__(ask.who)
        self._ask = ask

    def offer(self, event: TableEvent) -> Offered[Yes | No | Moot]:
        match event:
            case Pressed(seat=seat, side=side) if seat in self._who():
                return self._yes(seat) if side is Side.LEFT else Answered(No(seat))
            case Said(seat=seat, say=say) if seat in self._who():
                return self._said(seat, say)
        return NotMine()

    def _said(self, seat: int, say: Say) -> Offered[Yes | No | Moot]:
        if dict(say) == dict(self._ask.yes):
            return self._yes(seat)
        return Answered(No(seat)) if dict(say) == {"pass": True} else NotMine()

    def _yes(self, seat: int) -> Offered[Yes | No | Moot]:
        return self._ask.fault(seat) or Answered(Yes(seat))

    def offers(self) -> tuple[Offer, ...]:
        return tuple(offer for seat in self._who() for offer in self._of(seat))

    def _of(self, seat: int) -> tuple[Offer, ...]:
        about = self._ask.about
        no = Offer(seat, "press", about, {"pass": True}, button=Side.RIGHT)
        if self._ask.fault(seat) is not None:
            return (no,)
        return (Offer(seat, "press", about, self._ask.yes, button=Side.LEFT), no)


@dataclass(frozen=True, slots=True)
class Choose(Ask[int | Moot]):
    """Lets a seat choose one of `among` by the lights: LEFT moves them, RIGHT takes.

    On a phone the choice is said at once: `say` makes a seat's choice into what is said.
    """

    who: Who
    about: str
    among: Who
    say: Callable[[int], Say]

    def opens(self, scene: Scene) -> Open[int | Moot]:
        """Open with the lights on the first choice."""
        del scene
        return _OpenChoose(self)


class _OpenChoose(OfSeats[int | Moot]):
    def __init__(self, ask: Choose) -> None:
        super().__init__(ask.who)
        self._ask = ask
        self._at = 0

    def offer(self, event: TableEvent) -> Offered[int | Moot]:
        among = self._ask.among()
        match event:
            case Pressed(seat=seat, side=side) if seat in self._who() and among:
                if side is Side.RIGHT:
                    return Answered(among[self._at % len(among)])
                self._at += 1
                return Kept()
            case Said(seat=seat, say=say) if seat in self._who():
                chosen = [other for other in among if dict(self._ask.say(other)) == dict(say)]
                return Answered(chosen[0]) if chosen else NotMine()
        return NotMine()

    def offers(self) -> tuple[Offer, ...]:
        about = self._ask.about
        return tuple(
            offer
            for seat in self._who()
            for offer in (
                Offer(seat, "choose", about, button=Side.LEFT),
                Offer(seat, "choose", about, button=Side.RIGHT),
                *(Offer(seat, "say", about, self._ask.say(o)) for o in self._ask.among()),
            )
        )

    def is_moot(self) -> bool | None:
        return not self._who() or not self._ask.among()

    def pointing(self) -> int | None:
        among = self._ask.among()
        return among[self._at % len(among)] if among else None

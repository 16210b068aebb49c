"""Gestures: the Asks that a person answers, with hands on the kit or on a phone.

Each parses table events itself, so that the panel, a phone, the host, robots and the judge of
legality all go through the same few lines. `who` is always a function of the state: a correction
may change at any moment who is asked. An Ask that nobody can answer awaits to `Moot`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from companion.core.asks import (
    Absorbed,
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
from companion.core.events import (
    CardPlaced,
    Happened,
    HostDid,
    Pressed,
    Rang,
    Released,
    Said,
    Side,
    TableEvent,
)
from companion.core.holds import HOST, PANEL, Hold, Holds

T = TypeVar("T")
Who = Callable[[], Sequence[int]]
Say = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Pressing:
    """Answers that a seat pressed a button, or said the same; `side` is the button's."""

    seat: int
    side: Side
    at: int


@dataclass(frozen=True, slots=True)
class Ringing:
    """Answers that a seat rang."""

    seat: int
    at: int


@dataclass(frozen=True, slots=True)
class Letting:
    """Answers that a seat let go of its hold; `stamp` is the true moment of the edge."""

    seat: int
    at: int
    stamp: int


@dataclass(frozen=True, slots=True)
class Tapped:
    """Answers that a seat's card was laid on a reader; `stamp` is when."""

    seat: int
    card: str
    at: int
    stamp: int


@dataclass(frozen=True, slots=True)
class Yes:
    """Answers a question with yes."""

    seat: int


@dataclass(frozen=True, slots=True)
class No:
    """Answers a question with no."""

    seat: int


@dataclass(frozen=True, slots=True)
class Called:
    """Answers that all hold and the caller rang; `sides` are the committed ones."""

    sides: Mapping[int, Side]
    at: int


class _OfSeats(Open[T]):
    """Opens an Ask that certain seats may answer."""

    def __init__(self, who: Who) -> None:
        self._who = who

    def is_moot(self) -> bool | None:
        return not self._who()


@dataclass(frozen=True, slots=True)
class Press(Ask[Pressing | Moot]):
    """Waits for a button of any of `who`; on a phone, for one of `says` (by side).

    With only LEFT in `says`, either button gives the answer that phones give with that one.
    """

    who: Who
    about: str
    says: Mapping[Side, Say]
    optional: bool = False

    def opens(self, scene: Scene) -> Open[Pressing | Moot]:
        """Open for the seats that the state names now."""
        del scene
        return _OpenPress(self)


class _OpenPress(_OfSeats[Pressing | Moot]):
    def __init__(self, ask: Press) -> None:
        super().__init__(ask.who)
        self._ask = ask

    def offer(self, event: TableEvent) -> Offered[Pressing | Moot]:
        match event:
            case Pressed(seat=seat, side=side) if seat in self._who():
                return Answered(Pressing(seat, side, event.at))
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
    """Asks `who` a question: LEFT or `yes` says yes, RIGHT or a pass says no at once."""

    who: Who
    about: str
    yes: Say

    def opens(self, scene: Scene) -> Open[Yes | No | Moot]:
        """Open for the seats that the state names now."""
        del scene
        return _OpenYesNo(self)


class _OpenYesNo(_OfSeats[Yes | No | Moot]):
    def __init__(self, ask: YesNo) -> None:
        super().__init__(ask.who)
        self._ask = ask

    def offer(self, event: TableEvent) -> Offered[Yes | No | Moot]:
        match event:
            case Pressed(seat=seat, side=side) if seat in self._who():
                return Answered(Yes(seat) if side is Side.LEFT else No(seat))
            case Said(seat=seat, say=say) if seat in self._who():
                if dict(say) == dict(self._ask.yes):
                    return Answered(Yes(seat))
                if dict(say) == {"pass": True}:
                    return Answered(No(seat))
        return NotMine()

    def offers(self) -> tuple[Offer, ...]:
        return tuple(
            offer
            for seat in self._who()
            for offer in (
                Offer(seat, "press", self._ask.about, self._ask.yes, button=Side.LEFT),
                Offer(seat, "press", self._ask.about, {"pass": True}, button=Side.RIGHT),
            )
        )


@dataclass(frozen=True, slots=True)
class Ring(Ask[Ringing | Moot]):
    """Waits for a ring by one of `who`."""

    who: Who
    about: str

    def opens(self, scene: Scene) -> Open[Ringing | Moot]:
        """Open for the seats that the state names now."""
        del scene
        return _OpenRing(self)


class _OpenRing(_OfSeats[Ringing | Moot]):
    def __init__(self, ask: Ring) -> None:
        super().__init__(ask.who)
        self._about = ask.about

    def offer(self, event: TableEvent) -> Offered[Ringing | Moot]:
        seat = ringer(event)
        if seat is None or seat not in self._who():
            return NotMine()
        return Answered(Ringing(seat, event.at))

    def offers(self) -> tuple[Offer, ...]:
        return tuple(Offer(seat, "ring", self._about, {"ring": 1}) for seat in self._who())


def ringer(event: TableEvent) -> int | None:
    """Return the seat that rang, by the bell or on a phone; None if the event is no owned ring."""
    match event:
        case Rang(seat=seat):
            return seat
        case Said(seat=seat, say=say) if "ring" in say:
            return seat
    return None


@dataclass(frozen=True, slots=True)
class Tap(Ask[Tapped | Moot]):
    """Waits for a card on a reader, from one of `who`.

    `fault` says why a seat's card would not do, or None. With `lead` the lights lead: on a shared
    reader only the first of `who` is asked, on seat readers and phones all are.
    """

    who: Who
    about: str
    fault: Callable[[int, str], Refused | None]
    reader: str = "centre"
    lead: bool = False
    optional: bool = False
    card: str | None = None  # where exactly one card is meant

    def opens(self, scene: Scene) -> Open[Tapped | Moot]:
        """Open for the seats that the state names now."""
        del scene
        return _OpenTap(self)


class _OpenTap(_OfSeats[Tapped | Moot]):
    def __init__(self, ask: Tap) -> None:
        super().__init__(ask.who)
        self._ask = ask

    def offer(self, event: TableEvent) -> Offered[Tapped | Moot]:
        match event:
            case CardPlaced(card=card, seat=int(seat)) if self._is_meant(event, seat):
                fault = self._ask.fault(seat, card)
                if fault is not None:
                    return fault
                return Answered(Tapped(seat, card, event.at, event.stamp))
        return NotMine()

    def _is_meant(self, event: CardPlaced, seat: int) -> bool:
        # The tray and the centre mean different things; a seat's own reader serves for either.
        is_here = event.reader in (self._ask.reader, f"seat{seat}")
        return is_here and self._ask.card in (None, event.card) and seat in self._who()

    def offers(self) -> tuple[Offer, ...]:
        ask = self._ask
        seats = self._who()
        return tuple(
            Offer(
                seat,
                "card",
                ask.about,
                reader=ask.reader if place == 0 or not ask.lead else f"seat{seat}",
                card=ask.card,
                optional=ask.optional,
            )
            for place, seat in enumerate(seats)
        )

    def is_moot(self) -> bool | None:
        return None if self._ask.optional else super().is_moot()


@dataclass(frozen=True, slots=True)
class Tell(Ask[T | Moot]):
    """Waits for one of `who` to say `key` on a phone.

    `read` makes the answer of a seat's value, or says why not; `choices` lists what a phone may
    offer, as whole `say`s.
    """

    who: Who
    about: str
    key: str
    read: Callable[[int, Any, Happened], T | Refused | None]
    choices: Callable[[int], Sequence[Say]]
    optional: bool = False

    def opens(self, scene: Scene) -> Open[T | Moot]:
        """Open for the seats that the state names now."""
        del scene
        return _OpenTell(self)


class _OpenTell(_OfSeats[T | Moot]):
    def __init__(self, ask: Tell[T]) -> None:
        super().__init__(ask.who)
        self._ask = ask

    def offer(self, event: TableEvent) -> Offered[T | Moot]:
        match event:
            case Said(seat=seat, say=say) if self._ask.key in say and seat in self._who():
                read = self._ask.read(seat, say[self._ask.key], event)
                if read is None:
                    return NotMine()
                return read if isinstance(read, Refused) else Answered(read)
        return NotMine()

    def offers(self) -> tuple[Offer, ...]:
        ask = self._ask
        return tuple(
            Offer(seat, "say", ask.about, say, optional=ask.optional)
            for seat in self._who()
            for say in ask.choices(seat)
        )

    def is_moot(self) -> bool | None:
        return None if self._ask.optional else super().is_moot()


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


class _OpenChoose(_OfSeats[int | Moot]):
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


@dataclass(frozen=True, slots=True)
class LetGo(Ask[Letting | Moot]):
    """Waits for one of the holding seats among `who` to let go."""

    who: Who
    about: str

    def opens(self, scene: Scene) -> Open[Letting | Moot]:
        """Open on the table's holds."""
        return _OpenLetGo(self, scene.holds)


class _OpenLetGo(Open[Letting | Moot]):
    def __init__(self, ask: LetGo, holds: Holds) -> None:
        self._ask = ask
        self._holds = holds

    def offer(self, event: TableEvent) -> Offered[Letting | Moot]:
        seat = let_go(event, self._holds)
        if seat is not None and seat in self._ask.who():
            self._holds.drop(seat)
            return Answered(Letting(seat, event.at, event.stamp))
        match event:
            case Said(seat=teller, say=say) if "let_go" in say and teller in self._holding():
                return Refused("held_elsewhere", rank=3)
        return NotMine()

    def _holding(self) -> tuple[int, ...]:
        return tuple(seat for seat in self._ask.who() if seat in self._holds)

    def is_moot(self) -> bool | None:
        return not self._holding()

    def offers(self) -> tuple[Offer, ...]:
        return tuple(
            Offer(seat, "let_go", self._ask.about, {"let_go": True}, button=hold.side)
            for seat in self._ask.who()
            if (hold := self._holds.of(seat)) is not None
        )


def let_go(event: TableEvent, holds: Holds) -> int | None:
    """Return the seat whose hold an event ends, if it ends one.

    Only the source that made the hold ends it; the host may end any.
    """
    match event:
        case Released(seat=seat, side=side):
            hold = holds.of(seat)
            return seat if hold and hold.source == PANEL and hold.side is side else None
        case Said(seat=seat, say=say, by=by) if "let_go" in say:
            hold = holds.of(seat)
            return seat if hold and by in (HOST, hold.source) else None
    return None


@dataclass(frozen=True, slots=True)
class Holding(Ask[Called | Moot]):
    """Waits until all of `who` hold a side and one of `callers` rings; awaits to the sides.

    A hold may be changed or taken back freely until the ring. Without `callers` nobody can close
    it: then it only lets holds be made and changed beside another Ask.
    """

    who: Who
    about: str
    callers: Who

    def opens(self, scene: Scene) -> Open[Called | Moot]:
        """Open on the table's holds: what is held already counts."""
        return _OpenHolding(self, scene.holds)


class _OpenHolding(_OfSeats[Called | Moot]):
    def __init__(self, ask: Holding, holds: Holds) -> None:
        super().__init__(ask.who)
        self._ask = ask
        self._holds = holds

    def offer(self, event: TableEvent) -> Offered[Called | Moot]:
        match event:
            case Pressed(seat=seat, side=side) if seat in self._who():
                return self._hold(seat, Hold(side, PANEL, event.at))
            case Said(seat=seat, say=say, by=by) if seat in self._who() and {*say} == {"side"}:
                return self._hold(seat, Hold(Side(say["side"]), by, event.at))
        holder = let_go(event, self._holds)
        if holder is not None and holder in self._who():
            self._holds.drop(holder)
            return Kept()
        if isinstance(event, Said) and "let_go" in event.say and event.seat in self._holds:
            return Refused("held_elsewhere", rank=3)
        return self._call(event)

    def _hold(self, seat: int, hold: Hold) -> Offered[Called | Moot]:
        held = self._holds.of(seat)
        if held is not None and held.side is hold.side:
            return Absorbed()
        if held is not None and held.source != hold.source:
            return Refused("held_elsewhere", rank=3)
        self._holds.take(seat, hold)
        return Kept()

    def _call(self, event: TableEvent) -> Offered[Called | Moot]:
        # While somebody is missing nobody is asked to ring, so a shared bell's ring has no owner.
        unowned = isinstance(event, Rang) and event.seat is None
        callers = self._ask.callers()
        if not callers or not (unowned or ringer(event) in callers):
            return NotMine()
        if self._missing():
            return Refused("not_all_hold", rank=2)
        sides = self._holds.sides()
        return Answered(Called({one: sides[one] for one in self._who()}, event.at))

    def _missing(self) -> tuple[int, ...]:
        return tuple(seat for seat in self._who() if seat not in self._holds)

    def is_moot(self) -> bool | None:
        # What nobody can close waits for nobody: the Ask beside it may be moot all the same.
        return None if self._who() and not self._ask.callers() else super().is_moot()

    def offers(self) -> tuple[Offer, ...]:
        about = self._ask.about
        missing = self._missing()
        holds = tuple(
            Offer(seat, "hold", about, {"side": side.value}, button=side)
            for seat in missing
            for side in Side
        )
        held = tuple(
            Offer(seat, "let_go", about, {"let_go": True}, button=hold.side, optional=True)
            for seat in self._who()
            if (hold := self._holds.of(seat)) is not None
        )
        calls = () if missing else self._ask.callers()
        return (*holds, *held, *(Offer(seat, "ring", "call", {"ring": 1}) for seat in calls))


@dataclass(frozen=True, slots=True)
class HostSays(Ask[Mapping[str, Any]]):
    """Waits for a host's act with one of `keys`; awaits to the act."""

    keys: tuple[str, ...]
    fault: Callable[[Mapping[str, Any]], Refused | None] = lambda _act: None

    def opens(self, scene: Scene) -> Open[Mapping[str, Any]]:
        """Open for the host."""
        del scene
        return _OpenHostSays(self)


class _OpenHostSays(Open[Mapping[str, Any]]):
    def __init__(self, ask: HostSays) -> None:
        self._ask = ask

    def offer(self, event: TableEvent) -> Offered[Mapping[str, Any]]:
        match event:
            case HostDid(act=act) if any(key in act for key in self._ask.keys):
                return self._ask.fault(act) or Answered(act)
        return NotMine()

    def offers(self) -> tuple[Offer, ...]:
        return ()

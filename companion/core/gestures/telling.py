"""Words: what a phone says that hands cannot, and what the host does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from companion.core.asks import Answered, Ask, Moot, NotMine, Offer, Offered, Open, Refused, Scene
from companion.core.events import Happened, HostDid, Said, TableEvent
from companion.core.gestures.seats import OfSeats, Say, Who

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Tell(Ask[T | Moot]):
    """Waits for one of `who` to say `key` on a phone.

    `read` makes the answer of a seat's value, or says why not; `choices` lists what a phone may
    offer, as whole `say`s, and `until` says when that ends for a seat (game time, ns).
    """

    who: Who
    about: str
    key: str
    read: Callable[[int, Any, Happened], T | Refused | None]
    choices: Callable[[int], Sequence[Say]]
    optional: bool = False
    until: Callable[[int], int | None] = lambda _seat: None

    def opens(self, scene: Scene) -> Open[T | Moot]:
        """Open for the seats that the state names now."""
        del scene
        return _OpenTell(self)


class _OpenTell(OfSeats[T | Moot]):
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
            Offer(seat, "say", ask.about, say, until=ask.until(seat), optional=ask.optional)
            for seat in self._who()
            for say in ask.choices(seat)
        )

    def is_moot(self) -> bool | None:
        return None if self._ask.optional else super().is_moot()


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

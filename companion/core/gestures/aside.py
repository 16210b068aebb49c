"""An aside: something told beside what the table waits for, which goes on waiting."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, NoReturn, TypeVar

from companion.core.asks import Answered, Ask, Kept, Offer, Offered, Open, Scene
from companion.core.events import TableEvent

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Aside(Ask[NoReturn], Generic[T]):
    """Takes a note whenever another Ask is answered, and never answers itself.

    So a race beside it keeps what has come in. `note` is given the answer and the event's true
    stamp (ns); it may be told the same thing again after a correction, and must not mind. Nobody
    is waited for.
    """

    ask: Ask[T]
    note: Callable[[Any, int], None]

    def opens(self, scene: Scene) -> Open[NoReturn]:
        """Open the Ask that is noted."""
        return _OpenAside(self.ask.opens(scene), self.note)


class _OpenAside(Open[NoReturn]):
    def __init__(self, inner: Open[Any], note: Callable[[Any, int], None]) -> None:
        self._inner = inner
        self._note = note

    def offer(self, event: TableEvent) -> Offered[NoReturn]:
        said = self._inner.offer(event)
        if not isinstance(said, Answered):
            return said
        self._note(said.value, event.stamp)
        return Kept()

    def offers(self) -> tuple[Offer, ...]:
        return self._inner.offers()

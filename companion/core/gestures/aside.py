"""An aside: something told beside what the table waits for, which goes on waiting."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.core.asks import Answered, Ask, Kept, Moot, Offer, Offered, Open, Scene
from companion.core.events import TableEvent

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Aside(Ask[Moot], Generic[T]):
    """Takes a note whenever another Ask is answered, and goes on waiting.

    So a race beside it keeps what has come in. `note` is given the answer and the event's true
    stamp (ns); it may be told the same thing again after a correction, and must not mind. Nobody
    is waited for. Where a note leaves nothing to wait for, `is_over` says so, and the whole Ask
    is answered with Moot.
    """

    ask: Ask[T]
    note: Callable[[Any, int], None]
    is_over: Callable[[], bool] = lambda: False

    def opens(self, scene: Scene) -> Open[Moot]:
        """Open the Ask that is noted."""
        return _OpenAside(self, self.ask.opens(scene))


class _OpenAside(Open[Moot]):
    def __init__(self, ask: Aside[Any], inner: Open[Any]) -> None:
        self._ask = ask
        self._inner = inner

    def offer(self, event: TableEvent) -> Offered[Moot]:
        said = self._inner.offer(event)
        if not isinstance(said, Answered):
            return said
        self._ask.note(said.value, event.stamp)
        return Answered(Moot()) if self._ask.is_over() else Kept()

    def offers(self) -> tuple[Offer, ...]:
        return self._inner.offers()

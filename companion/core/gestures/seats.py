"""What all gestures share: who is asked, as a function of the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from companion.core.asks import Open

T = TypeVar("T")
Who = Callable[[], Sequence[int]]
Say = Mapping[str, Any]


class OfSeats(Open[T]):
    """Opens an Ask that certain seats may answer."""

    def __init__(self, who: Who) -> None:
        self._who = who

    def is_moot(self) -> bool | None:
        """Tell whether nobody is left to answer."""
        return not self._who()

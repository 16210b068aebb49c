"""Questions: the numbers that phones send back, so that a stale answer answers nothing.

A question is what one seat is asked about one thing. It keeps its number for as long as it is
asked, whatever others do meanwhile; asked again later, it is another question.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.core.asks import Offer

NO_QUESTION = 0


@dataclass(frozen=True, slots=True)
class Question:
    """Holds a question's number, and when its window ends (game time, ns), if it has one."""

    number: int
    until: int | None


class Questions:
    """Numbers the questions of a run, in the order in which they come up."""

    def __init__(self) -> None:
        self._asked: dict[tuple[int, str], Question] = {}
        self._count = 0

    def number(self, offer: Offer) -> int:
        """Return the number of the question that an offer answers."""
        asked = self._asked.get((offer.seat, offer.about))
        return asked.number if asked else NO_QUESTION

    def renew(self, offers: Iterable[Offer]) -> None:
        """Number what is asked now: a question that was being asked before keeps its number."""
        asked: dict[tuple[int, str], Question] = {}
        for offer in offers:
            key = (offer.seat, offer.about)
            if key not in asked:
                asked[key] = Question(self._number_of(key), offer.until)
        self._asked = asked

    def _number_of(self, key: tuple[int, str]) -> int:
        if key in self._asked:
            return self._asked[key].number
        self._count += 1
        return self._count

    def forget(self, seat: int | None, until: int | None) -> None:
        """Forget what `seat` answered, or what ended at `until`: asked again, it is asked anew."""
        self._asked = {
            key: asked
            for key, asked in self._asked.items()
            if key[0] != seat and (until is None or asked.until != until)
        }

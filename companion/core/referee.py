"""The referee: feeds a run, keeps its records, undoes by replay, and comes back after a crash."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Generic, TypeVar

from companion.core.asks import Deadline
from companion.core.events import HostDid, Said, TableEvent
from companion.core.game import Audience, Game
from companion.core.header import Header
from companion.core.records import (
    Landing,
    Record,
    count_steps,
    digest,
    drop_last,
    fold,
    record,
    undo_steps,
)
from companion.core.rulings import Failed
from companion.core.run import Run
from companion.core.steps import Step, Verdict
from companion.core.views import LAST_RULINGS, shown, view

S = TypeVar("S")

MOST_REFUSALS = 100  # of one seat in a row that the journal keeps


class Referee(Generic[S]):
    """Referees one game; everything it knows follows from the header and the records."""

    def __init__(self, game: Game[S], header: Header) -> None:
        self.run = Run(game, header)
        self.kept: list[Record | Landing] = []
        self.undos = 0
        self.differs_at: int | None = None
        self._refusals: Counter[int] = Counter()  # in a row, by seat
        self._recorded: list[dict[str, Any]] = []
        self._since = 1  # the number of the first ruling after the recorded ones

    @classmethod
    def restored(cls, game: Game[S], header: Header, records: Sequence[Record]) -> Referee[S]:
        """Replay a journal's records and return the referee as it stood after the last one.

        If a replay decides differently from what was recorded (another version, a damaged file),
        it stops there: `differs_at` is the place among the records that still count, the recorded
        rulings stay on the board, and only the host acts.
        """
        referee = cls(game, header)
        referee.undos = sum(1 for one in records if undo_steps(one))
        referee._replay(fold(records))
        return referee

    def feed(self, event: TableEvent) -> tuple[Record, Step]:
        """Let an event happen; return its record, for the journal, and what it led to."""
        match event:
            case HostDid(act={"undo": int(steps)}) if 1 <= steps <= self.steps():
                return self._undo(event, steps)
            case Said(question=str(question)):
                event = replace(event, question=self._current(question))
            case _:
                pass
        step = self.run.feed(event)
        made = self._recorded_as(event, step)
        if self._is_noise(event, step):
            return replace(made, is_noise=True), step
        self.kept.append(made)
        return made, step

    def _is_noise(self, event: TableEvent, step: Step) -> bool:
        """Tell whether a seat has been refused too often in a row to be kept any more.

        Such a record changes nothing: it rules nothing, and time passes with the next one.
        """
        if step.verdict is Verdict.ACCEPTED:
            self._refusals.clear()
        if not isinstance(event, Said) or step.verdict is not Verdict.REFUSED or step.rulings:
            return False
        self._refusals[event.seat] += 1
        return self._refusals[event.seat] > MOST_REFUSALS

    def _recorded_as(self, event: TableEvent, step: Step) -> Record:
        return record(event, step, shown(self.run, step.rulings))

    def _current(self, question: str) -> str:
        """Return a question's id; one from before an undo answers no question that there is."""
        undos, _, number = question.partition(".")
        return question if undos == str(self.undos) else f"{undos}.0{number}"

    def due(self) -> Deadline | None:
        """Return the next deadline in kit time."""
        return self.run.due()

    def view(self, audience: Audience) -> dict[str, Any]:
        """Return what an audience may know now, as JSON values."""
        seen = view(self.run, audience, self.undos)
        if self.differs_at is not None:
            since = [ruling for ruling in seen["rulings"] if ruling["number"] >= self._since]
            seen["rulings"] = [*self._recorded, *since][-LAST_RULINGS:]
        return seen

    def steps(self) -> int:
        """Return how many steps can be taken back."""
        return count_steps(self.kept)

    def _undo(self, event: HostDid, steps: int) -> tuple[Record, Step]:
        down, number = self.run.down(), self.run.next_number
        self.undos += 1
        kept = list(self.kept)
        at = drop_last(kept, steps)
        self.run = Run(self.run.game, self.run.header)
        self.differs_at = None
        self._replay(kept)
        step = self.run.land(at, down, number, steps)
        made = self._recorded_as(event, step)
        self.kept.append(Landing(at, down, number, steps, made.rulings, made.digest))
        return made, step

    def _replay(self, kept: Sequence[Record | Landing]) -> None:
        # What comes after a difference is not replayed, but undo still takes it back first.
        self.kept = list(kept)
        for place, one in enumerate(kept):
            if not self._same(one):
                self._stop_at(place)
                return

    def _same(self, one: Record | Landing) -> bool:
        if isinstance(one, Landing):
            step = self.run.land(one.at, one.down, one.number, one.steps)
        else:
            step = self.run.feed(one.event)
        return digest(step.verdict, step.rulings) == one.digest

    def _stop_at(self, place: int) -> None:
        self.differs_at = place
        self._recorded = [ruling for one in self.kept for ruling in one.rulings]
        numbers = [ruling["number"] + 1 for ruling in self._recorded]
        self._since = self.run.next_number = max([self.run.next_number, *numbers])
        self.run.failure = f"the replay differs from the journal at record {place + 1}"
        self.run.rule(Failed(self.run.failure))

"""The referee: feeds a run, keeps its records, undoes by replay, and comes back after a crash."""

from __future__ import annotations

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
    fold,
    record,
    undo_steps,
    without_last,
)
from companion.core.rulings import Failed
from companion.core.run import Refusal, Run, Step, Verdict
from companion.core.views import LAST_RULINGS, shown, view

S = TypeVar("S")


class Referee(Generic[S]):
    """Referees one game; everything it knows follows from the header and the records."""

    def __init__(self, game: Game[S], header: Header) -> None:
        self.run = Run(game, header)
        self.kept: list[Record | Landing] = []
        self.undos = 0
        self.differs_at: int | None = None
        self._recorded: list[dict[str, Any]] = []

    @classmethod
    def restored(cls, game: Game[S], header: Header, records: Sequence[Record]) -> Referee[S]:
        """Replay a journal's records and return the referee as it stood after the last one.

        If a replay decides differently from what was recorded (another version, a damaged file),
        it stops there: `differs_at` is the record's place, the recorded rulings stay on the
        board, and only the host acts.
        """
        referee = cls(game, header)
        referee.undos = sum(1 for one in records if undo_steps(one))
        referee._replay(fold(records))
        return referee

    def feed(self, event: TableEvent) -> tuple[Record, Step]:
        """Let an event happen; return its record, for the journal, and what it led to."""
        match event:
            case HostDid(act={"undo": int(steps)}):
                step = self._undo(event, steps)
                return self._recorded_as(event, step), step
            case Said(question=str(question)):
                event = replace(event, question=self._current(question))
            case _:
                pass
        step = self.run.feed(event)
        made = self._recorded_as(event, step)
        self.kept.append(made)
        return made, step

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
            seen["rulings"] = [*self._recorded, *seen["rulings"][-1:]][-LAST_RULINGS:]
        return seen

    def steps(self) -> int:
        """Return how many steps can be taken back."""
        return count_steps(self.kept)

    def _undo(self, event: HostDid, steps: int) -> Step:
        if steps < 1 or steps > self.steps():
            self.run.refused = Refusal(None, "nothing_to_undo")
            return Step(Verdict.REFUSED, refusal=self.run.refused)
        down, number = self.run.down(), self.run.next_number
        self.undos += 1
        kept = without_last(self.kept, steps)
        self.run = Run(self.run.game, self.run.header)
        self.differs_at = None
        self._replay(kept)
        landing = Landing(event.at, down, number, steps)
        self.kept.append(landing)
        return self.run.land(landing.at, down, number, steps)

    def _replay(self, kept: Sequence[Record | Landing]) -> None:
        self.kept = []
        for place, one in enumerate(kept):
            if isinstance(one, Landing):
                self.run.land(one.at, one.down, one.number, one.steps)
            elif not self._same(one):
                self._recorded = [
                    ruling
                    for kept_one in kept
                    if isinstance(kept_one, Record)
                    for ruling in kept_one.rulings
                ]
                self._stop_at(place)
                return
            self.kept.append(one)

    def _same(self, one: Record) -> bool:
        step = self.run.feed(one.event)
        return digest(step.verdict, step.rulings) == one.digest

    def _stop_at(self, place: int) -> None:
        self.differs_at = place
        self.run.failure = f"the replay differs from the journal at record {place + 1}"
        self.run.rule(Failed(self.run.failure))

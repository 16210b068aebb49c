"""What all sittings have in common: reading a table, and the verbs that no game has of its own.

A game's `Sitting` sits down (`sit_down`) and adds its gestures. Every verb happens one millisecond
after the last, or at a stamp (ns) that the test names, and is accepted, unless the test says with
which reason it is refused.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Generic, Protocol, TypeVar

from companion.core.cues import Cue
from companion.core.events import HostDid, Restarted, Said, TableEvent, Woke
from companion.core.game import Audience, Game
from companion.core.header import Header
from companion.core.records import Record
from companion.core.referee import Referee
from companion.core.stamps import NS_PER_MS, from_seconds
from companion.core.steps import Step, Verdict


class HasPhase(Protocol):
    """Is a game's state, of which sittings know the phase alone."""

    @property
    def phase(self) -> str:
        """Return the phase that is played."""
        ...


S = TypeVar("S", bound=HasPhase)


class AtTable(Generic[S]):
    """Is a table of some game in virtual time."""

    def sit_down(self, game: Game[S], header: Header) -> None:
        """Begin the game."""
        self.game = game
        self.header = header
        self.referee = Referee(game, header)
        self.records: list[Record] = []
        self.cues: list[Cue] = []
        self.now = 0

    # What is read

    @property
    def state(self) -> S:
        """Return the game's state; nothing may be lost from it."""
        run = self.referee.run
        assert run.failure is None, run.failure
        assert self.game.count(run.state) is None
        return run.state

    @property
    def phase(self) -> str:
        """Return the phase that is played."""
        return self.state.phase

    def view(self, audience: Audience = "public") -> dict[str, Any]:
        """Return a view, as JSON gives it back."""
        seen: dict[str, Any] = json.loads(json.dumps(self.referee.view(audience)))
        return seen

    def waiting(self) -> list[tuple[int, str]]:
        """Return for whom the table waits, and with which gesture."""
        return [(one["seat"], one["gesture"]) for one in self.view()["waiting"]]

    def rulings(self, *kinds: str) -> list[dict[str, Any]]:
        """Return the rulings so far of these kinds, or all, with their values and stamps."""
        shown = [{**one.to_json(), "ns": one.at} for one in self.referee.run.rulings]
        return [one for one in shown if not kinds or one["ruling"] in kinds]

    def kinds(self, *but: str) -> list[str]:
        """Return the kinds of all rulings so far but these, in order."""
        return [one["ruling"] for one in self.rulings() if one["ruling"] not in but]

    def says(self, seat: int, about: str | None = None) -> list[Mapping[str, Any]]:
        """Return what a seat's phone offers to say."""
        return [
            one.say
            for one in self.referee.run.offers()
            if one.seat == seat and one.say is not None and about in (None, one.about)
        ]

    # What happens

    def feed(self, event: TableEvent, refused: str | None = None) -> Step:
        """Let an event happen, which is refused with this reason or not at all."""
        self.now = max(self.now, event.at)
        before = self.referee.run.state
        record, step = self.referee.feed(event)
        self.records.append(record)
        self.cues += step.cues
        reason = step.refusal.reason if step.refusal else None
        assert reason == refused, (event, reason)
        assert (step.verdict is Verdict.REFUSED) == (refused is not None)
        assert refused is None or step.rulings or self.state == before
        assert self.state is not None
        return step

    def at(self, at: int | None) -> int:
        """Return a moment that is named, or a millisecond after the last one."""
        return self.now + NS_PER_MS if at is None else at

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.until(self.now + from_seconds(seconds))

    def until(self, at: int) -> None:
        """Let all happen that is due by a moment."""
        self.feed(Woke(at=at))

    def say(
        self,
        seat: int,
        /,
        by: str = "phone",
        *,
        at: int | None = None,
        refused: str | None = None,
        **say: Any,
    ) -> Step:
        """Say something on a phone, or as the host for a seat."""
        return self.feed(Said(seat, say, by, at=self.at(at)), refused)

    def host(self, *, at: int | None = None, refused: str | None = None, **act: Any) -> Step:
        """Do what the host does."""
        return self.feed(HostDid(act, at=self.at(at)), refused)

    def adjust(self, seat: int, *, refused: str | None = None, **change: Any) -> Step:
        """Let the host correct a seat."""
        return self.host(adjust={"seat": seat, **change}, refused=refused)

    def leave(self, seat: int) -> None:
        """Let somebody leave the table."""
        self.adjust(seat, alive=False)

    def restart(self, *down: str) -> None:
        """Begin the program anew with these buttons down."""
        self.feed(Restarted(down, at=self.at(None)))

"""The sitting: the one owner of the table; everything else puts signals in its inbox.

It takes from the inbox in the order of edges, feeds the referee, wakes it for deadlines that the
inbox has passed, writes each record to the journal, performs at once, and publishes the views of
all audiences with the journal's ticket: phones see nothing before it is on the disk.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from typing import Any

from companion.cards.deck_map import DeckMap
from companion.core.events import Restarted, Said, TableEvent, Woke
from companion.core.game import HOST, Audience, Game
from companion.core.header import Header
from companion.core.holds import PHONE
from companion.core.records import Record
from companion.core.referee import Referee
from companion.core.stamps import to_seconds
from companion.core.steps import Step, Verdict
from companion.core.texts import reason_text
from firmware.bodies import body_of, written
from firmware.clock import Clock
from firmware.inbox import Change, Inbox
from firmware.items import Item, Look, NewGame, Told
from firmware.keeping import Keeper
from firmware.line_faults import changes_ns
from firmware.line_faults import findings as line_findings
from firmware.notice_board import Finding
from firmware.perform import Performer
from firmware.signals import ReaderBack, ReaderFailed, TagGone, TagSeen, TagsUnclear
from firmware.translate import event_of, is_at_table, lines_at_table
from web.ports import Answer

log = logging.getLogger(__name__)

Views = Mapping[str, dict[str, Any]]
Publish = Callable[[Views, int], None]
Heard = Callable[[Record, Step], None]


@dataclass(slots=True)
class Played:
    """Holds the game that is on the table."""

    number: int
    game: Game[Any]
    referee: Referee[Any]
    began_ns: int
    last_at: int = 0
    is_finished: bool = False
    unwritten: list[str] = field(default_factory=list)  # came after the end, changed nothing

    @property
    def seats(self) -> int:
        """Return how many seats the game has."""
        return len(self.referee.run.header.seats)


@dataclass(frozen=True, slots=True)
class Ears:
    """Holds who is told of what happens; each must be quick and must not raise."""

    publish: Publish | None = None
    heard: Heard = lambda _record, _step: None


@dataclass(slots=True)
class Sitting:
    """Owns the table. `step` and `next_ns` belong to one thread; `inbox.put` to all."""

    games: Mapping[str, Game[Any]]
    clock: Clock
    inbox: Inbox[Item]
    decks: Callable[[], DeckMap]
    keeper: Keeper
    performer: Performer
    ears: Ears = field(default_factory=Ears)
    notices: Callable[[], Sequence[Mapping[str, Any]]] = tuple
    played: Played | None = None
    reader_faults: dict[str, str] = field(default_factory=dict)
    line_faults: tuple[Finding, ...] = ()
    late: int = 0  # presses and releases that came too late to keep their place
    _lines_due_ns: int | None = None
    _ticket: int = 0
    _is_changed: bool = True
    _stepped_ns: int = -1

    def next_ns(self) -> int | None:
        """Return when `step` has something to do next, or None."""
        dues = (self._due_ns(), self._after_step(self._lines_due_ns))
        times = (self.inbox.next_ns(), self.performer.next_ns(), *dues)
        return min((ns for ns in times if ns is not None), default=None)

    def step(self, now_ns: int) -> None:
        """Let happen what is due at `now_ns`, in the order of stamps."""
        for item in self.inbox.take(now_ns):
            self._take(item)
        passed_ns = self.inbox.passed(now_ns)
        self._wake(passed_ns)
        self._notice_lines(passed_ns)
        self._stepped_ns = now_ns
        self._show(now_ns)

    def begin(self, header: Header, began_ns: int | None = None) -> None:
        """Put a new game on the table, from `began_ns` on, or from now on."""
        game = self.games[header.game]
        number = self.keeper.begin(written(dict(header.given)))
        # Its first views wait for the header to be on the disk, as all others for their records.
        self._ticket = self.keeper.append(number, ())
        began = self.clock.now_ns() if began_ns is None else began_ns
        self.played = Played(number, game, Referee(game, header), began)
        self._is_changed = True

    def resume(
        self, number: int, referee: Referee[Any], last_at: int, down: tuple[str, ...]
    ) -> None:
        """Put a game of the journal back on the table, as it stood at kit time `last_at`.

        `down` are the lines that are closed now; the game is paused until the host resumes it.
        """
        began_ns = self.clock.now_ns() - last_at
        self.played = Played(number, referee.run.game, referee, began_ns, last_at)
        if referee.run.is_over:
            self._finish_if_over(self.played)
        else:
            self._feed(Restarted(lines_at_table(down, self.played.seats), at=last_at))

    def changed(self) -> None:
        """Publish anew at the next step: something beside the game has changed."""
        self._is_changed = True

    def _notice_lines(self, passed_ns: int) -> None:
        """Show anew when another contact is at fault, or for longer."""
        closed = self.inbox.closed()
        faults = line_findings(self.inbox.stuck(), closed, passed_ns)
        due_ns = changes_ns(closed, passed_ns)
        self._lines_due_ns = None if due_ns is None else self.inbox.due_ns(due_ns)
        if faults != self.line_faults:
            self.line_faults = faults
            self._is_changed = True

    # Taking

    def _take(self, item: Change | Item) -> None:
        match item:
            case Look(look=look, ns=ns):
                self._wake(ns)
                look()
            case NewGame():
                self._new_game(item)
            case Told():
                self._told(item)
            case ReaderFailed(reader=reader, why=why):
                self.reader_faults[reader] = why
                self._is_changed = True
            case ReaderBack(reader=reader):
                self.reader_faults.pop(reader, None)
                self._is_changed = True
            case _:
                self._signal(item)

    def _new_game(self, item: NewGame) -> None:
        if self.played and not self.played.referee.run.is_over:
            self._answer(item.answer, Answer(taken=False, reason="game_running", text=RUNNING))
            return
        self.begin(item.header, item.ns)
        self._answer(item.answer, Answer(taken=True))

    def _told(self, item: Told) -> None:
        if self.played is not None and not is_at_table(item.event, self.played.seats):
            self._answer(item.answer, NO_SEAT)
            return
        step = self._happen(item.ns, item.event)
        self._answer(item.answer, self._worded(step, item.event))

    def _signal(self, signal: Change | TagSeen | TagGone | TagsUnclear) -> None:
        if self.played is None:
            return
        game = self.played.game.slug
        event = event_of(signal, 0, lambda uid: self.decks().card(uid, game))
        if event is None or not is_at_table(event, self.played.seats):
            return
        # What was pressed before the game began is no act of it.
        if signal.ns >= self.played.began_ns:
            self.late += isinstance(signal, Change) and signal.late
            self._happen(signal.ns, event)

    def _happen(self, ns: int, event: TableEvent) -> Step | None:
        """Feed an event that was stamped `ns`; None while no game is on the table."""
        played = self.played
        if played is None:
            return None
        stamp = max(0, ns - played.began_ns)
        at = max(stamp, played.last_at)
        late = stamp if stamp < at else event.late
        return self._feed(replace(event, at=at, late=late))

    def _feed(self, event: TableEvent) -> Step | None:
        played = self.played
        if played is None:
            return None
        played.last_at = event.at
        record, step = played.referee.feed(event)
        if not record.is_noise:
            self._write(played, record, step)
        self.performer.perform(step, played.began_ns, self.clock.now_ns())
        self.ears.heard(record, step)
        self._is_changed = True
        return step

    def _write(self, played: Played, record: Record, step: Step) -> None:
        """Journal a record; what comes after the end and changes nothing waits.

        So a finished game stays finished. It is written before an undo: a button that came up
        meanwhile holds no more.
        """
        played.unwritten.append(body_of(record))
        if not played.is_finished or step.verdict is Verdict.ACCEPTED:
            self._ticket = self.keeper.append(played.number, tuple(played.unwritten))
            played.unwritten.clear()
            self._finish_if_over(played)

    def _finish_if_over(self, played: Played) -> None:
        is_over = played.referee.run.is_over
        if is_over:
            winners = _view(played.referee, "public")["winners"]
            self._ticket = self.keeper.finish(played.number, json.dumps({"winners": winners}))
        played.is_finished = is_over

    def _wake(self, passed_ns: int) -> None:
        """Wake the referee for every deadline that nothing can precede any more."""
        while self.played is not None:
            due = self.played.referee.due()
            if due is None or due.ns + self.played.began_ns > passed_ns:
                return
            self._feed(Woke(at=max(due.ns, self.played.last_at)))

    def _due_ns(self) -> int | None:
        due = self.played.referee.due() if self.played else None
        if due is None or self.played is None:
            return None
        return self._after_step(self.inbox.due_ns(due.ns + self.played.began_ns))

    def _after_step(self, moment_ns: int | None) -> int | None:
        # What the last step could not pass waits for an edge that the inbox knows of.
        return moment_ns if moment_ns is not None and moment_ns > self._stepped_ns else None

    def _answer(self, answer: Future[Answer] | None, given: Answer) -> None:
        if answer is not None and answer.set_running_or_notify_cancel():
            answer.set_result(given)

    def _worded(self, step: Step | None, event: TableEvent) -> Answer:
        """Return what became of an event, as its sender may know it."""
        if step is None or self.played is None:
            return Answer(taken=False, reason="no_game", text="No game is set up yet.")
        if step.verdict is not Verdict.REFUSED or step.refusal is None:
            return Answer(taken=True)
        run = self.played.referee.run
        sender = event.seat if isinstance(event, Said) and event.by == PHONE else HOST
        reason = step.refusal.told_to(sender)
        text = reason_text(reason, step.refusal.seat, run.names, run.game.sentences)
        return Answer(taken=False, reason=reason, text=text)

    # Showing

    def _show(self, now_ns: int) -> None:
        """Bring lights up to the moment, and then, since it takes longer, all views."""
        is_changed = self._is_changed
        if is_changed:
            # Taken back before anything is looked at, and only if it was set: `changed` is called
            # by other threads too, and what they noted is in these views or in the next ones.
            self._is_changed = False
        sweep_ns = self.performer.next_ns()
        is_sweeping = sweep_ns is not None and sweep_ns <= now_ns
        if self.played is not None and (is_changed or is_sweeping):
            self.performer.show(self.played.referee.run, now_ns)
        if is_changed:
            self._publish()

    def _publish(self) -> None:
        if self.ears.publish is not None:
            self.ears.publish(self.views(), self._ticket)

    def views(self) -> dict[str, dict[str, Any]]:
        """Return the view of every audience, with the kit's own notices."""
        rim = {"notices": list(self.notices()), "readers_failed": dict(self.reader_faults)}
        if self.played is None:
            return {audience: {**NO_GAME, **rim} for audience in ("public", "host")}
        referee, began_ns = self.played.referee, self.played.began_ns
        at = to_seconds(self.clock.now_ns() - began_ns)
        audiences = {"public": "public", "host": "host"} | {
            f"seat:{seat}": seat for seat in referee.run.header.numbers
        }
        return {
            name: {**_with_ms(_view(referee, audience), began_ns), **rim, "at": at}
            for name, audience in audiences.items()
        }


RUNNING = "A game is running; end it first."
NO_SEAT = Answer(taken=False, reason="no_such_seat", text="There is no such seat at this table.")
NO_GAME: dict[str, Any] = {
    "game": None,
    "title": "Ringmaster",
    "phase": "lobby",
    "over": False,
    "winners": [],
    "waiting": [],
    "margin_ms": None,
    "seats": {},
    "fouls": [],
    "refused": None,
    "options": {},
    "rulings": [],
    "cues": [],
    "paused": False,
}


def _view(referee: Referee[Any], audience: Audience) -> dict[str, Any]:
    """Return a view; one that the game cannot make says so, now and at every later start."""
    try:
        return referee.view(audience)
    except Exception as error:
        log.exception("the view of %s cannot be made", audience)
        game = referee.run.game
        failed = f"the game's view fails ({type(error).__name__}); undo, or end the game"
        return {**NO_GAME, "game": game.slug, "title": game.title, "failed": failed}


def _with_ms(view: dict[str, Any], began_ns: int) -> dict[str, Any]:
    """Give cues their deadline in ms of the kit's monotonic clock, as phones count.

    A cue's id is its moment and its word: a page plays each once, and an undo numbers anew.
    """
    began_ms = began_ns / 1_000_000
    timed = [(began_ms + cue["at"] * 1000, cue) for cue in view["cues"]]
    cues = [{**cue, "id": f"{at_ms:.3f} {cue['word']}", "at_ms": at_ms} for at_ms, cue in timed]
    return {**view, "cues": cues}

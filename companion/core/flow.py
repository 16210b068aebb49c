"""The flow: resumes a game's coroutine when its Ask is answered, and collects what it decides.

It is not asyncio and only a few dozen lines: `send` an answer, take up the Ask that comes back,
go on while nobody can answer it. A game's fault never gets out: the state and the rulings go back
to the last Ask, and the game is marked failed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from traceback import walk_tb
from typing import Any, Generic, NamedTuple, TypeVar, assert_never

from companion.core.asks import (
    Answered,
    Ask,
    Deadline,
    Moot,
    Offer,
    Offered,
    Open,
    Scene,
)
from companion.core.attribution import takers
from companion.core.cues import Beat, Cue, Hush, Sound, Sweep
from companion.core.errors import GameBroken
from companion.core.events import CardPlaced, TableEvent
from companion.core.game import Game
from companion.core.header import Header
from companion.core.holds import Hold, Holds
from companion.core.options import Options
from companion.core.places import Places
from companion.core.questions import Questions
from companion.core.rulings import Failed, Foul, Numbered, Ruling

R = TypeVar("R")
S = TypeVar("S")

MOST_LAPSES = 1000  # resumptions without an event: more is a game that waits for nothing
MOST_CUES = 16  # of the last ones, for phones that come late


class Standing(NamedTuple, Generic[S]):
    """Holds what a fault of the game goes back to: the state, and how much was decided."""

    state: S
    number: int
    cues: int
    upcoming: list[Beat | Sound]


class Flow(Generic[S]):
    """Runs a game's coroutine from Ask to Ask; it is the `Table` that the game is given."""

    def __init__(self, game: Game[S], header: Header) -> None:
        self.game = game
        self.header = header
        self.state: S = game.set_up(header, game.manifest)
        self.rulings: list[Numbered] = []
        self.fouls: list[Numbered] = []
        self.next_number = 1
        self.is_paused = False
        self.is_over = False
        self.failure: str | None = None
        self.upcoming: list[Beat | Sound] = []
        self.pending: tuple[CardPlaced, ...] = ()  # cards that lie there and are nobody's yet
        self._now = 0
        self.stopped = 0  # kit time that did not count as game time, ns
        self.places = Places()
        self.questions = Questions()
        self._holds = Holds()
        self._fresh_rulings: list[Numbered] = []
        self._fresh_cues: list[Cue] = []
        self._accepted: list[TableEvent] = []
        self._held: Mapping[int, Hold] = {}
        self._lapses = 0
        self._awaiting = self._standing()
        self._asked_at = 0  # game time when the Ask's windows began, ns
        self._ask: Ask[Any] | None = None
        self._open: Open[Any] | None = None
        self._flow = game.play(self)
        self._resume(None)

    # What the game may touch (companion.core.game.Table)

    @property
    def options(self) -> Options:
        """Return the table's options; durations in ns."""
        return self.header.options

    @property
    def holds(self) -> Holds:
        """Return who holds which side."""
        return self._holds

    @property
    def now(self) -> int:
        """Return the game time of the last event or deadline, in ns."""
        return self._now

    def lies(self, card: str) -> str | None:
        """Return the reader on which a card lies now, or None."""
        return self.places.lies(card)

    def rule(self, *rulings: Ruling) -> None:
        """Number rulings and announce them."""
        for ruling in rulings:
            numbered = Numbered(self.next_number, self.now, ruling)
            self.next_number += 1
            self.rulings.append(numbered)
            self._fresh_rulings.append(numbered)
            if isinstance(ruling, Foul):
                self.fouls.append(numbered)

    def cue(self, *cues: Cue) -> None:
        """Note what lights, sounder and phones should do, and when."""
        for cue in cues:
            match cue:
                case Hush():
                    self.upcoming = [one for one in self.upcoming if one.at <= cue.at]
                case Beat() | Sound():
                    self.upcoming = [*self.upcoming[1 - MOST_CUES :], cue]
                case Sweep():
                    pass  # for the lights alone
                case _:
                    assert_never(cue)
            self._fresh_cues.append(cue)

    # What the referee asks

    def offers(self) -> tuple[Offer, ...]:
        """Return every act that the table would accept now."""
        if self._open is None or self.is_paused or self.is_over or self.failure:
            return ()
        return self._open.offers()

    def claimants(self) -> tuple[int, ...]:
        """Return the seats that are asked whether the card on the reader is theirs."""
        return takers(self.pending[0], self.offers()) if self.pending else ()

    def question(self, offer: Offer) -> int:
        """Return the number of the question that an offer answers, for phones to send back."""
        return self.questions.number(offer)

    def pointing(self) -> int | None:
        """Return the seat that a choice by the lights points at."""
        return self._open.pointing() if self._open else None

    def waiting_turn(self) -> tuple[int, ...]:
        """Return the seats that hold but have to wait for their turn."""
        return self._open.waiting_turn() if self._open and not self.is_paused else ()

    def due(self) -> Deadline | None:
        """Return the next deadline, in kit time, or None while nothing is due."""
        if self._open is None or self.is_paused or self.is_over or self.failure:
            return None
        due = self._open.due()
        return Deadline(due.ns + self.stopped, due.kind) if due else None

    def down(self) -> tuple[str, ...]:
        """Return the buttons that are down, by line name."""
        return self.places.down()

    # From Ask to Ask

    def _begin(self) -> None:
        """Collect anew: an event has come."""
        self._fresh_rulings = []
        self._fresh_cues = []
        self._lapses = 0
        self._awaiting = self._standing()

    def _standing(self) -> Standing[S]:
        return Standing(self.state, self.next_number, len(self._fresh_cues), self.upcoming)

    def _attempt(self, act: Callable[[], R], failed: R) -> R:
        try:
            return act()
        except Exception as error:  # noqa: BLE001 - a game's functions must not end the kit
            self._fail(error, self._awaiting)
            return failed

    def _lapse_until(self, end: Deadline) -> None:
        while self._open is not None and not self.is_over and not self.failure:
            due = self._open.due()
            if due is None or due > end:
                return
            self._now = max(self._now, due.ns)
            self.questions.forget(None, due.ns)
            self._take(self._open.lapse(due))

    def _interrupt(self, why: str) -> None:
        if self._open is not None and not self.failure:
            if why in ("undo", "restart"):
                self._asked_at = self.now  # windows run whole again (names.md, Moments)
            self._take(self._open.interrupt(why, self.now))

    def _take(self, said: Offered[Any]) -> None:
        if isinstance(said, Answered):
            self._resume(said.value)
            return
        self._lapses += 1
        if self._lapses > MOST_LAPSES:
            raise GameBroken(f"{MOST_LAPSES} deadlines without an event")
        self.questions.renew(self._open_offers())

    def _reopen(self) -> None:
        """Take the Ask up anew on the corrected state, with what it had accepted so far."""
        if self._ask is None or self.failure:
            return
        # As they were when it was asked: what was let go since is among the accepted events.
        self._holds.put_back(self._held)
        # A window runs on from when it began: a correction gives nobody more time.
        self._open = self._ask.opens(Scene(self._asked_at, self._holds))
        accepted, self._accepted = self._accepted, []
        for event in accepted:
            said = self._open.offer(event)
            if isinstance(said, Answered):
                self._resume(said.value)
                return
            self._accepted.append(event)
        if not self.is_paused:
            # A hold that a pause ended was accepted all the same; its button is up.
            self._holds.drop_released(self.places.down())
        self.questions.renew(self._open_offers())
        self._ask_nobody()

    def _resume(self, answer: Any) -> None:
        """Let the flow run on to the next Ask that somebody can answer."""
        while True:
            kept = self._standing()
            self._lapses += 1
            try:
                ask = self._next_ask(answer)
                if ask is None:
                    return self._finish()
                self._take_up(ask)
                is_moot = self._is_moot()
            except Exception as error:  # noqa: BLE001 - a game's fault must not end the kit
                return self._fail(error, kept)
            self._awaiting = self._standing()
            if not is_moot:
                return None
            answer = Moot()

    def _next_ask(self, answer: Any) -> Ask[Any] | None:
        """Let the flow run on; return what it awaits, or None at its end."""
        if self._lapses > MOST_LAPSES:
            raise GameBroken(f"{MOST_LAPSES} answers without an event")
        try:
            ask = self._flow.send(answer)
        except StopIteration:
            return None
        if not isinstance(ask, Ask):
            raise GameBroken(f"a game may only await an Ask, not {type(ask).__name__}")
        return ask

    def _take_up(self, ask: Ask[Any]) -> None:
        self._ask = ask
        self._asked_at = self.now
        self._accepted = []
        self._held = self._holds.all()
        self._open = ask.opens(Scene(self.now, self._holds))
        self.questions.renew(self._open_offers())
        if self.pending and not takers(self.pending[0], self._open.offers()):
            self.pending = ()  # nobody is asked for such a card any more

    def _is_moot(self) -> bool:
        still = self._open
        return still is not None and bool(still.is_moot()) and still.due() is None

    def _ask_nobody(self) -> None:
        if self._is_moot():
            self._resume(Moot())

    def _open_offers(self) -> tuple[Offer, ...]:
        return self._open.offers() if self._open else ()

    def _finish(self) -> None:
        self.is_over = True
        self.is_paused = False
        self._open = None
        self._ask = None
        self.pending = ()

    def _fail(self, error: Exception, kept: Standing[S]) -> None:
        self.state, self.next_number, self.upcoming = kept.state, kept.number, kept.upcoming
        for decided in (self.rulings, self.fouls, self._fresh_rulings):
            while decided and decided[-1].number >= kept.number:
                decided.pop()
        del self._fresh_cues[kept.cues :]
        self._open = None
        self._ask = None
        self.failure = _fault_of(error)
        self.rule(Failed(self.failure))


def _fault_of(error: Exception) -> str:
    """Return what failed and where, for the board.

    An error's own words stay out of it: they may name a card that the table has not seen.
    """
    kind = type(error).__name__
    if isinstance(error, GameBroken):
        return f"{kind}: {error}"
    return f"{kind} in {[*walk_tb(error.__traceback__)][-1][0].f_code.co_name}"

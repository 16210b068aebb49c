"""The run of one game: feeds table events to the game's flow and collects what it decides.

A run is deterministic: the same header and the same events give the same rulings, views and Asks,
byte for byte. It is not asyncio: it resumes the game's coroutine when an event satisfies the Ask,
and that is all. Undo and restart are `companion.core.referee`'s, which feeds a new run.

Two times meet here. Events arrive with kit time, which goes on in a pause; the game only ever
sees game time, which stands still in one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Generic, NamedTuple, TypeVar, assert_never

from companion.core.asks import (
    Absorbed,
    Answered,
    Ask,
    Deadline,
    Due,
    Kept,
    Moot,
    NotMine,
    Offer,
    Offered,
    Open,
    Refused,
    Scene,
)
from companion.core.attribution import SEAT_READER, Presses, attribute, takers
from companion.core.cues import Beat, Cue, Hush, Sound, Sweep
from companion.core.errors import GameBroken
from companion.core.events import (
    CardLifted,
    CardPlaced,
    HostDid,
    Pressed,
    Rang,
    Released,
    Restarted,
    Said,
    TableEvent,
    Woke,
    is_step,
)
from companion.core.game import Game
from companion.core.gestures import let_go
from companion.core.header import Header, clean_name
from companion.core.holds import Hold, Holds
from companion.core.options import Options
from companion.core.rulings import (
    BegunAnew,
    Corrected,
    Ended,
    Failed,
    Foul,
    Numbered,
    Paused,
    Replaced,
    Resumed,
    Ruling,
    TakenBack,
)

R = TypeVar("R")
S = TypeVar("S")

NO_QUESTION = 0
MOST_LAPSES = 1000  # resumptions without an event: more is a game that waits for nothing
STRANGE = {"unknown": "unknown_card", "foreign": "foreign_card", "unclear": "unclear_card"}


class Verdict(StrEnum):
    """Names what became of an event."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    IGNORED = "ignored"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Holds the last refusal: whose act, why, and the only seat that may know why, if any."""

    seat: int | None
    reason: str
    private: int | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """Holds what one event led to; cues are in kit time."""

    verdict: Verdict
    rulings: tuple[Numbered, ...] = ()
    cues: tuple[Cue, ...] = ()
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """Holds a question's number, and when its window ends (game time, ns), if it has one."""

    number: int
    until: int | None


class Standing(NamedTuple, Generic[S]):
    """Holds what a fault of the game goes back to: the state, and how much was decided."""

    state: S
    number: int
    cues: int
    upcoming: list[Beat | Sound]


class Run(Generic[S]):
    """Runs one game from its header on, one event at a time."""

    def __init__(self, game: Game[S], header: Header) -> None:
        self.game = game
        self.header = header
        self.state: S = game.set_up(header, game.manifest)
        self.names = {number: seat.name for number, seat in enumerate(header.seats, 1)}
        self.rulings: list[Numbered] = []
        self.fouls: list[Numbered] = []
        self.next_number = 1
        self.refused: Refusal | None = None
        self.is_paused = False
        self.is_over = False
        self.failure: str | None = None
        self.upcoming: list[Beat | Sound] = []
        self.pending: CardPlaced | None = None
        self.now = 0  # game time of the last event, ns
        self.stopped = 0  # kit time that did not count as game time, ns
        self._resumed = 0  # game time when the game last went on, ns
        self._holds = Holds()
        self._down: set[str] = set()
        self._last_press: dict[int, int] = {}
        self._lying: dict[str, str] = {}
        self._questions: dict[tuple[int, str], Question] = {}
        self._asked = 0
        self._fresh_rulings: list[Numbered] = []
        self._fresh_cues: list[Cue] = []
        self._accepted: list[TableEvent] = []
        self._held: Mapping[int, Hold] = {}
        self._lapses = 0
        self._awaiting = self._standing()
        self._actor: int | None = None
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
                    self.upcoming = [*self.upcoming[-15:], cue]
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
        return takers(self.pending, self.offers()) if self.pending else ()

    def question(self, offer: Offer) -> int:
        """Return the number of the question that an offer answers, for phones to send back."""
        asked = self._questions.get((offer.seat, offer.about))
        return asked.number if asked else NO_QUESTION

    def pointing(self) -> int | None:
        """Return the seat that a choice by the lights points at."""
        return self._open.pointing() if self._open else None

    def due(self) -> Deadline | None:
        """Return the next deadline, in kit time, or None while nothing is due."""
        if self._open is None or self.is_paused or self.is_over or self.failure:
            return None
        due = self._open.due()
        return Deadline(due.ns + self.stopped, due.kind) if due else None

    def down(self) -> tuple[str, ...]:
        """Return the buttons that are down, by line name."""
        return tuple(sorted(self._down))

    # Events

    def feed(self, event: TableEvent) -> Step:
        """Let an event happen; events come in the order of their `at` (kit time)."""
        self._begin()
        self._track(event)
        self._actor = _seat_of(event)
        failed: Kept | NotMine | Refused = Kept() if is_step(event) else NotMine()
        said = self._attempt(lambda: self._let(event), failed)
        if isinstance(said, Refused):
            self.refused = Refusal(self._actor, said.reason, said.private)
            return self._end(Verdict.REFUSED, self.refused)
        return self._end(Verdict.ACCEPTED if isinstance(said, Kept) else Verdict.IGNORED)

    def land(self, at: int, down: tuple[str, ...], number: int, steps: int) -> Step:
        """Land an undo: go on from here, paused until the host resumes.

        `at` (kit time) is that of the first step taken back: what was due before it stays passed,
        and game time stands still from there. `number` keeps rulings' numbers growing: a phone
        never sees one number twice. What lies on the readers is only known once it is lifted.
        """
        self._begin()
        self._attempt(lambda: self._pass_to(Deadline(at, Due.START)), None)
        self._begin()
        self._down = set(down)
        self._lying = {}
        self.next_number = max(self.next_number, number)
        self._stop()
        self.rule(TakenBack(steps))
        self.cue(Hush(self.now))
        self._attempt(lambda: self._interrupt("undo"), None)
        return self._end(Verdict.ACCEPTED)

    def _attempt(self, act: Callable[[], R], failed: R) -> R:
        try:
            return act()
        except Exception as error:  # noqa: BLE001 - a game's functions must not end the kit
            self._fail(error, self._awaiting)
            return failed

    def _let(self, event: TableEvent) -> Kept | NotMine | Refused:
        # A restart passes no time: what was not journalled before it has not happened.
        if not isinstance(event, Restarted):
            self._pass_to(Deadline(event.at, Due.END if isinstance(event, Woke) else Due.START))
        return self._happen(event)

    def _pass_to(self, end: Deadline) -> None:
        if not self.is_paused:
            ns = end.ns - self.stopped
            self._lapse_until(Deadline(ns, end.kind))
            self.now = max(self.now, ns)

    def _begin(self) -> None:
        self._fresh_rulings = []
        self._fresh_cues = []
        self._lapses = 0
        self._awaiting = self._standing()

    def _standing(self) -> Standing[S]:
        return Standing(self.state, self.next_number, len(self._fresh_cues), self.upcoming)

    def _end(self, verdict: Verdict, refusal: Refusal | None = None) -> Step:
        cues = tuple(replace(cue, at=cue.at + self.stopped) for cue in self._fresh_cues)
        return Step(verdict, tuple(self._fresh_rulings), cues, refusal)

    def _track(self, event: TableEvent) -> None:
        match event:
            case Pressed(seat=seat, side=side):
                self._down.add(f"{seat}.{side.value}")
            case Released(seat=seat, side=side):
                self._down.discard(f"{seat}.{side.value}")
            case CardLifted(card=card, reader=reader):
                if self._lying.get(card) == reader:
                    del self._lying[card]
            case _:
                pass

    def _happen(self, event: TableEvent) -> Kept | NotMine | Refused:
        match event:
            case Woke():
                return NotMine()
            case Restarted(down=down):
                return self._restart(down)
            case HostDid(act=act):
                return self._host(event, act)
            case _:
                pass
        if self.is_paused or self.is_over or self.failure:
            return self._too_late(event)
        return self._gesture(self._in_game_time(event))

    def _too_late(self, event: TableEvent) -> NotMine | Refused:
        if isinstance(event, (Released, CardLifted)):
            return NotMine()
        if self.failure:
            return Refused("failed")
        return Refused("game_over" if self.is_over else "paused")

    def _in_game_time(self, event: TableEvent) -> TableEvent:
        if event.late is None and event.at == self.now:
            return event  # the usual case, in a game that was never paused
        # A stamp from before a pause or an undo is as old as the game's time then can tell.
        late = None if event.late is None else max(event.late - self.stopped, self._resumed)
        return replace(event, at=self.now, late=late)

    # Gestures

    def _gesture(self, event: TableEvent) -> Kept | NotMine | Refused:
        match event:
            case Pressed():
                self._last_press[event.seat] = event.stamp
                if self.pending and event.seat in self.claimants():
                    return self._claim(self.pending, event)
            case CardPlaced():
                return self._placed(event)
            case Rang():
                owned = attribute(event, self.offers(), None, self._presses(), self._window())
                return self._offer(owned or event)
            case Said() if event.seat not in self.names:
                return Refused("no_such_seat")
            case Said() if event.question is not None and not self._is_asked(event):
                return Refused("over")
            case _:
                pass
        return self._offer(event)

    def _claim(self, card: CardPlaced, event: Pressed) -> Kept | NotMine | Refused:
        self.pending = None
        late = card.stamp if card.stamp < event.at else None
        return self._offer(replace(card, seat=event.seat, at=event.at, late=late))

    def _placed(self, event: CardPlaced) -> Kept | NotMine | Refused:
        fault = self._card_fault(event)
        if fault:
            return Refused(fault)
        self._lying[event.card] = event.reader
        owner = self._owner(event)
        owned = attribute(event, self.offers(), owner, self._presses(), self._window())
        if owned is not None:
            return self._offer(owned)
        if self.pending is not None:
            return Refused("claim_first")
        self.pending = event
        return Kept()

    def _owner(self, event: CardPlaced) -> int | None:
        """Return whose card it is; of an unseen one only where that seat is asked for it.

        Otherwise its refusal would tell the table before whom the card lies.
        """
        owner = self.game.owner(self.state, event.card)
        is_unseen = event.card in self.game.private_cards(self.state)
        asked = {offer.seat for offer in self.offers() if offer.gesture == "card"}
        return None if is_unseen and owner not in asked else owner

    def _card_fault(self, event: CardPlaced) -> str | None:
        strange = STRANGE.get(event.card.split("/", 1)[0])
        if strange:
            return strange
        if event.card not in self.game.cards(self.state):
            return "wrong_game_card"
        lies_on = self._lying.get(event.card, event.reader)
        return None if lies_on == event.reader else "two_places"

    def _presses(self) -> Presses:
        down = (line.partition(".") for line in self._down)
        seats = frozenset(int(seat) for seat, _, side in down if side in ("left", "right"))
        return Presses(seats, self._last_press)

    def _window(self) -> int:
        window: int = self.options["claim_window"]
        return window

    def _is_asked(self, event: Said) -> bool:
        number = (event.question or "").rpartition(".")[2]
        asked = {self.question(offer) for offer in self.offers() if offer.seat == event.seat}
        return any(number == str(one) for one in asked - {NO_QUESTION})

    def _offer(self, event: TableEvent) -> Kept | NotMine | Refused:
        self._actor = _seat_of(event)
        if self._actor is not None and self._actor not in self.names:
            return NotMine() if isinstance(event, Released) else Refused("no_such_seat")
        said = self._open.offer(event) if self._open else NotMine()
        match said:
            case Answered(value=value):
                self._forget_questions(self._actor, None)
                self._resume(value)
                return Kept()
            case Kept():
                self._accepted.append(event)
                self._number_questions()
                return said
            case Refused():
                return said
            case Absorbed():
                return NotMine()
            case NotMine():
                return self._unwanted(event)
            case _:
                assert_never(said)

    def _unwanted(self, event: TableEvent) -> Kept | NotMine | Refused:
        holder = let_go(event, self._holds)
        if holder is not None:
            # A hold is a fact and ends, but nobody waits for that: it is no act.
            self._holds.drop(holder)
            return NotMine()
        match event:
            case Released() | CardLifted():
                return NotMine()
            case Pressed(seat=seat) if self._may_claim(seat):
                return NotMine()
        return self.game.why_not(self.state, event) or Refused("not_waited_for")

    def _may_claim(self, seat: int) -> bool:
        for gesture in ("card", "ring"):
            # On an own reader there is nothing to claim.
            asked = {
                offer.seat
                for offer in self.offers()
                if offer.gesture == gesture and not (offer.reader or "").startswith(SEAT_READER)
            }
            if seat in asked and len(asked) > 1:
                return True
        return False

    # The host

    def _host(self, event: HostDid, act: Mapping[str, Any]) -> Kept | NotMine | Refused:
        if "undo" in act:
            return Refused("nothing_to_undo")  # what can be taken back never comes here
        if "resume" in act:
            return self._go_on(event.at)
        if "pause" in act:
            return self._pause()
        if self.is_over:
            return Refused("game_over")
        if "adjust" in act:
            return self._adjust(act["adjust"])
        if "replace" in act:
            return self._replace(act["replace"])
        if "end" in act:
            return self._finish_early()
        if self.is_paused or self.failure:
            return Refused("failed" if self.failure else "paused")
        said = self._offer(replace(event, at=self.now, late=None))
        # Starting a game that already runs is no mistake; it just changes nothing.
        return NotMine() if isinstance(said, Refused) and "start" in act else said

    def _pause(self) -> Kept | Refused:
        if self.is_paused or self.is_over:
            return Refused("paused" if self.is_paused else "game_over")
        self._stop()
        self.rule(Paused())
        self._interrupt("pause")
        return Kept()

    def _stop(self) -> None:
        self.is_paused = True
        self.pending = None

    def _go_on(self, at: int) -> Kept | Refused:
        if not self.is_paused:
            return Refused("not_paused")
        self.is_paused = False
        self.stopped = at - self.now
        self._resumed = self.now
        self._holds.drop_released(self._down)
        self.rule(Resumed())
        self._interrupt("resume")
        self._ask_nobody()
        return Kept()

    def _restart(self, down: tuple[str, ...]) -> Kept:
        self._down = set(down)
        self._lying = {}
        if not self.is_over:
            self._stop()
            self.rule(BegunAnew())
            self.cue(Hush(self.now))
            self._interrupt("restart")
        return Kept()

    def _adjust(self, change: Mapping[str, Any]) -> Kept | Refused:
        seat = change.get("seat")
        if seat not in self.names:
            return Refused("no_such_seat")
        state = self.game.adjust(self.state, change)
        if isinstance(state, Refused):
            return state
        self.state = state
        self.rule(Corrected(seat, _announced(change)))
        self._reopen()
        return Kept()

    def _replace(self, change: Mapping[str, Any]) -> Kept | Refused:
        seat, name = change.get("seat"), clean_name(str(change.get("name", "")))
        if seat not in self.names or not name:
            return Refused("no_such_seat")
        self.names[seat] = name
        self.rule(Replaced(seat, name))
        return Kept()

    def _finish_early(self) -> Kept:
        self.state = self.game.end(self.state)
        self.rule(Ended())
        self._flow.close()
        self._finish()
        return Kept()

    # The flow

    def _lapse_until(self, end: Deadline) -> None:
        while self._open is not None and not self.is_over and not self.failure:
            due = self._open.due()
            if due is None or due > end:
                return
            self.now = max(self.now, due.ns)
            self._forget_questions(None, due.ns)
            self._take(self._open.lapse(due))

    def _interrupt(self, why: str) -> None:
        if self._open is not None and not self.failure:
            self._take(self._open.interrupt(why, self.now))

    def _take(self, said: Offered[Any]) -> None:
        if isinstance(said, Answered):
            self._resume(said.value)
            return
        self._lapses += 1
        if self._lapses > MOST_LAPSES:
            raise GameBroken(f"{MOST_LAPSES} deadlines without an event")
        self._number_questions()

    def _reopen(self) -> None:
        """Take the Ask up anew on the corrected state, with what it had accepted so far."""
        if self._ask is None or self.failure:
            return
        # As they were when it was asked: what was let go since is among the accepted events.
        self._holds.put_back(self._held)
        self._open = self._ask.opens(Scene(self.now, self._holds))
        accepted, self._accepted = self._accepted, []
        for event in accepted:
            said = self._open.offer(event)
            if isinstance(said, Answered):
                self._resume(said.value)
                return
            self._accepted.append(event)
        if not self.is_paused:
            # A hold that a pause ended was accepted all the same; its button is up.
            self._holds.drop_released(self._down)
        self._number_questions()
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
        self._accepted = []
        self._held = self._holds.all()
        self._open = ask.opens(Scene(self.now, self._holds))
        self._number_questions()
        if self.pending and not takers(self.pending, self._open.offers()):
            self.pending = None  # nobody is asked for such a card any more

    def _is_moot(self) -> bool:
        still = self._open
        return still is not None and bool(still.is_moot()) and still.due() is None

    def _ask_nobody(self) -> None:
        if self._is_moot():
            self._resume(Moot())

    def _number_questions(self) -> None:
        """Number the questions: one that was being asked before keeps its number."""
        asked: dict[tuple[int, str], Question] = {}
        for offer in self._open.offers() if self._open else ():
            key = (offer.seat, offer.about)
            if key not in asked:
                asked[key] = Question(self._number_of(key), offer.until)
        self._questions = asked

    def _number_of(self, key: tuple[int, str]) -> int:
        if key in self._questions:
            return self._questions[key].number
        self._asked += 1
        return self._asked

    def _forget_questions(self, seat: int | None, until: int | None) -> None:
        """Forget what `seat` answered, or what ended at `until`: asked again, it is asked anew."""
        self._questions = {
            key: asked
            for key, asked in self._questions.items()
            if key[0] != seat and (until is None or asked.until != until)
        }

    def _finish(self) -> None:
        self.is_over = True
        self.is_paused = False
        self._open = None
        self._ask = None
        self.pending = None

    def _fail(self, error: Exception, kept: Standing[S]) -> None:
        self.state, self.next_number, self.upcoming = kept.state, kept.number, kept.upcoming
        for decided in (self.rulings, self.fouls, self._fresh_rulings):
            while decided and decided[-1].number >= kept.number:
                decided.pop()
        del self._fresh_cues[kept.cues :]
        self._open = None
        self._ask = None
        self.failure = f"{type(error).__name__}: {error}"
        self.rule(Failed(self.failure))


def _announced(change: Mapping[str, Any]) -> dict[str, Any]:
    """Return a correction as everybody may know it: cards are counted, never named."""
    return {
        key: len(part) if key == "cards" else part for key, part in change.items() if key != "seat"
    }


def _seat_of(event: TableEvent) -> int | None:
    match event:
        case Pressed(seat=seat) | Released(seat=seat) | Said(seat=seat):
            return seat
        case Rang(seat=seat) | CardPlaced(seat=seat):
            return seat
        case _:
            return None

"""The run of one game: feeds table events to the game's flow and collects what it decides.

A run is deterministic: the same header and the same events give the same rulings, views and Asks,
byte for byte. It is not asyncio: it resumes the game's coroutine when an event satisfies the Ask,
and that is all. Undo and restart are `companion.core.referee`'s, which feeds a new run.

Two times meet here. Events arrive with kit time, which goes on in a pause; the game only ever
sees game time, which stands still in one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar, assert_never

from companion.core.asks import (
    Absorbed,
    Answered,
    Deadline,
    Due,
    Kept,
    NotMine,
    Refused,
)
from companion.core.attribution import SEAT_READER, attribute, takes_several
from companion.core.cues import Hush
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
from companion.core.flow import Flow
from companion.core.game import Game
from companion.core.gestures import let_go
from companion.core.header import Header, clean_name
from companion.core.questions import NO_QUESTION
from companion.core.rulings import (
    BegunAnew,
    Corrected,
    Ended,
    Paused,
    Replaced,
    Resumed,
    TakenBack,
)
from companion.core.steps import Refusal, Step, Verdict

S = TypeVar("S")


class Run(Flow[S]):
    """Runs one game from its header on, one event at a time."""

    def __init__(self, game: Game[S], header: Header) -> None:
        self.names = {number: seat.name for number, seat in enumerate(header.seats, 1)}
        self.refused: Refusal | None = None
        self.is_refusal_fresh = False  # nothing was accepted since
        self.told: dict[int, dict[str, Any]] = {}  # rulings in words, by number
        self._resumed = 0  # game time when the game last went on, ns
        self._actor: int | None = None
        self._aside: Refused | None = None  # why some of several cards were not accepted
        super().__init__(game, header)

    def feed(self, event: TableEvent) -> Step:
        """Let an event happen; events come in the order of their `at` (kit time)."""
        self._begin()
        self.places.track(event)
        self._actor = _seat_of(event)
        failed: Kept | NotMine | Refused = Kept() if is_step(event) else NotMine()
        said = self._attempt(lambda: self._let(event), failed)
        if isinstance(said, Refused):
            self.refused = self._refusal(said)
            self.is_refusal_fresh = True
            return self._end(Verdict.REFUSED, self.refused)
        if isinstance(said, Kept):
            aside, self._aside = self._aside, None
            self.is_refusal_fresh = aside is not None
            if aside is not None:
                self.refused = self._refusal(aside)
        return self._end(Verdict.ACCEPTED if isinstance(said, Kept) else Verdict.IGNORED)

    def _refusal(self, said: Refused) -> Refusal:
        return Refusal(said.seat or self._actor, said.reason, said.private)

    def land(self, at: int, down: tuple[str, ...], number: int, steps: int) -> Step:
        """Land an undo: go on from here, paused until the host resumes.

        `at` (kit time) is that of the first step taken back: what was due before it stays passed,
        and game time stands still from there. `number` keeps rulings' numbers growing: a phone
        never sees one number twice. What lies on the readers is only known once it is lifted.
        """
        self._begin()
        self._attempt(lambda: self._pass_to(Deadline(at, Due.START)), None)
        self._begin()
        self.places.begin_anew(down)
        self.next_number = max(self.next_number, number)
        self._stop()
        self.rule(TakenBack(steps))
        self.cue(Hush(self.now))
        self._attempt(lambda: self._interrupt("undo"), None)
        return self._end(Verdict.ACCEPTED)

    def _let(self, event: TableEvent) -> Kept | NotMine | Refused:
        # A restart passes no time: what was not journalled before it has not happened.
        if not isinstance(event, Restarted):
            self._pass_to(Deadline(event.at, Due.END if isinstance(event, Woke) else Due.START))
        return self._happen(event)

    def _pass_to(self, end: Deadline) -> None:
        if not self.is_paused:
            ns = end.ns - self.stopped
            self._lapse_until(Deadline(ns, end.kind))
            self._now = max(self._now, ns)

    def _end(self, verdict: Verdict, refusal: Refusal | None = None) -> Step:
        cues = tuple(replace(cue, at=cue.at + self.stopped) for cue in self._fresh_cues)
        return Step(verdict, tuple(self._fresh_rulings), cues, refusal)

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
                return self._pressed(event)
            case CardPlaced():
                return self._placed(event)
            case Said(say={"mine": True}) if self.pending and event.seat in self.claimants():
                return self._claim(event)
            case Rang():
                owned = attribute(
                    event, self.offers(), None, self.places.presses(), self._window()
                )
                return self._offer(owned or event)
            case Said() if event.seat not in self.names:
                return Refused("no_such_seat")
            case Said() if event.question is not None and not self._is_asked(event):
                return Refused("over")
            case _:
                pass
        return self._offer(event)

    def _pressed(self, event: Pressed) -> Kept | NotMine | Refused:
        self.places.pressed(event)
        if self.pending and event.seat in self.claimants():
            return self._claim(event)
        return self._offer(event)

    def _claim(self, event: Pressed | Said) -> Kept | NotMine | Refused:
        cards, self.pending = self.pending, ()
        said = [self._offer(_claimed(card, event)) for card in cards]
        refused = [one for one in said if isinstance(one, Refused)]
        if len(refused) == len(said):
            return refused[-1]
        self._aside = refused[-1] if refused else None
        return Kept()

    def _placed(self, event: CardPlaced) -> Kept | NotMine | Refused:
        fault = self.places.card_fault(event, self.game.cards(self.state))
        if fault:
            return Refused(fault)
        self.places.lay(event)
        owner = self._owner(event)
        owned = attribute(event, self.offers(), owner, self.places.presses(), self._window())
        if owned is not None:
            return self._offer(owned)
        if self.pending and not self._joins(event):
            return Refused("claim_first")
        self.pending = (*self.pending, event)
        return Kept()

    def _joins(self, event: CardPlaced) -> bool:
        """Tell whether a card lies beside the unclaimed ones, where several may be spread out."""
        is_beside = event.reader == self.pending[0].reader
        return is_beside and takes_several(event, self.offers())

    def _owner(self, event: CardPlaced) -> int | None:
        """Return whose card it is; of an unseen one only where that seat is asked for it.

        Otherwise its refusal would tell the table before whom the card lies.
        """
        owner = self.game.owner(self.state, event.card)
        is_unseen = event.card in self.game.private_cards(self.state)
        asked = {offer.seat for offer in self.offers() if offer.gesture == "card"}
        return None if is_unseen and owner not in asked else owner

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
                self.questions.forget(self._actor, None)
                self._resume(value)
                return Kept()
            case Kept():
                self._accepted.append(event)
                self.questions.renew(self._open_offers())
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
            case Released() | CardLifted() | Said(say={"let_go": True}):
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
        self.pending = ()

    def _go_on(self, at: int) -> Kept | Refused:
        if not self.is_paused:
            return Refused("not_paused")
        self.is_paused = False
        self.stopped = at - self.now
        self._resumed = self.now
        self._holds.drop_released(self.places.down())
        self.rule(Resumed())
        self._interrupt("resume")
        self._ask_nobody()
        return Kept()

    def _restart(self, down: tuple[str, ...]) -> Kept:
        self.places.begin_anew(down)
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
        self._interrupt("adjust")
        return Kept()

    def _replace(self, change: Mapping[str, Any]) -> Kept | Refused:
        seat, name = change.get("seat"), clean_name(str(change.get("name", "")))
        if seat not in self.names:
            return Refused("no_such_seat")
        if not name:
            return Refused("no_name")
        self.names[seat] = name
        self.told.clear()
        self.rule(Replaced(seat, name))
        return Kept()

    def _finish_early(self) -> Kept:
        self.state = self.game.end(self.state)
        self.rule(Ended())
        self._flow.close()
        self._finish()
        return Kept()


def _claimed(card: CardPlaced, event: Pressed | Said) -> CardPlaced:
    """Return a card as its claimant's, at the moment of the claim; its stamp stays true."""
    late = card.stamp if card.stamp < event.at else None
    return replace(card, seat=event.seat, at=event.at, late=late)


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

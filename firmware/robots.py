"""Robots: lets a game's robot play at the simulated kit, as a part of the loop.

It watches the table for new rulings, asks the robot for moves when the hands are done or something
was ruled, and never gives up: what was not taken is seen from the offers, and tried again.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

from companion.cards.deck_map import simulated_uid
from companion.core.events import Side
from companion.core.robots import Move, Robot
from companion.core.run import Run
from firmware.clock import NS_PER_MS
from firmware.hands import Field, Hands
from firmware.mock.pins import SimulatedPanel
from firmware.sitting import Played, Sitting

if TYPE_CHECKING:
    from firmware.running import Kit

SETTLING_NS = 60 * NS_PER_MS  # from an act to what the table makes of it, besides the hold-back
IDLE_NS = 500 * NS_PER_MS  # how often a robot that waits is asked again


class Robots:
    """Plays whatever game is on the table, if the game has a robot.

    `field(reader, uids)` lays exactly these tags on a reader; `uid_of` tells a card's tag. `pace`
    scales thinking: at 1.0 people can follow, at 0.05 an evening is over soon.
    """

    def __init__(
        self,
        sitting: Sitting,
        panel: SimulatedPanel,
        field: Field,
        uid_of: Callable[[str], str],
        chance: Random,
        pace: float = 1.0,
    ) -> None:
        self._sitting = sitting
        self._seats = len(panel.lights())
        self._chance = chance
        self._hands = Hands(panel, field, uid_of, sitting.inbox, chance, pace)
        self._settling_ns = sitting.inbox.hold_back_ns + SETTLING_NS
        self._played: Played | None = None
        self._robot: Robot | None = None
        self._run: Run[Any] | None = None
        self._numbers = 1  # the number of the first ruling that was not heard
        self._records = 0
        self._ask_ns: int | None = None
        self._now_ns = 0

    def next_ns(self) -> int | None:
        """Return when there is something to do next; a moment that is past if it is now."""
        if self._has_changed():
            return self._now_ns
        times = (self._ask_ns, self._hands.next_ns(self._now_ns))
        return min((ns for ns in times if ns is not None), default=None)

    def step(self, now_ns: int) -> None:
        """Notice what happened, go on with what was begun, and ask the robot if it is time."""
        self._now_ns = now_ns
        if self._has_changed():
            self._notice(now_ns)
        if self._robot is None:
            return
        self._hands.step(now_ns)
        if self._ask_ns is None and self._hands.is_idle(now_ns):
            self._ask_ns = self._settled_ns(now_ns)
        if self._ask_ns is not None and self._ask_ns <= now_ns:
            settled_ns = self._settled_ns(now_ns)
            self._ask_ns = settled_ns if settled_ns > now_ns else None
            if self._ask_ns is None:
                self._ask(now_ns)

    def _settled_ns(self, now_ns: int) -> int:
        return max(now_ns, self._hands.acted_ns + self._settling_ns)

    # What happened

    def _has_changed(self) -> bool:
        played = self._sitting.played
        if played is None or played is not self._played:
            return played is not self._played
        referee = played.referee
        return referee.run is not self._run or len(referee.kept) != self._records

    def _notice(self, now_ns: int) -> None:
        played = self._sitting.played
        if played is not self._played:
            self._begin(played)
        if played is None or self._robot is None:
            return
        referee = played.referee
        self._run = referee.run
        for kept in referee.kept[self._records :]:
            event = getattr(kept, "event", None)  # a landing of an undo has none
            if event is not None:
                self._hands.noticed(event)
        self._records = len(referee.kept)
        self._hear(now_ns)

    def _begin(self, played: Played | None) -> None:
        self._played, self._robot, self._run = played, None, None
        self._numbers, self._records = 1, 0
        self._ask_ns = None
        # A game may have more players than the board has seats; then they play on phones.
        if played is not None and played.seats <= self._seats:
            game, header = played.game, played.referee.run.header
            self._robot = game.robot and game.robot(header, game.manifest, self._chance)

    def _hear(self, now_ns: int) -> None:
        if self._run is None or self._robot is None or self._run.next_number <= self._numbers:
            return
        fresh = []
        for numbered in reversed(self._run.rulings):
            if numbered.number < self._numbers:
                break
            fresh.append(numbered.ruling)
        self._numbers = self._run.next_number
        self._robot.heard(fresh[::-1])
        self._hands.drop()
        self._ask_ns = self._settled_ns(now_ns)

    # What to do

    def _ask(self, now_ns: int) -> None:
        run = self._run
        if run is None or self._robot is None or self._played is None or run.is_over:
            self._hands.release((), now_ns)
            return
        if run.is_paused or run.failure:
            self._ask_ns = now_ns + IDLE_NS
            return
        offers = run.offers()
        held = [(o.seat, o.button) for o in offers if o.gesture == "let_go" and o.button]
        self._hands.release(held, now_ns)
        claim = self._claim(run)
        moves = claim or self._robot.moves(offers, now_ns - self._played.began_ns)
        self._hands.plan(moves, now_ns)
        if not moves:
            self._ask_ns = now_ns + IDLE_NS

    def _claim(self, run: Run[Any]) -> tuple[Move, ...]:
        """Say whose the card was that lay on the shared reader, if the table asks for it."""
        seat = self._hands.last_tap
        if seat is None or seat not in run.claimants():
            return ()
        return (Move(seat, "press", 0, button=Side.LEFT),)


def robots_for(kit: Kit, chance: Random, pace: float = 1.0) -> Robots:
    """Return robots that play at a running simulated kit; raises ValueError for a real one."""
    simulated = kit.devices.simulated
    if simulated is None:
        raise ValueError("robots play on the simulated kit only; this kit has real devices")

    def uid_of(card: str) -> str:
        played = kit.sitting.played
        return simulated_uid(played.game.slug if played else "", card)

    return Robots(kit.sitting, simulated.hands, simulated.lay, uid_of, chance, pace)

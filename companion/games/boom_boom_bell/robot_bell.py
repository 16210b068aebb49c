"""How robots ring: they hold a button or not, ring at 4 to 6 a second, and call "Boom Boom!".

Everybody slips now and then: a ring too few or too many, none at all on a button, a call that
comes late or not at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.core.asks import Offer
from companion.core.events import Side
from companion.core.robots import Chance, Move
from companion.core.stamps import NS_PER_MS, NS_PER_S
from companion.games.boom_boom_bell.robot_mind import Act, Attempt, Mind, Way, held, owns_bell
from companion.games.boom_boom_bell.state import CALL_NS

FEW, MANY = 0.04, 0.04  # how often somebody miscounts
FORGETS_HOLD = 0.06
HOLDS_ANYWAY = 0.2  # how often the shared bell is rung by who has a bell button
BY_PHONE = 0.8  # how often a seat with a phone uses it; others never do
SLIPS = 0.08  # how often a seat acts the other way, by phone or by hand
CALLS_EARLY = 0.3  # before the burst has closed
FORGETS_CALL, CALLS_LATE, RINGS_ON = 0.07, 0.05, 0.04
DOUBLE = 0.1  # how often the ring that begins a round is two
KEEPS_HOLD = 0.15  # how often nobody lets go of the bell before it is somebody else's

QUICKEST_NS, SLOWEST_NS = 50 * NS_PER_MS, 500 * NS_PER_MS  # from a stack to the button
FASTEST_RING_NS, SLOWEST_RING_NS = 167 * NS_PER_MS, 250 * NS_PER_MS  # 6 to 4 a second
AFTER_HOLD_NS = 150 * NS_PER_MS  # fingers take so long from one act to the next
AFTER_RING_NS = 180 * NS_PER_MS
AFTER_ACT_NS = 300 * NS_PER_MS
TOGETHER_NS = (150 * NS_PER_MS, 400 * NS_PER_MS)  # between both buttons
LEAST_NS = 1  # 0 would be at leisure
SOON_NS = 500 * NS_PER_MS  # a call that is due so soon is made
WAITS_NS = 4 * NS_PER_S  # for the bell; then the button is pressed anew
LOST = 4  # attempts in vain after which the phone is used
LEEWAY_NS = 150 * NS_PER_MS  # from the end of a burst to what it comes to


class Ringing:
    """Plans what a player does with buttons and bells; `gap` (ns) is that of a burst."""

    def __init__(self, chance: Chance, gap: int) -> None:
        self._chance = chance
        self._gap = gap
        self._tries: dict[int, int] = {}

    def notice(self) -> None:
        """Take note that something was ruled: attempts were not in vain."""
        self._tries.clear()

    def between(self, least: int, most: int) -> int:
        """Return a time between two, in ns."""
        return least + self._chance.randrange(most - least)

    def is_by_phone(self, mind: Mind) -> bool:
        """Decide whether a seat acts by phone now."""
        return self._chance.random() < (BY_PHONE if mind.has_phone else SLIPS)

    # The start

    def start(self, mind: Mind, now: int) -> None:
        """Ring for the round: on a phone, with a button held, or just so."""
        at = now + self.between(QUICKEST_NS, 2 * self._gap)
        way = Way.PHONE if self._is_lost(mind) else self._way(mind)
        rings = 2 if self._chance.random() < DOUBLE else 1
        if way is Way.PHONE:
            mind.does([_said(mind, at, {"ring": 1})], LEEWAY_NS)
            return
        side = self._chance.choice(tuple(Side)) if way is Way.HOLD else None
        grip = [] if side is None else [Act(at, Move(mind.seat, "hold", 0, button=side))]
        mind.does([*grip, *self._strikes(mind, rings, at + AFTER_HOLD_NS, side)], AFTER_ACT_NS)

    # A burst

    def mean(self, mind: Mind, due: int, stacks: int) -> Attempt:
        """Decide how a player rings its next stack, and whether it miscounts."""
        roll, rings = self._chance.random(), due
        if roll < FEW and due > 1:
            rings = due - 1
        elif FEW <= roll < FEW + MANY:
            rings = due + 1
        return Attempt(rings, self._way(mind), is_last=due == stacks)

    def _way(self, mind: Mind) -> Way:
        if self.is_by_phone(mind):
            return Way.PHONE
        likely = 1 - HOLDS_ANYWAY if mind.has_own_bell else FORGETS_HOLD
        return Way.BARE if self._chance.random() < likely else Way.HOLD

    def ring(self, mind: Mind, attempt: Attempt, offered: Sequence[Offer], now: int) -> None:
        """Ring what is meant; with a button held only when the bell is the player's."""
        begins = now + self.between(QUICKEST_NS, SLOWEST_NS)
        at = begins if attempt.lands is None else max(attempt.lands, now + LEAST_NS)
        match attempt.way:
            case Way.PHONE:
                mind.attempt = None
                mind.does([_said(mind, at, {"ring": attempt.rings})], LEEWAY_NS)
            case Way.BARE:
                mind.is_bare = True
                self._burst(mind, attempt, begins, None)
            case Way.HOLD if owns_bell(offered):
                self._burst(mind, replace(attempt, lands=None), begins, held(offered))
            case Way.HOLD if held(offered) is None:
                self._grip(mind, at)
            case _ if now - mind.held_since > WAITS_NS:
                self.let_go(mind, offered, now)
            case _:
                pass  # it waits for the bell

    def _grip(self, mind: Mind, at: int) -> None:
        """Press a button, or say so; who tries in vain for long takes the phone."""
        if self._is_lost(mind) and mind.attempt is not None:
            mind.attempt = replace(mind.attempt, way=Way.PHONE, lands=None)
            return
        side = self._chance.choice(tuple(Side))
        mind.held_since = at
        mind.is_held_by_phone = mind.has_phone and self._chance.random() < SLIPS
        hold = Act(at, Move(mind.seat, "hold", 0, button=side))
        mind.does([_said(mind, at, {"side": side.value}) if mind.is_held_by_phone else hold])

    def _burst(self, mind: Mind, attempt: Attempt, at: int, side: Side | None) -> None:
        mind.attempt = None
        strikes = self._strikes(mind, attempt.rings, at, side, attempt.lands)
        last = max(act.at for act in strikes if act.move.gesture == "ring")
        if attempt.is_last and self._chance.random() < CALLS_EARLY:
            strikes += self._call(mind, last + AFTER_RING_NS + AFTER_HOLD_NS)
        mind.does(strikes)
        mind.until = max(mind.until, last + self._gap + LEEWAY_NS)

    def _strikes(
        self, mind: Mind, rings: int, at: int, side: Side | None, lands: int | None = None
    ) -> list[Act]:
        """Return so many rings from a moment on, or up to the moment `lands`; then let go."""
        period = self.between(FASTEST_RING_NS, SLOWEST_RING_NS)
        first = at if lands is None else max(at, lands - (rings - 1) * period)
        stamps = [first + number * period for number in range(rings)]
        acts = [Act(stamp, Move(mind.seat, "ring", 0, button=side)) for stamp in stamps]
        if side is None or self._chance.random() < KEEPS_HOLD:
            return acts
        return [*acts, self._letting(mind, side, stamps[-1] + AFTER_RING_NS)]

    def let_go(self, mind: Mind, offered: Sequence[Offer], now: int) -> None:
        """Let go of what is held, the way that it was held; the other way if that is no help."""
        side = held(offered)
        if side is not None:
            if self._is_lost(mind):
                mind.is_held_by_phone = not mind.is_held_by_phone
            mind.does([self._letting(mind, side, now + QUICKEST_NS)], AFTER_HOLD_NS)

    def _letting(self, mind: Mind, side: Side, at: int) -> Act:
        if mind.is_held_by_phone:
            return _said(mind, at, {"let_go": True})
        return Act(at, Move(mind.seat, "let_go", 0, button=side))

    # The call

    def plan_call(self, mind: Mind, now: int) -> None:
        """Decide when a player calls after its last rings: at once, late, or not at all."""
        mind.has_planned_call = True
        roll = self._chance.random()
        if roll < FORGETS_CALL:
            return
        late = CALL_NS if roll < FORGETS_CALL + CALLS_LATE else 0
        mind.call_at = now + late + self.between(QUICKEST_NS, SLOWEST_NS)
        if self._chance.random() < RINGS_ON:
            mind.does([_said(mind, now + LEAST_NS, {"ring": 1})])

    def call(self, mind: Mind, offered: Sequence[Offer], now: int) -> None:
        """Call "Boom Boom!": whoever holds a button lets go first."""
        at = max(mind.call_at or 0, now + LEAST_NS)
        mind.call_at = None
        side = held(offered)
        if side is None:
            acts = self._call(mind, at)
        else:
            acts = [self._letting(mind, side, at), *self._call(mind, at + AFTER_ACT_NS)]
        mind.does(acts, AFTER_HOLD_NS)

    def _call(self, mind: Mind, at: int) -> list[Act]:
        if self.is_by_phone(mind):
            return [_said(mind, at, {"boom_boom": True})]
        side = self._chance.choice(tuple(Side))
        second = at + self.between(*TOGETHER_NS)
        return [
            Act(at, Move(mind.seat, "hold", 0, button=side)),
            Act(second, Move(mind.seat, "press", 0, button=side.other)),
            Act(second + AFTER_ACT_NS, Move(mind.seat, "let_go", 0, button=side)),
        ]

    def _is_lost(self, mind: Mind) -> bool:
        self._tries[mind.seat] = self._tries.get(mind.seat, 0) + 1
        return self._tries[mind.seat] > LOST


def _said(mind: Mind, at: int, say: dict[str, object]) -> Act:
    return Act(at, Move(mind.seat, "say", 0, say=say))

"""The shots of robots: who means to act when, with what claim, by hand or on a phone.

Only those who act within a blink of each other are told to their hands together: then all look
up again, as people do who see that somebody was first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.core.events import Side
from companion.core.robots import Move
from companion.core.stamps import NS_PER_MS
from companion.games.wild_wild_pattern.robot_cards import RobotCards
from companion.games.wild_wild_pattern.robot_claims import (
    CARDLESS,
    NO_OBJECT,
    WRONGS,
    Finder,
    Meant,
)
from companion.games.wild_wild_pattern.robot_mind import LEAST_NS, Mind, press, say

TEMPTED = 0.2  # how often a claim is made that the played card has no part in (W4)
TOGETHER = 0.2  # how often two are as quick as each other
TELLS_ALL = 0.6  # how often a phone tells the card with the act
APART_NS = (0, 0, 0, 1_000, 400_000, 30_000_000)
BLINK_NS = 150 * NS_PER_MS


@dataclass(frozen=True, slots=True)
class Shot:
    """Is what a seat does at a moment (kit time, ns): on its phone, or on a button."""

    at: int
    side: Side
    said: Mapping[str, Any] | None = field(default=None, hash=False)

    def move(self, seat: int, now: int, *, by_hand: bool) -> Move:
        """Return the shot as a move from now on."""
        after = max(LEAST_NS, self.at - now)
        if by_hand or self.said is None:
            return press(seat, self.side, after)
        return say(seat, after, **self.said)


class Shots:
    """Holds who means to shoot when, and what each seat means to claim then."""

    def __init__(self, mind: Mind, cards: RobotCards, finder: Finder) -> None:
        self._meant: dict[int, Meant] = {}
        self._mind = mind
        self._cards = cards
        self._finder = finder
        self._shots: dict[int, Shot | None] = {}

    def forget(self, *seats: int) -> None:
        """Forget what some mean to do, or all; and what all mean to claim."""
        for seat in seats or tuple(self._shots):
            self._shots.pop(seat, None)
        if not seats:
            self._meant.clear()

    def fresh(self, seats: Sequence[int]) -> list[int]:
        """Return the seats that have not decided yet."""
        return [seat for seat in seats if seat not in self._shots]

    def plan(self, shots: Mapping[int, Shot | None]) -> None:
        """Take up what was decided together; None is not to shoot."""
        self._shots |= shots
        self._come_together(shots)

    def _come_together(self, shots: Mapping[int, Shot | None]) -> None:
        """Let two be as quick as each other now and then, to the nanosecond or nearly so."""
        planned = sorted((shot.at, seat) for seat, shot in shots.items() if shot is not None)
        if len(planned) < 2 or not self._mind.rolls(TOGETHER):
            return
        (at, _), (_, second) = planned[:2]
        shot = shots[second]
        apart = self._mind.chance.choice(APART_NS)
        self._shots[second] = shot and replace(shot, at=at + apart)

    def next(self, seats: Sequence[int], now: int) -> list[Move]:
        """Return the shots of the first, and of those who shoot in the same blink."""
        due = {seat: shot for seat in seats if (shot := self._shots.get(seat)) is not None}
        first = min((shot.at for shot in due.values()), default=now)
        return [
            shot.move(seat, now, by_hand=self._mind.is_lost("shoot", seat))
            for seat, shot in due.items()
            if shot.at <= max(first, now) + BLINK_NS
        ]

    # What is found, and how it is told

    def meaning(self, seat: int) -> Meant:
        """Return what a seat means to claim; what nobody remembers is found anew."""
        if seat not in self._meant:
            card = self._cards.played or self._cards.hand(seat)
            wheel = self._cards.wheel
            found = None if card is None else self._finder.right(wheel, card)
            self._meant[seat] = found or self._finder.wrong(wheel, card or "", NO_OBJECT)
        return self._meant[seat]

    def find(self, card: str, finds: float, misclaims: float) -> Meant | None:
        """Return what somebody takes for a pattern, rightly or not, or None."""
        if self._mind.rolls(misclaims):
            kind = self._mind.chance.choice(WRONGS)
            return self._finder.wrong(self._cards.wheel, card, kind)
        if not self._mind.rolls(finds):
            return None
        tempting = self._finder.tempting(self._cards.wheel, card)
        if tempting is not None and self._mind.rolls(TEMPTED):
            return tempting
        return self._finder.right(self._cards.wheel, card)

    def cover(self, seat: int, card: str, meant: Meant) -> Mapping[str, Any] | None:
        """Note what a seat means; return what its phone says to cover, or None by hand."""
        self._meant[seat] = meant
        whole = {"cover": {"card": card, "slot": meant.slot}}
        return self.said(seat, Side.LEFT, None if meant.wrong == CARDLESS else whole)

    def said(
        self, seat: int, side: Side, whole: Mapping[str, Any] | None
    ) -> Mapping[str, Any] | None:
        """Return what is said on a phone, the whole act or its side, or None by hand."""
        if not self._mind.is_by_phone(seat):
            return None
        tells_all = whole is not None and self._mind.rolls(TELLS_ALL)
        return whole if tells_all else {"side": side.value}

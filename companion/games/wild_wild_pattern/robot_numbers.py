"""How robots tell a number: by so many presses, and then hands off until it is closed."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.events import Side
from companion.core.robots import Move
from companion.core.stamps import NS_PER_MS
from companion.games.wild_wild_pattern.robot_mind import Mind, press

MISCOUNTS = 0.03  # how often a number is told that means nothing
QUICKEST_NS, SLOWEST_NS = 180 * NS_PER_MS, 300 * NS_PER_MS  # from one press to the next
LEEWAY_NS = 300 * NS_PER_MS  # from the end of a number to what it comes to


class Numbers:
    """Presses numbers; `gap` (ns) is the pause that closes one."""

    def __init__(self, mind: Mind, gap: int) -> None:
        self._mind = mind
        self._gap = gap
        self._until = 0
        self._told: tuple[int, str] | None = None

    def forget(self) -> None:
        """Forget what was told last: it is asked anew."""
        self._told = None

    def tell(self, seat: int, about: str, number: int, most: int, now: int) -> Sequence[Move]:
        """Press a number, unless it was told and is not closed yet; sometimes one above `most`."""
        if self._told == (seat, about) and now < self._until:
            return ()
        times = most + 1 if self._mind.rolls(MISCOUNTS) else number
        moves, after = [], 0
        for _ in range(times):
            after += self._mind.between(QUICKEST_NS, SLOWEST_NS)
            moves.append(press(seat, self._mind.chance.choice(tuple(Side)), after))
        self._told, self._until = (seat, about), now + after + self._gap + LEEWAY_NS
        return moves

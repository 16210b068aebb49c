"""A clock that keeps up with another one and may run ahead of it for a while."""

from __future__ import annotations

from firmware.clock import Clock, VirtualClock


class FollowingClock:
    """Tells a chip's virtual time, never behind the kit's.

    Within a poll a chip's time runs ahead (bytes, air, pauses) while the kit's may stand still; as
    soon as somebody asks here for the time, at the start of the next poll, it has caught up.
    """

    def __init__(self, own: VirtualClock, leader: Clock) -> None:
        self._own = own
        self._leader = leader

    def now_ns(self) -> int:
        """Return the chip's time after letting it catch up with the leader's."""
        self._own.advance_to(self._leader.now_ns())
        return self._own.now_ns()

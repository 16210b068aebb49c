"""A line's trace: its edges brought into the order of their stamps, then debounced and muted.

Edges may arrive late and in any order. The caller says up to which stamp all edges are known;
only those are used, so for edges that are no later than that promise the steps do not depend on
the order of arrival.

An edge that breaks the promise is used all the same:

- newer than all that was used: it takes its place, and the line is then judged only after the
  stable time without another late edge, because a stall delivers a press and its bounce in pieces;
- older: the last edges are judged again with it. Steps that this adds are given; if it would take
  back a step that was given already, the edge is dropped and counted in `dropped`.
"""

from __future__ import annotations

from bisect import insort
from collections import deque

from firmware.panel.debounce import Step, merged
from firmware.panel.muting import STILL, at_boot, steps, stood, told

REMEMBERED_EDGES = 64


class Trace:
    """Collects one line's edges and gives its steps; used by one thread.

    `known_ns` is the stamp up to which it is known already that the line had no edges.
    """

    def __init__(self, stable_ns: int, known_ns: int = -1) -> None:
        self.dropped = 0
        self._stable_ns = stable_ns
        self._contact = STILL
        self._waiting: list[tuple[int, int]] = []  # (ns, level), stamped after _known_ns
        self._late: list[tuple[int, int, int]] = []  # (ns, level, arrived_ns)
        self._known_ns = known_ns
        self._newest_ns = -1
        self._quiet_ns = 0
        self._noticed_ns: int | None = None
        # What a late edge is judged again with: the last edges used, and the line before them.
        self._before = STILL
        self._used: deque[tuple[int, int]] = deque()
        self._given: list[Step] = []
        self._forgotten_ns = -1

    @property
    def level(self) -> int:
        """Return the level that counts."""
        return self._contact.level

    @property
    def closed_ns(self) -> int | None:
        """Return since when the line stands closed, muted or not, or None if it is open."""
        return self._contact.closed_ns

    @property
    def muted_until_ns(self) -> int | None:
        """Return up to which stamp a closing makes no step, or None if all do."""
        return self._contact.muted_until_ns

    @property
    def begun_ns(self) -> int | None:
        """Return the first edge of a transition that is not decided yet, or None."""
        return self._contact.standing.begun_ns

    @property
    def awaited_ns(self) -> int | None:
        """Return the first edge of an undecided transition that may yet make a step, or None."""
        return self._contact.awaited_ns

    @property
    def noticed_ns(self) -> int | None:
        """Return when the undecided transition was first used, or None if there is none."""
        return self._noticed_ns

    @property
    def waiting_ns(self) -> int | None:
        """Return the stamp of the oldest edge that was not used yet, or None."""
        oldest = [edges[0][0] for edges in (self._waiting, self._late) if edges]
        return min(oldest, default=None)

    def is_muted(self, ns: int) -> bool:
        """Tell whether a closing at `ns`, of which all edges are used, would make no step."""
        return self._contact.is_muted(ns)

    def start_at(self, level: int, now_ns: int = 0) -> None:
        """Take `level` as the state at boot, seen at `now_ns`; does nothing after the first edge.

        Nobody knows for how long a line that was closed then had been: it counts from `now_ns`.
        """
        if self._newest_ns < 0:
            self._contact = self._before = at_boot(level, now_ns)

    def put(self, level: int, ns: int, arrived_ns: int) -> None:
        """Take in an edge that was stamped at `ns` and arrived at `arrived_ns`."""
        if ns > self._known_ns:
            insort(self._waiting, (ns, level))
        else:
            insort(self._late, (ns, level, arrived_ns))

    def advance(self, known_ns: int, now_ns: int) -> tuple[Step, ...]:
        """Use all edges up to `known_ns`, where no more are missing; return the steps made."""
        found = self._take_late()
        self._known_ns = max(self._known_ns, known_ns)
        while self._waiting and self._waiting[0][0] <= self._known_ns:
            found += self._take_group()
        if now_ns >= self._quiet_ns:
            found += self._stand()
        self._notice(now_ns)
        return tuple(found)

    def next_ns(self, hold_back_ns: int) -> int | None:
        """Return the earliest moment at which `advance` can do something new, or None.

        At a moment t the caller knows all edges stamped before `t - hold_back_ns`.
        """
        times = [self._waiting[0][0] + hold_back_ns + 1] if self._waiting else []
        if self._late:
            times.append(self._late[0][2])
        standing = self._contact.standing
        if standing.begun_ns is not None:
            stands_ns = standing.since_ns + self._stable_ns + hold_back_ns
            times.append(max(stands_ns, self._quiet_ns))
        return min(times, default=None)

    def _take_group(self) -> list[Step]:
        ns = self._waiting[0][0]
        end = next((i for i, edge in enumerate(self._waiting) if edge[0] != ns), None)
        group = self._waiting[:end]
        del self._waiting[:end]
        return self._use(ns, [level for _, level in group])

    def _take_late(self) -> list[Step]:
        late, self._late = self._late, []
        older = [(ns, level) for ns, level, _ in late if ns <= self._newest_ns]
        for _, _, arrived_ns in late:
            self._quiet_ns = max(self._quiet_ns, arrived_ns + self._stable_ns)
        found = self._judge_again(older) if older else []
        for ns, level, _ in late[len(older) :]:
            found += self._use(ns, [level])
        return found

    def _use(self, ns: int, levels: list[int]) -> list[Step]:
        level = merged(levels, self._contact.standing.raw)
        self._contact, step = told(self._contact, level, ns, self._stable_ns)
        self._newest_ns = ns
        self._used.extend((ns, level) for level in levels)
        self._forget()
        return self._give(step)

    def _stand(self) -> list[Step]:
        until_ns = self._known_ns + 1  # the next edge is stamped after _known_ns
        self._contact, step = stood(self._contact, until_ns, self._stable_ns)
        return self._give(step)

    def _give(self, step: Step | None) -> list[Step]:
        new = [] if step is None else [step]
        self._given += new
        return new

    def _judge_again(self, late: list[tuple[int, int]]) -> list[Step]:
        edges = sorted([*self._used, *late])
        contact, found = steps(edges, self._known_ns + 1, self._stable_ns, self._before)
        if late[0][0] <= self._forgotten_ns or not set(self._given) <= set(found):
            return self._judge_one_by_one(late)
        new = [step for step in found if step not in self._given]
        self._contact, self._given, self._used = contact, list(found), deque(edges)
        return new

    def _judge_one_by_one(self, late: list[tuple[int, int]]) -> list[Step]:
        if len(late) > 1:
            return [step for edge in late for step in self._judge_again([edge])]
        self.dropped += 1
        return []

    def _forget(self) -> None:
        while len(self._used) > REMEMBERED_EDGES:
            self._forgotten_ns = ns = self._used[0][0]
            group = [level for at, level in self._used if at == ns]
            for _ in group:
                self._used.popleft()
            level = merged(group, self._before.standing.raw)
            self._before, step = told(self._before, level, ns, self._stable_ns)
            if step in self._given:
                self._given.remove(step)

    def _notice(self, now_ns: int) -> None:
        if self.begun_ns is None:
            self._noticed_ns = None
        elif self._noticed_ns is None:
            self._noticed_ns = now_ns

"""The inbox: brings what the devices report into the order in which it happened.

Stamps, not arrivals, decide. The promise is that a callback comes no later than `hold_back`
after its stamp; so at a moment `now` everything stamped before `now - hold_back` is known, and
only that is used. From there on the result is a pure function of the stamps:

- a press or release is decided when its level has stood for the debounce time (stamped with its
  first edge), so a clean one is given at stamp + debounce + hold-back;
- a decided change waits while another line has an earlier (or equal) edge that is undecided, and
  so does anything else stamped later. Equal stamps are given in the order of their names;
- a line that crackles without end is waited for up to `PATIENCE_NS` after its first edge; then
  the others go on. So a line of good behaviour never waits longer than that after its own stamp;
- a line that does what no hand does is muted (`firmware.panel.muting`): until it has calmed down
  none of its presses is given, and nothing waits for it;
- `stuck` names both, `closed` tells since when a line stands closed: the fault is for others to
  find;
- what breaks the promise is given when it is decided, marked late if its stamp had been passed.

`passed` is the other half: the stamp up to which nothing can come in time any more. A deadline
fires when it has been passed, so an edge before it counts though it was delivered after it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from firmware.panel.muting import CRACKLE_NS
from firmware.panel.trace import Trace
from firmware.signals import Edge

BOOT_NS = 0  # an edge stamped 0 is the state at boot: a level, not a press
PATIENCE_NS = CRACKLE_NS  # what takes longer is not given any more


class Stamped(Protocol):
    """Anything that says when it happened."""

    @property
    def ns(self) -> int:
        """Return the stamp."""
        ...


S = TypeVar("S", bound=Stamped)


@dataclass(frozen=True, slots=True)
class Change:
    """Reports that a line was pressed (`CLOSED`) or released (`OPEN`) for good.

    `ns` is the first edge. `late` means that the order was not kept: things up to that stamp had
    been passed when this was decided.
    """

    line: str
    level: int
    ns: int
    late: bool = False


class Inbox(Generic[S]):
    """Orders edges, and whatever else is stamped, by stamp.

    `put` may be called from any thread; everything else by the table's thread alone. `wake` is
    called after every `put`, in the same thread; it must not raise.
    """

    def __init__(
        self, debounce_ns: int, hold_back_ns: int, wake: Callable[[], object] = lambda: None
    ) -> None:
        self.hold_back_ns = hold_back_ns
        self._debounce_ns = debounce_ns
        self._wake = wake
        self._arrived: deque[tuple[Edge | S, int]] = deque()
        self._traces: dict[str, Trace] = {}
        self._given_up: set[str] = set()
        self._stuck: tuple[str, ...] = ()
        self._ready: list[tuple[int, str, int, Change | S]] = []  # (ns, name, order, what)
        self._order = 0
        self._used_ns = -1  # the stamp up to which edges have been used
        self._passed_ns = -1

    def put(self, signal: Edge | S, arrived_ns: int) -> None:
        """Take in a signal that arrived at `arrived_ns`."""
        self._arrived.append((signal, arrived_ns))
        self._wake()

    def take(self, now_ns: int) -> list[Change | S]:
        """Return what is decided and in its turn at `now_ns`, in order."""
        self._sort_in()
        known_ns = self._used_ns = max(self._used_ns, self._known_ns(now_ns))
        for line, trace in self._traces.items():
            for step in trace.advance(known_ns, now_ns):
                self._add(step.ns, line, Change(line, step.level, step.ns))
        self._find_stuck(now_ns)
        given = self._give(min(known_ns, self._undecided_ns() - 1))
        self.passed(now_ns)
        return given

    def passed(self, now_ns: int) -> int:
        """Return the stamp up to and including which nothing can come in time any more.

        Never goes back. Call `take` first: what it has not given yet is not passed.
        """
        self._sort_in()
        reached_ns = min(
            self._known_ns(now_ns), self._undecided_ns() - 1, self._not_given_ns() - 1
        )
        self._passed_ns = max(self._passed_ns, reached_ns)
        return self._passed_ns

    def due_ns(self, ns: int) -> int:
        """Return the earliest moment at which `passed` can reach `ns`."""
        return ns + self.hold_back_ns + 1

    def next_ns(self) -> int | None:
        """Return the moment at which `take` has to be called again if nothing else comes, or None.

        It is in the past when something was put and not taken yet.
        """
        times = [self._arrived[0][1]] if self._arrived else []
        traces = [trace.next_ns(self.hold_back_ns) for trace in self._traces.values()]
        times += [time for time in traces if time is not None]
        times += [self._gives_up_ns(name) for name in self._crackling()]
        times += [self.due_ns(ns + 1) for ns in self._muted_until_ns()]
        limit_ns = self._undecided_ns()
        times += [self.due_ns(ready[0]) for ready in self._ready if ready[0] < limit_ns]
        return min(times, default=None)

    def stuck(self) -> tuple[str, ...]:
        """Name the lines that crackle without end or are muted, as of the last `take`, sorted.

        Nothing waits for them. May be called from any thread.
        """
        return self._stuck

    def closed(self) -> Mapping[str, int]:
        """Return the lines that stand closed, given or not, each with the stamp since which."""
        since = {line: trace.closed_ns for line, trace in self._traces.items()}
        return {line: ns for line, ns in since.items() if ns is not None}

    def levels(self) -> Mapping[str, int]:
        """Return the level that counts of every line heard of; a line not named is open.

        So is one whose closing was not given, because it was muted.
        """
        return {line: trace.level for line, trace in self._traces.items()}

    def dropped(self) -> int:
        """Count edges that came so late that they would have taken back what was given.

        May be called from any thread.
        """
        return sum(trace.dropped for trace in tuple(self._traces.values()))

    def _known_ns(self, now_ns: int) -> int:
        # One less, so that a callback at the very end of its hold-back is still in time.
        return now_ns - self.hold_back_ns - 1

    def _sort_in(self) -> None:
        while self._arrived:
            signal, arrived_ns = self._arrived.popleft()
            if not isinstance(signal, Edge):
                self._add(signal.ns, getattr(signal, "reader", ""), signal)
                continue
            trace = self._trace(signal.line)
            if signal.ns <= BOOT_NS:
                trace.start_at(signal.level, arrived_ns)
            else:
                trace.put(signal.level, signal.ns, arrived_ns)

    def _trace(self, line: str) -> Trace:
        if line not in self._traces:
            self._traces[line] = Trace(self._debounce_ns, self._used_ns)
        return self._traces[line]

    def _add(self, ns: int, name: str, what: Change | S) -> None:
        self._order += 1
        self._ready.append((ns, name, self._order, what))

    def _give(self, limit_ns: int) -> list[Change | S]:
        due = sorted(
            (ready for ready in self._ready if ready[0] <= limit_ns), key=lambda ready: ready[:3]
        )
        self._ready = [ready for ready in self._ready if ready[0] > limit_ns]
        return [self._marked(what) for *_, what in due]

    def _marked(self, what: Change | S) -> Change | S:
        if isinstance(what, Change) and what.ns <= self._passed_ns:
            return Change(what.line, what.level, what.ns, late=True)
        return what

    def _find_stuck(self, now_ns: int) -> None:
        for name, trace in self._traces.items():
            if trace.begun_ns is None:
                self._given_up.discard(name)
            elif now_ns >= self._gives_up_ns(name):
                self._given_up.add(name)
        muted = {name for name, one in self._traces.items() if one.is_muted(self._used_ns)}
        self._stuck = tuple(sorted(self._given_up | muted))

    def _gives_up_ns(self, name: str) -> int:
        # Counted from the moment the first edge was used, so that a late line gets its chance.
        noticed_ns = self._traces[name].noticed_ns
        return (noticed_ns or 0) + PATIENCE_NS - self.hold_back_ns

    def _crackling(self) -> list[str]:
        """Name the lines whose transition is undecided, but may still be decided in its turn."""
        return [
            name
            for name, trace in self._traces.items()
            if trace.begun_ns is not None and name not in self._given_up
        ]

    def _undecided_ns(self) -> int:
        awaited = [self._traces[name].awaited_ns for name in self._crackling()]
        return min((ns for ns in awaited if ns is not None), default=_NEVER_NS)

    def _muted_until_ns(self) -> list[int]:
        # One that is in transition is looked at again when that is decided.
        return [
            trace.muted_until_ns
            for trace in self._traces.values()
            if trace.muted_until_ns is not None
            and trace.begun_ns is None
            and trace.is_muted(self._used_ns)
        ]

    def _not_given_ns(self) -> int:
        waiting = [trace.waiting_ns for trace in self._traces.values()]
        stamps = [ns for ns in waiting if ns is not None] + [ready[0] for ready in self._ready]
        return min(stamps, default=_NEVER_NS)


_NEVER_NS = 1 << 63

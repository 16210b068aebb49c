"""Faults of a simulated reader, by the names that playthroughs use.

`silent`: the chip keeps its registers and finishes nothing. `zero`, `ones`: MISO is stuck.
`noise`: bit errors on both wires. `brownout`: the supply does not carry the field, so that the
chip resets itself a moment after it is switched on. `slow`: every poll takes so long. `error`:
the bus raises. `version`: VersionReg reads something else. `flicker`: tags miss some polls.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from firmware.mock.chip_air import AirFrame

WUPA = 0x52

DEFAULTS: dict[str, dict[str, float]] = {
    "none": {},
    "silent": {},
    "zero": {},
    "ones": {},
    "noise": {"rate": 0.01, "seed": 0},
    "brownout": {},
    "slow": {"seconds": 1.0},
    "error": {},
    "version": {"value": 0x00},
    "flicker": {"every": 2, "length": 1},
}

Transfer = Callable[[list[int]], None]
Wire = Callable[[Transfer, list[int]], None]


@dataclass(frozen=True, slots=True)
class Fault:
    """Names a fault and its numbers; raises ValueError for what does not exist."""

    kind: str = "none"
    rate: float = 0.0  # noise: errors per bit
    seed: int = 0  # noise: of the chance
    seconds: float = 0.0  # slow: per poll
    value: int = 0  # version: what VersionReg reads
    every: int = 0  # flicker: one empty spell in so many polls
    length: int = 0  # flicker: how many polls a spell lasts

    def hides(self, poll: int) -> bool:
        """Tell whether tags miss this poll, counted from 1."""
        return poll >= self.every > 0 and poll % self.every < self.length


class PollCount:
    """Counts polls by their requests.

    A poll begins with WUPA; or with REQA, for a library that never sends a WUPA.
    """

    def __init__(self) -> None:
        self.count = 0
        self._has_wupa = False

    def begins(self, request: AirFrame) -> bool:
        """Take a request; tell whether a poll begins with it."""
        is_wupa = request.octets[0] == WUPA
        self._has_wupa |= is_wupa
        if self._has_wupa and not is_wupa:
            return False
        self.count += 1
        return True


NO_FAULT = Fault()


def fault_of(kind: str, **params: float) -> Fault:
    """Return a fault with its defaults filled in; raises ValueError with what is allowed."""
    known = DEFAULTS.get(kind)
    if known is None:
        raise ValueError(f"a reader's fault is one of {', '.join(DEFAULTS)}, not {kind!r}")
    for name in params:
        if name not in known:
            allowed = ", ".join(known) or "nothing"
            raise ValueError(f"the fault {kind} takes {allowed}, not {name!r}")
    whole = known | params
    fault = Fault(
        kind,
        rate=float(whole.get("rate", 0.0)),
        seed=int(whole.get("seed", 0)),
        seconds=float(whole.get("seconds", 0.0)),
        value=int(whole.get("value", 0)),
        every=int(whole.get("every", 0)),
        length=int(whole.get("length", 0)),
    )
    _check_numbers(fault)
    return fault


def _check_numbers(fault: Fault) -> None:
    """Raise ValueError for a number out of its range."""
    if not 0.0 <= fault.rate <= 1.0:
        raise ValueError(f"the rate of noise is 0 to 1, not {fault.rate}")
    if not 0.0 <= fault.seconds <= 3600.0:
        raise ValueError(f"a slow poll takes 0 to 3600 seconds, not {fault.seconds}")
    if not 0 <= fault.value <= 0xFF:
        raise ValueError(f"a version is 0 to 255, not {fault.value}")
    if fault.kind == "flicker" and not 1 <= fault.length <= fault.every:
        raise ValueError(
            f"flicker has length 1 to every, not length {fault.length}, every {fault.every}"
        )


def wire_of(fault: Fault) -> Wire | None:
    """Return what the fault does to a transfer; None if the wires are fine."""
    match fault.kind:
        case "zero":
            return _Stuck(0x00)
        case "ones":
            return _Stuck(0xFF)
        case "error":
            return _raising
        case "noise":
            return Noise(fault.rate, fault.seed)
        case _:
            return None


def _raising(transfer: Transfer, values: list[int]) -> None:
    """Fail as the kernel does when a transfer cannot be made."""
    del transfer, values
    raise OSError(5, "Input/output error")


class _Stuck:
    """Answers every transfer with the same byte; what is sent arrives."""

    def __init__(self, byte: int) -> None:
        self._byte = byte

    def __call__(self, transfer: Transfer, values: list[int]) -> None:
        transfer(values)
        values[:] = [self._byte] * len(values)


class Noise:
    """Flips bits on the way in and out; the same seed flips the same bits."""

    def __init__(self, rate: float, seed: int) -> None:
        self._rate = rate
        self._chance = random.Random(seed)
        self._quiet_bits = self._gap()

    def __call__(self, transfer: Transfer, values: list[int]) -> None:
        """Make a transfer over the noisy wires."""
        self._disturb(values)
        transfer(values)
        self._disturb(values)

    def _gap(self) -> int:
        """Return the number of good bits before the next bad one."""
        if self._rate >= 1.0:
            return 0
        return int(self._chance.expovariate(self._rate)) if self._rate > 0 else 1 << 62

    def _disturb(self, values: list[int]) -> None:
        bits = 8 * len(values)
        at = self._quiet_bits
        while at < bits:
            values[at // 8] ^= 0x80 >> at % 8
            at += 1 + self._gap()
        self._quiet_bits = at - bits

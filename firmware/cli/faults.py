"""Faults for the command line: `--fault centre=silent` breaks a simulated reader."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.lines import FAULTS
from firmware.cli.reading import fail
from firmware.devices import Devices


def read_faults(given: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Read `READER=KIND` pairs; ends the program with 2 for a wrong one."""
    pairs = []
    for pair in given:
        reader, equals, kind = pair.partition("=")
        if not equals or kind not in FAULTS:
            fail(f"--fault {pair}: READER=KIND is wanted (kinds: {', '.join(FAULTS)})")
        pairs.append((reader, kind))
    return tuple(pairs)


def broken(devices: Devices, faults: Sequence[tuple[str, str]]) -> None:
    """Break the simulated readers; ends the program with 2 for one that there is not."""
    for reader, kind in faults:
        if devices.simulated is None:
            fail("--fault needs --mock")
        try:
            devices.simulated.fault(reader, kind, {})
        except KeyError as error:
            fail(f"--fault {reader}={kind}: {error.args[0]}")

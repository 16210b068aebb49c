"""The check-up: what the doctor can see of a kit that runs, for the host's health page.

It claims no pin and moves no byte: the table has them. So there is no walk, no read-back and no
look at the levels; `ringmaster doctor` does that while no kit runs.
"""

from __future__ import annotations

from functools import cached_property

from firmware.board import Board
from firmware.devices import Devices, Libraries
from firmware.doctor.host import Host
from firmware.doctor.libraries import look_at_libraries, look_at_pipe
from firmware.doctor.machine import (
    look_at_chips,
    look_at_groups,
    look_at_spi,
    look_at_supply,
)
from firmware.doctor.readers import told, why_and_cure
from firmware.doctor.rounds import look_at_board, look_at_panel
from firmware.doctor.settings import look_at_settings
from firmware.nfc.watchdog import ReaderStatistics
from firmware.notice_board import Finding

DOCTOR = "`ringmaster doctor` looks at the wires while no kit runs."


class Checkup:
    """Looks at a running kit; may be asked from any thread."""

    def __init__(
        self, board: Board, devices: Devices, libraries: Libraries, host: Host | None = None
    ) -> None:
        self._board = board
        self._devices = devices
        self._libraries = libraries
        self._host = host or Host()

    def findings(self) -> tuple[Finding, ...]:
        """Return everything that can be seen now."""
        is_simulated = self._devices.simulated is not None
        return (
            *(() if is_simulated else (*self._machine, *look_at_supply(self._host))),
            *self._table,
            *look_at_panel(self._devices),
            *map(_reader, self._devices.readers.statistics()),
        )

    @cached_property
    def _machine(self) -> tuple[Finding, ...]:
        """Return what does not change while a kit runs."""
        return (
            *look_at_libraries(self._host, self._libraries),
            *look_at_spi(self._host, self._board),
            *look_at_groups(self._host),
            *look_at_chips(self._host),
            look_at_pipe(),
            *look_at_settings(self._host, self._board),
        )

    @cached_property
    def _table(self) -> tuple[Finding, ...]:
        return look_at_board(self._board)


def _reader(reader: ReaderStatistics) -> Finding:
    if not reader.polls:
        return Finding(f"reader {reader.name}", "ok", "It was not polled yet.")
    if reader.is_failed:
        why, cure = why_and_cure(reader)
        return Finding(f"reader {reader.name}", "error", f"{why}.", f"{cure} {DOCTOR}")
    return told(reader)

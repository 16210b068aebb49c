"""The timer unit of the simulated MFRC522 (data sheet, section 8.5)."""

from __future__ import annotations

from firmware.nfc import registers as r

NEVER = 1 << 62


class ChipTimer:
    """Counts down from TReloadReg in steps of the prescaler; lives on the registers given."""

    def __init__(self, registers: list[int]) -> None:
        self._registers = registers
        self.due_ns = NEVER

    @property
    def is_automatic(self) -> bool:
        """Tell whether TAuto starts it at the end of a transmission."""
        return bool(self._registers[r.T_MODE] & r.T_AUTO)

    @property
    def reload(self) -> int:
        """Return TReloadVal."""
        return self._registers[r.T_RELOAD_H] << 8 | self._registers[r.T_RELOAD_L]

    @property
    def length_ns(self) -> int:
        """Return the whole delay: (2 * prescaler + 1) * (reload + 1) / 13.56 MHz."""
        high = (self._registers[r.T_MODE] & 0x0F) << 8
        prescaler = high | self._registers[r.T_PRESCALER]
        return (2 * prescaler + 1) * (self.reload + 1) * 1_000_000_000 // r.CARRIER_HZ

    def start(self, now_ns: int) -> None:
        """Start at the reload value."""
        self.due_ns = now_ns + self.length_ns

    def stop(self) -> None:
        """Stop without an interrupt request."""
        self.due_ns = NEVER

    def expire(self, now_ns: int) -> None:
        """Stop at zero, or begin again with TAutoRestart, as often as fits up to now."""
        if self._registers[r.T_MODE] & r.T_AUTO_RESTART:
            self.due_ns += ((now_ns - self.due_ns) // self.length_ns + 1) * self.length_ns
        else:
            self.stop()

    def value(self, now_ns: int) -> int:
        """Return TCounterVal, the steps that remain."""
        if self.due_ns == NEVER:
            return 0
        return (self.due_ns - now_ns) * (self.reload + 1) // self.length_ns

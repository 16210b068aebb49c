"""The register file of the simulated MFRC522: values, interrupt requests, FIFO and timer.

Everything that registers do by themselves; what commands and frames do is in `chip`.
"""

from __future__ import annotations

from firmware.mock.chip_timer import NEVER, ChipTimer
from firmware.nfc import registers as r

GENUINE_VERSION = 0x92

_RESET = [0] * 64
for _register, _value in (
    (r.COMMAND, 0x20),
    (r.COM_I_EN, 0x80),
    (r.COM_IRQ, 0x14),
    (r.STATUS1, 0x21),
    (r.WATER_LEVEL, 0x08),
    (r.CONTROL, 0x10),
    (r.COLL, 0xA0),
    (r.MODE, 0x3F),
    (r.TX_CONTROL, 0x80),
    (0x16, 0x10),
    (0x17, 0x84),
    (r.RX_THRESHOLD, 0x84),
    (r.DEMOD, 0x4D),
    (0x1F, 0xEB),
    (r.CRC_RESULT_H, 0xFF),
    (r.CRC_RESULT_L, 0xFF),
    (r.MOD_WIDTH, 0x26),
    (r.RF_CFG, 0x48),
    (0x27, 0x88),
    (0x28, 0x20),
    (0x29, 0x20),
):
    _RESET[_register] = _value
RESET_VALUES = tuple(_RESET)

READ_ONLY = frozenset(
    {r.ERROR, r.STATUS1, r.CRC_RESULT_H, r.CRC_RESULT_L, r.T_COUNTER_H, r.T_COUNTER_L, r.VERSION}
)


class RegisterFile:
    """Holds the 64 registers and what stands behind some of them."""

    def __init__(self) -> None:
        self.values = list(RESET_VALUES)
        self.fifo = bytearray()
        self.timer = ChipTimer(self.values)

    def reset(self, version: int) -> None:
        """Come up with reset values, an empty FIFO and a timer that stands."""
        self.values[:] = RESET_VALUES
        self.values[r.VERSION] = version
        self.fifo.clear()
        self.timer.stop()

    def request(self, bits: int) -> None:
        """Set interrupt requests in ComIrqReg."""
        self.values[r.COM_IRQ] |= bits

    def fail(self, error: int) -> None:
        """Set bits in ErrorReg, and ErrIRq."""
        self.values[r.ERROR] |= error
        self.request(r.ERR_IRQ)

    def ignore(self, value: int) -> None:
        """Take a write to a read-only register."""

    def write_com_irq(self, value: int) -> None:
        """Set the marked bits with Set1, clear them without."""
        self._mark(r.COM_IRQ, value)

    def write_div_irq(self, value: int) -> None:
        """Set the marked bits with Set2, clear them without."""
        self._mark(r.DIV_IRQ, value)

    def write_status2(self, value: int) -> None:
        """Take a write; MFCrypto1On can only be cleared."""
        was = self.values[r.STATUS2]
        self.values[r.STATUS2] = value & 0xC0 | was & value & r.MF_CRYPTO1_ON

    def write_coll(self, value: int) -> None:
        """Take ValuesAfterColl, the only bit that can be written."""
        kept = self.values[r.COLL] & ~r.VALUES_AFTER_COLL
        self.values[r.COLL] = kept | value & r.VALUES_AFTER_COLL

    def read_status1(self) -> int:
        """Return CRC, interrupt, timer and FIFO status."""
        values = self.values
        is_zero = not (values[r.CRC_RESULT_H] or values[r.CRC_RESULT_L])
        running = r.T_RUNNING if self.timer.due_ns != NEVER else 0
        irq = r.IRQ if values[r.COM_IRQ] & values[r.COM_I_EN] & r.ALL_IRQS else 0
        return r.CRC_READY | (r.CRC_OK if is_zero else 0) | irq | running | self._alerts()

    # The FIFO (section 8.3).

    def read_fifo_level(self) -> int:
        """Return how many bytes there are."""
        return len(self.fifo)

    def read_fifo(self) -> int:
        """Take the oldest byte out; 0 from an empty FIFO."""
        if not self.fifo:
            return 0
        before = self._alerts()
        value = self.fifo.pop(0)
        self._note_alerts(before)
        return value

    def push(self, value: int) -> None:
        """Put a byte in; the 65th is lost and sets BufferOvfl."""
        if len(self.fifo) >= r.FIFO_SIZE:
            self.fail(r.BUFFER_OVFL)
            return
        before = self._alerts()
        self.fifo.append(value)
        self._note_alerts(before)

    def write_fifo_level(self, value: int) -> None:
        """Empty the FIFO with FlushBuffer."""
        if value & r.FLUSH_BUFFER:
            before = self._alerts()
            self.fifo.clear()
            self.values[r.ERROR] &= ~r.BUFFER_OVFL
            self._note_alerts(before)

    def _mark(self, register: int, value: int) -> None:
        marked = value & r.ALL_IRQS
        irqs = self.values[register]
        self.values[register] = irqs | marked if value & r.SET1 else irqs & ~marked

    def _alerts(self) -> int:
        level, water = len(self.fifo), self.values[r.WATER_LEVEL] & 0x3F
        high = r.HI_ALERT if r.FIFO_SIZE - level <= water else 0
        return high | (r.LO_ALERT if level <= water else 0)

    def _note_alerts(self, before: int) -> None:
        """Request what has become true: HiAlertIRq and LoAlertIRq are two bits above."""
        self.request((self._alerts() & ~before) << 2)

"""A register-level MFRC522: what its SPI sees, from reset values to collisions.

Follows the data sheet (register names are those of `firmware.nfc.registers`). Time is a virtual
clock: whoever moves bytes advances it, and at each transfer the chip first lets happen what was
due: the end of a transmission, of an answer, of the timer.

Not modelled: the IRQ pin, Receive without a transmission, analogue and test registers (they keep
what is written), and GenerateRandomID's quality.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from firmware.clock import VirtualClock
from firmware.mock.chip_air import (
    BIT_NS,
    AirFrame,
    Field,
    Listener,
    Received,
    answered_ns,
    sent_ns,
)
from firmware.mock.chip_faults import NO_FAULT, Fault, PollCount, fault_of, wire_of
from firmware.mock.chip_registers import GENUINE_VERSION, READ_ONLY, RegisterFile
from firmware.mock.chip_timer import NEVER
from firmware.nfc import registers as r
from firmware.nfc.iso14443 import crc_a

OSCILLATOR_NS = 38_000  # start-up after a reset; commands wait, registers do not
BROWNOUT_NS = 1_000_000  # how long a weak supply carries the field
AUTHENTICATION_NS = 3_000_000  # the frames of a MIFARE authentication, roughly
NO_ANSWER = Received(0, 0, 0, 0)
CRC_PRESETS = (0x0000, 0x6363, 0xA671, 0xFFFF)  # ModeReg, CRCPreset


class SimulatedMfrc522:
    """Answers SPI transfers as the chip does; tags lie in its field.

    `absolute_collisions` says how CollPos counts in a partial frame: from the cascade level's
    first bit, or from the first received bit. The data sheet leaves it open.
    """

    def __init__(
        self,
        clock: VirtualClock | None = None,
        *,
        version: int = GENUINE_VERSION,
        absolute_collisions: bool = True,
    ) -> None:
        self.clock = clock or VirtualClock()
        self.field = Field()
        self.absolute_collisions = absolute_collisions
        self.current_fault: Fault = NO_FAULT
        self._now = self.clock.now_ns()
        self._version = version
        self._wire = wire_of(NO_FAULT)
        self._is_held_in_reset = False
        self._is_deaf = False
        self._polls = PollCount()
        self._is_blind = False
        self._internal = bytearray(25)
        self._file = file = RegisterFile()
        self._regs, self._fifo, self._timer = file.values, file.fifo, file.timer
        self._readers: dict[int, Callable[[], int]] = {
            r.COMMAND: self._read_command,
            r.STATUS1: file.read_status1,
            r.FIFO_DATA: file.read_fifo,
            r.FIFO_LEVEL: file.read_fifo_level,
            r.T_COUNTER_H: lambda: self._timer.value(self._now) >> 8 & 0xFF,
            r.T_COUNTER_L: lambda: self._timer.value(self._now) & 0xFF,
        }
        self._writers: dict[int, Callable[[int], None]] = {
            r.COMMAND: self._write_command,
            r.COM_IRQ: file.write_com_irq,
            r.DIV_IRQ: file.write_div_irq,
            r.STATUS2: file.write_status2,
            r.FIFO_DATA: self._write_fifo,
            r.FIFO_LEVEL: file.write_fifo_level,
            r.CONTROL: self._write_control,
            r.BIT_FRAMING: self._write_bit_framing,
            r.COLL: file.write_coll,
            r.TX_CONTROL: self._write_tx_control,
        }
        self._writers.update((register, file.ignore) for register in READ_ONLY)
        self._reset()

    # What the world does to it.

    def lay(self, tags: Iterable[Listener]) -> None:
        """Lay exactly these tags in the field."""
        self._catch_up(self.clock.now_ns())
        self.field.lay(tags, self.clock.now_ns())

    def fault(self, kind: str, **params: float) -> None:
        """Give it a fault by name, with its numbers; `none` ends it. Raises ValueError."""
        self.current_fault = fault = fault_of(kind, **params)
        self._wire = wire_of(fault)
        self._is_deaf = kind == "silent"
        self._is_blind = False
        self._polls = PollCount()
        self._regs[r.VERSION] = fault.value if kind == "version" else self._version
        self._now = self.clock.now_ns()
        if kind == "brownout":
            self._reset()
        elif kind == "silent":
            self._timer.stop()
            self._cancel()

    def hold_in_reset(self, *, is_held: bool) -> None:
        """Pull NRSTPD low (hard power-down: no register answers) or let it go."""
        self._now = self.clock.now_ns()
        if is_held != self._is_held_in_reset:
            self._is_held_in_reset = is_held
            self._reset()

    def transfer(self, values: list[int]) -> None:
        """Make one SPI transfer in place: bytes in, bytes out; raises OSError with that fault."""
        if self._is_held_in_reset:
            values[:] = [0] * len(values)
        elif self._wire is not None:
            self._wire(self._transfer, values)
        else:
            self._transfer(values)

    # The serial interface (section 8.1.2).

    def _transfer(self, values: list[int]) -> None:
        now = self._now = self.clock.now_ns()
        if now >= self._due:
            self._catch_up(now)
        address = values[0]
        values[0] = 0
        if address & r.READ:
            read = self._readers.get
            regs = self._regs
            for i in range(1, len(values)):
                register = address >> 1 & 0x3F
                address = values[i]
                special = read(register)
                values[i] = regs[register] if special is None else special()
        else:
            register = address >> 1 & 0x3F
            write = self._writers.get(register)
            for i in range(1, len(values)):
                if write is None:
                    self._regs[register] = values[i]
                else:
                    write(values[i])
                values[i] = 0

    # What was due.

    def _catch_up(self, now: int) -> None:
        """Let happen, in order, everything that was due up to now."""
        while (due := self._due) <= now:
            if due == self._sent_ns:
                self._end_transmission(due)
            elif due == self._received_ns:
                self._end_reception()
            elif due == self._timer.due_ns:
                self._timer.expire(now)
                self._file.request(r.TIMER_IRQ)
            else:
                self._now = due
                self._reset()
            self._plan()
        self._now = now

    def _plan(self) -> None:
        """Note when the next thing is due."""
        self._due = min(self._sent_ns, self._received_ns, self._timer.due_ns, self._falters_ns)

    def _reset(self) -> None:
        """Come up with reset values, field off."""
        fault = self.current_fault
        self._file.reset(fault.value if fault.kind == "version" else self._version)
        self._command = r.IDLE
        self._sent_ns = self._received_ns = self._falters_ns = NEVER
        self._answer = NO_ANSWER
        self._align = 0
        self._is_asleep = False
        self._up_ns = self._now + OSCILLATOR_NS
        self.field.switch(self._now, is_on=False)
        self._plan()

    # Registers that are more than memory.

    def _read_command(self) -> int:
        asleep = self._is_asleep or self._now < self._up_ns
        flags = self._regs[r.COMMAND] & r.RCV_OFF | (r.POWER_DOWN if asleep else 0)
        return flags | self._command

    def _write_command(self, value: int) -> None:
        if self._is_deaf:
            return
        self._regs[r.COMMAND] = value & r.RCV_OFF
        was_asleep, self._is_asleep = self._is_asleep, bool(value & r.POWER_DOWN)
        if self._is_asleep:
            self._cancel()
            return
        if was_asleep:
            self._up_ns = self._now + OSCILLATOR_NS
        command = value & 0x0F
        if command != r.NO_CMD_CHANGE and self._now >= self._up_ns:
            self._run(command)

    def _write_control(self, value: int) -> None:
        if value & r.T_STOP_NOW:
            self._timer.stop()
        elif value & r.T_START_NOW:
            self._timer.start(self._now)
        self._plan()

    def _write_tx_control(self, value: int) -> None:
        self._regs[r.TX_CONTROL] = value
        is_on = bool(value & r.TX_RF_EN)
        if is_on and not self.field.is_on and self.current_fault.kind == "brownout":
            self._falters_ns = self._now + BROWNOUT_NS
            self._plan()
        self.field.switch(self._now, is_on=is_on)

    def _write_bit_framing(self, value: int) -> None:
        starts = value & r.START_SEND and not self._regs[r.BIT_FRAMING] & r.START_SEND
        self._regs[r.BIT_FRAMING] = value
        if starts and self._command == r.TRANSCEIVE and not self._is_deaf:
            self._transmit()

    def _write_fifo(self, value: int) -> None:
        """Take a byte for the FIFO; MFAuthent allows none, CalcCRC takes it at once."""
        if self._command == r.MF_AUTHENT:
            self._file.fail(r.WR_ERR)
            return
        self._file.push(value)
        if self._command == r.CALC_CRC:
            self._consume_crc()

    # Commands (section 10.3).

    def _cancel(self) -> None:
        """Drop what is on the air; the timer runs on."""
        self._sent_ns = self._received_ns = NEVER
        self._answer = NO_ANSWER
        self._plan()

    def _run(self, command: int) -> None:
        self._cancel()
        self._regs[r.ERROR] &= r.TEMP_ERR
        self._command = command
        match command:
            case r.IDLE | r.RECEIVE:
                pass
            case r.MEM:
                self._move_memory()
            case r.GENERATE_RANDOM_ID:
                stirred = crc_a(bytes(self._internal) + self._now.to_bytes(8, "little"))
                self._internal[:10] = stirred * 5
                self._finish()
            case r.CALC_CRC:
                preset = CRC_PRESETS[self._regs[r.MODE] & 3]
                self._regs[r.CRC_RESULT_H], self._regs[r.CRC_RESULT_L] = divmod(preset, 256)
                self._consume_crc()
            case r.TRANSMIT:
                self._transmit()
            case r.TRANSCEIVE:
                if self._regs[r.BIT_FRAMING] & r.START_SEND:
                    self._transmit()
            case r.MF_AUTHENT:
                self._authenticate()
            case r.SOFT_RESET:
                self._reset()
            case _:
                self._finish()

    def _finish(self) -> None:
        """End a command by itself: back to Idle, with IdleIRq."""
        self._command = r.IDLE
        self._file.request(r.IDLE_IRQ)

    def _move_memory(self) -> None:
        """Move the FIFO to the internal buffer, or back if the FIFO is empty."""
        if self._fifo:
            moved = (bytes(self._fifo) + bytes(25))[:25]
            self._internal[:] = moved
            self._fifo.clear()
        else:
            self._fifo.extend(self._internal)
        self._finish()

    def _crc(self, octets: bytes) -> bytes:
        return crc_a(octets, CRC_PRESETS[self._regs[r.MODE] & 3])

    def _consume_crc(self) -> None:
        """Run the coprocessor over the FIFO; the command goes on until Idle is written."""
        preset = self._regs[r.CRC_RESULT_H] << 8 | self._regs[r.CRC_RESULT_L]
        low, high = crc_a(bytes(self._fifo), preset)
        self._fifo.clear()
        self._regs[r.CRC_RESULT_H], self._regs[r.CRC_RESULT_L] = high, low
        self._regs[r.DIV_IRQ] |= r.CRC_IRQ

    # On the air.

    def _transmit(self) -> None:
        """Send the FIFO as a frame; TxLastBits cuts its last byte."""
        octets = bytes(self._fifo)
        last_bits = self._regs[r.BIT_FRAMING] & 7
        if self._regs[r.TX_MODE] & r.CRC_EN and not last_bits:
            octets += self._crc(octets)
        self._fifo.clear()
        bits = 8 * len(octets) - (8 - last_bits if last_bits else 0)
        if bits <= 0:
            return
        is_encrypted = bool(self._regs[r.STATUS2] & r.MF_CRYPTO1_ON)
        self._frame = AirFrame(octets, bits, is_encrypted)
        if self._frame.is_request:
            self._note_poll()
        self._sent_ns = self._now + sent_ns(bits)
        self._plan()

    def _note_poll(self) -> None:
        """Let the faults that count polls have their way."""
        if self._polls.begins(self._frame):
            fault = self.current_fault
            self._is_blind = fault.hides(self._polls.count)
            self.clock.advance(int(fault.seconds * 1_000_000_000))
            self._now = self.clock.now_ns()

    def _end_transmission(self, at: int) -> None:
        """Start the timer, let the tags hear the frame, and plan their answer."""
        self._sent_ns = NEVER
        self._file.request(r.TX_IRQ)
        if self._command == r.TRANSMIT:
            self._finish()
        if self._timer.is_automatic:
            self._timer.start(at)
        heard = None if self._is_blind else self.field.answer(self._frame, at)
        if heard is None or self._command != r.TRANSCEIVE or self._regs[r.COMMAND] & r.RCV_OFF:
            return
        begins = at + heard.begins_ns
        self._answer = heard
        self._align = self._regs[r.BIT_FRAMING] >> 4 & 7
        self._received_ns = begins + answered_ns(heard.bits)
        # Section 9.3.3.10: the timer stops at the fifth bit of the answer (RxMultiple is off).
        if self._timer.is_automatic and begins + 5 * BIT_NS <= self._timer.due_ns:
            self._timer.stop()

    def _end_reception(self) -> None:
        """Store an answer: first bit at RxAlign, CollReg, RxLastBits, CRC."""
        self._received_ns = NEVER
        heard, self._answer = self._answer, NO_ANSWER
        value = self._note_collision(heard)
        bits = heard.bits + self._align
        octets = (value << self._align).to_bytes((bits + 7) // 8, "little")
        self._regs[r.CONTROL] = self._regs[r.CONTROL] & ~7 | bits % 8
        if self._regs[r.RX_MODE] & r.CRC_EN:
            if bits % 8 or len(octets) < 3 or self._crc(octets[:-2]) != octets[-2:]:
                self._file.fail(r.CRC_ERR)
            octets = octets[:-2]
        for byte in octets:
            self._file.push(byte)
        self._file.request(r.RX_IRQ)

    def _note_collision(self, heard: Received) -> int:
        """Set CollReg; return the received bits, cleared from the collision on if so wanted."""
        keep = self._regs[r.COLL] & r.VALUES_AFTER_COLL
        if not heard.collision:
            self._regs[r.COLL] = keep | r.COLL_POS_NOT_VALID
            return heard.values_or
        self._file.fail(r.COLL_ERR)
        position = heard.collision
        if self.absolute_collisions and self._frame.is_anticollision:
            position += self._frame.bits - 16
        self._regs[r.COLL] = keep | (
            position & r.COLL_POS if position <= 32 else r.COLL_POS_NOT_VALID
        )
        return heard.values_or if keep else heard.values_or & (1 << heard.collision - 1) - 1

    def _authenticate(self) -> None:
        """Run MFAuthent over the twelve bytes in the FIFO; it ends by itself only on success."""
        request = bytes(self._fifo[:12])
        self._fifo.clear()
        if self.field.authenticate(request, self._now):
            self._regs[r.STATUS2] |= r.MF_CRYPTO1_ON
            self._finish()
        elif self._timer.is_automatic:
            self._timer.start(self._now + AUTHENTICATION_NS)
            self._plan()

"""The MFRC522 driver: registers in, frames out.

One exchange is seven writes, a pause for as long as the frame and its answer last on the air, and
one look at the status registers; the chip's own timer says when nobody answered. No busy waiting,
and no wait without an end: a chip that finishes nothing is `ReaderSilent`.

After every look the set-up is read back: an absent, stuck or freshly reset chip looks exactly like
an empty field otherwise.
"""

from __future__ import annotations

from collections.abc import Callable

from firmware.nfc import registers as r
from firmware.nfc.bus import RegisterBus
from firmware.nfc.errors import ReaderReset, ReaderSilent, ReaderUnwired
from firmware.nfc.inventory import Inventory, take_inventory
from firmware.nfc.iso14443 import (
    HLTA,
    SAK_INCOMPLETE,
    WUPA,
    Frame,
    Reply,
    checked,
    levels_of,
    select,
)

Pause = Callable[[int], None]
"""Lets so many nanoseconds pass: a sleep on a Pi, a step of the virtual clock elsewhere."""

FIELD_ON_NS = 5_000_000  # ISO 14443-3: a tag is ready 5 ms after the field came on
FIELD_OFF_NS = 5_500_000  # and has forgotten all 5 ms after it went; the rest is margin
LOOK_AGAIN_NS = 100_000
LOOKS = 30  # after the expected end: 3 ms, far more than any late answer takes
START_LOOKS = 50
WAKES = 3  # a tag that was left half selected only falls back at the first wake-up
TICK_NS = 25_000  # one step of the timer: (2 * 169 + 1) / 13.56 MHz
AIR_MARGIN_NS = 12_000  # rounding of the steps and the start-up of transmitter and receiver

SET_UP: tuple[tuple[int, int], ...] = (
    (r.TX_MODE, 0x00),  # 106 kbit/s, CRCs are made by the host: they cover the wires too
    (r.RX_MODE, 0x00),
    (r.MOD_WIDTH, 0x26),
    (r.T_MODE, r.T_AUTO),  # the timer starts at the end of a frame, stops when an answer begins
    (r.T_PRESCALER, 0xA9),
    (r.T_RELOAD_H, 0x00),
    (r.TX_ASK, 0x40),  # 100 % modulation, as type A wants
    (r.MODE, 0x3D),
    (r.COLL, 0x00),  # ValuesAfterColl off: bits from a collision on read as 0
    (r.COM_I_EN, 0x80),  # no request reaches the IRQ pin, which is not wired
)

VERSIONS = {
    0x88: "FM17522, a clone",
    0x90: "MFRC522 version 0.0",
    0x91: "MFRC522 version 1.0",
    0x92: "MFRC522 version 2.0",
    0x12: "an imitation (12)",
    0x15: "a clone (15)",
    0x82: "FM17522E, a clone",
    0x89: "a clone (89)",
    0xB2: "FM17522, a clone",
}
GENUINE = frozenset({0x90, 0x91, 0x92})

WIRING = "check 3.3 V, ground, SCK, MOSI, MISO, chip select, RST at 3.3 V, and that SPI is on"
SUPPLY = "check its 3.3 V supply and put 10 uF beside its connector"

_STATUS = (r.COM_IRQ, r.ERROR, r.FIFO_LEVEL, r.CONTROL, r.COLL)
_HEALTH = (
    r.VERSION,
    r.T_MODE,
    r.T_PRESCALER,
    r.T_RELOAD_L,
    r.TX_MODE,
    r.RX_MODE,
    r.MODE,
    r.TX_ASK,
    r.TX_CONTROL,
)
_RELOAD_AT = _HEALTH.index(r.T_RELOAD_L)
_FIELD_AT = _HEALTH.index(r.TX_CONTROL)
_BROKEN = r.BUFFER_OVFL | r.PARITY_ERR | r.PROTOCOL_ERR
_DONE = r.RX_IRQ | r.TIMER_IRQ  # not ErrIRq: a collision raises it long before the end
_TX_CONTROL = 0x80  # reset value: InvTx2RFOn; the low bits switch the antenna drivers


def name_of(version: int) -> str:
    """Return in words what the version register says."""
    if not version:
        return "no chip yet"
    return VERSIONS.get(version, f"an unknown chip ({version:02X})")


class Mfrc522:
    """Drives one chip over a register bus; `pause` lets time pass."""

    def __init__(self, bus: RegisterBus, pause: Pause) -> None:
        self.bus = bus
        self.version = 0
        self._pause = pause
        self._write = bus.write
        self._read_many = bus.read_many
        self._begins_ns = 0
        self._field = 0
        self._health: list[int] = []  # what the registers of _HEALTH must read

    @property
    def field_is_on(self) -> bool:
        """Tell whether the antenna is driven."""
        return bool(self._field)

    def start(self) -> None:
        """Reset the chip and set it up, field off; raises ReaderUnwired or ReaderSilent."""
        self._field = 0
        self._begins_ns = 0
        self._health = [dict(SET_UP).get(register, -1) for register in _HEALTH]
        self._write(r.COMMAND, r.SOFT_RESET)
        self._await_oscillator()
        for register, value in SET_UP:
            self._write(register, value)
        self._switch_field(0)
        self._time_answers(WUPA.begins_ns)
        self.check_health()

    def check_health(self) -> None:
        """Read the set-up back; raises ReaderUnwired or ReaderReset if it is not there."""
        found = list(self._read_many(_HEALTH))
        if found == self._health:
            return
        version = found[0]
        if version in {0x00, 0xFF}:
            raise ReaderUnwired(
                f"no reader answers (its version reads {version:02X}, not 92 or alike); {WIRING}"
            )
        if found[1:] != self._health[1:]:
            raise ReaderReset(f"the reader has lost its set-up (chip {version:02X}); {SUPPLY}")
        self.version = self._health[0] = version

    def field_on(self) -> None:
        """Switch the field on and wait until tags are ready; does nothing if it is on."""
        if not self._field:
            self._switch_field(r.TX_RF_EN)
            self._pause(FIELD_ON_NS)

    def field_off(self) -> None:
        """Switch the field off; tags lose power and state."""
        self._switch_field(0)

    def cycle_field(self) -> None:
        """Switch the field off and on, long enough for all tags to begin anew."""
        self.field_off()
        self._pause(FIELD_OFF_NS)
        self.field_on()

    def inventory(self) -> Inventory:
        """Return the tags in the field, which is switched on if it is off; leaves them halted.

        Raises ReaderSilent, ReaderUnwired, ReaderReset, or OSError of the bus.
        """
        self.field_on()
        try:
            found = take_inventory(self)
        except ReaderSilent:
            self.check_health()  # it may know better why
            raise
        self.check_health()
        return found

    def wake(self, uid: str) -> bool:
        """Bring the tag with this UID to ACTIVE, whatever else is there; tell if it answered."""
        self.field_on()
        levels = levels_of(bytes.fromhex(uid))
        return any(self._woke(levels) for _ in range(WAKES))

    def halt(self) -> None:
        """Halt the tag that is ACTIVE, so that the next inventory finds it at once."""
        self.send(HLTA)

    def exchange(self, frame: Frame) -> Reply | None:
        """Send a frame and return the answer, None if nobody began one in time.

        Raises ReaderSilent when the chip reports neither.
        """
        if frame.begins_ns != self._begins_ns:
            self._time_answers(frame.begins_ns)
        write = self._write
        framing = frame.align << 4 | frame.last_bits
        self._load(frame.octets, framing)
        write(r.COMMAND, r.TRANSCEIVE)
        write(r.BIT_FRAMING, r.START_SEND | framing)
        self._pause(frame.took_ns + AIR_MARGIN_NS)
        read_many = self._read_many
        for _ in range(LOOKS + frame.begins_ns // LOOK_AGAIN_NS):
            irqs, error, level, control, coll = read_many(_STATUS)
            if irqs & _DONE:
                if irqs & r.RX_IRQ:
                    return self._reply(error, level, control, coll)
                return None
            self._pause(LOOK_AGAIN_NS)
        raise ReaderSilent(f"the reader takes commands and finishes none; {WIRING}")

    def send(self, frame: Frame) -> None:
        """Send a frame that has no answer, such as HLTA; raises ReaderSilent if it never ends."""
        self._load(frame.octets, 0)
        self._write(r.COMMAND, r.TRANSMIT)
        self._pause(frame.took_ns + AIR_MARGIN_NS)
        for _ in range(LOOKS):
            if self.bus.read(r.COM_IRQ) & r.IDLE_IRQ:
                return
            self._pause(LOOK_AGAIN_NS)
        raise ReaderSilent(f"the reader does not finish sending; {WIRING}")

    def _woke(self, levels: tuple[tuple[int, bytes], ...]) -> bool:
        """Tell whether one try brought the tag to ACTIVE; a lost try sends it back to rest."""
        if self.exchange(WUPA) is None:
            return False
        sak: bytes | None = None
        for level, part in levels:
            sak = checked(self.exchange(select(level, part)))
            if sak is None:
                return False
        return sak is not None and not sak[0] & SAK_INCOMPLETE

    def _load(self, octets: bytes, framing: int) -> None:
        """End what is running and fill the FIFO with a frame."""
        write = self._write
        write(r.COMMAND, r.IDLE)
        write(r.COM_IRQ, r.ALL_IRQS)
        write(r.FIFO_LEVEL, r.FLUSH_BUFFER)
        write(r.FIFO_DATA, *octets)
        write(r.BIT_FRAMING, framing)  # takes StartSend of the frame before away

    def _reply(self, error: int, level: int, control: int, coll: int) -> Reply:
        octets = self.bus.read_fifo(min(level & 0x7F, r.FIFO_SIZE))
        return Reply(octets, control & 0x07, _collision(error, coll), bool(error & _BROKEN))

    def _await_oscillator(self) -> None:
        for _ in range(START_LOOKS):
            self._pause(LOOK_AGAIN_NS)
            command = self.bus.read(r.COMMAND)
            if not command & r.POWER_DOWN:
                return
        what = "the bus reads all ones" if command == 0xFF else "the reader stays powered down"
        raise ReaderUnwired(f"{what} after a reset; {WIRING}")

    def _time_answers(self, begins_ns: int) -> None:
        """Let the timer wait so long for an answer to begin."""
        steps = begins_ns // TICK_NS - 1
        self._write(r.T_RELOAD_H, steps >> 8)
        self._write(r.T_RELOAD_L, steps & 0xFF)
        self._begins_ns = begins_ns
        self._health[_RELOAD_AT] = steps & 0xFF

    def _switch_field(self, drivers: int) -> None:
        self._write(r.TX_CONTROL, _TX_CONTROL | drivers)
        self._field = drivers
        self._health[_FIELD_AT] = _TX_CONTROL | drivers


def _collision(error: int, coll: int) -> int:
    """Return the collision's position from 1, 0 for none, -1 if the chip does not know it."""
    if not error & r.COLL_ERR:
        return 0
    if coll & r.COLL_POS_NOT_VALID:
        return -1
    return coll & r.COLL_POS or 32

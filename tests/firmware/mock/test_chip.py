"""The simulated MFRC522 against the data sheet, register by register."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from firmware.clock import VirtualClock
from firmware.mock.chip import SimulatedMfrc522
from firmware.mock.chip_air import AirFrame, AirReply, of_bytes
from firmware.mock.chip_timer import ChipTimer
from firmware.mock.tags import Tag
from firmware.nfc import registers as r
from firmware.nfc.iso14443 import crc_a

US = 1_000
MS = 1_000_000


@dataclass(frozen=True)
class Heard:
    fifo: str
    error: int
    control: int
    coll: int
    irqs: int


class Host:
    """Drives the chip as a program would, a register a transfer."""

    def __init__(self, chip: SimulatedMfrc522) -> None:
        self.chip = chip
        self.clock = chip.clock

    def write(self, register: int, *values: int) -> None:
        self.chip.transfer([register << 1, *values])

    def read(self, register: int) -> int:
        octets = [register << 1 | 0x80, 0]
        self.chip.transfer(octets)
        return octets[1]

    def set_up(self) -> None:
        for register, value in (
            (r.T_MODE, 0x80),
            (r.T_PRESCALER, 0xA9),
            (r.T_RELOAD_L, 39),
            (r.TX_ASK, 0x40),
            (r.MODE, 0x3D),
            (r.COLL, 0x00),
            (r.TX_CONTROL, 0x83),
        ):
            self.write(register, value)
        self.clock.advance(6 * MS)

    def start(self, octets: str, last_bits: int = 0, align: int = 0) -> None:
        self.write(r.COMMAND, r.IDLE)
        self.write(r.COM_IRQ, 0x7F)
        self.write(r.FIFO_LEVEL, 0x80)
        self.write(r.FIFO_DATA, *bytes.fromhex(octets))
        self.write(r.BIT_FRAMING, align << 4 | last_bits)
        self.write(r.COMMAND, r.TRANSCEIVE)
        self.write(r.BIT_FRAMING, 0x80 | align << 4 | last_bits)

    def exchange(
        self, octets: str, last_bits: int = 0, align: int = 0, wait_ns: int = 12 * MS
    ) -> Heard:
        self.start(octets, last_bits, align)
        self.clock.advance(wait_ns)
        irqs = self.read(r.COM_IRQ)
        level = self.read(r.FIFO_LEVEL)
        fifo = bytes(self.read(r.FIFO_DATA) for _ in range(level)).hex(" ").upper()
        error, control, coll = (self.read(x) for x in (r.ERROR, r.CONTROL, r.COLL))
        return Heard(fifo, error, control & 7, coll, irqs)

    def activate(self, *levels: str) -> None:
        self.exchange("26", last_bits=7)
        for select in levels:
            head = bytes.fromhex(select)
            self.exchange((head + crc_a(head)).hex())


@pytest.fixture
def host() -> Host:
    return _host()


def _host(*tags: str, absolute: bool = True) -> Host:
    chip = SimulatedMfrc522(absolute_collisions=absolute)
    chip.lay([Tag(uid) for uid in tags])
    host = Host(chip)
    host.clock.advance(1 * MS)
    host.set_up()
    return host


def test_registers_come_up_with_their_reset_values() -> None:
    host = Host(SimulatedMfrc522())
    host.clock.advance(1 * MS)
    expected = {
        r.COMMAND: 0x20,
        r.COM_I_EN: 0x80,
        r.COM_IRQ: 0x14,
        r.STATUS1: 0x21,
        r.FIFO_LEVEL: 0x00,
        r.WATER_LEVEL: 0x08,
        r.COLL: 0xA0,
        r.MODE: 0x3F,
        r.TX_CONTROL: 0x80,
        r.CRC_RESULT_H: 0xFF,
        r.CRC_RESULT_L: 0xFF,
        r.MOD_WIDTH: 0x26,
        r.RF_CFG: 0x48,
        r.VERSION: 0x92,
    }
    assert {register: host.read(register) for register in expected} == expected


def test_one_transfer_reads_several_registers(host: Host) -> None:
    octets = [r.VERSION << 1 | 0x80, r.T_MODE << 1 | 0x80, r.MODE << 1 | 0x80, 0]
    host.chip.transfer(octets)
    assert octets[1:] == [0x92, 0x80, 0x3D]


def test_one_transfer_fills_and_another_empties_the_fifo(host: Host) -> None:
    host.write(r.FIFO_DATA, 1, 2, 3)
    assert host.read(r.FIFO_LEVEL) == 3
    octets = [0x92, 0x92, 0x92, 0]
    host.chip.transfer(octets)
    assert octets[1:] == [1, 2, 3]
    assert host.read(r.FIFO_DATA) == 0


def test_the_65th_byte_overflows_until_the_fifo_is_flushed(host: Host) -> None:
    host.write(r.FIFO_DATA, *range(64))
    assert host.read(r.ERROR) == 0
    host.write(r.FIFO_DATA, 64)
    assert host.read(r.ERROR) == r.BUFFER_OVFL
    assert host.read(r.FIFO_LEVEL) == 64
    host.write(r.FIFO_LEVEL, 0x80)
    assert host.read(r.ERROR) == 0
    assert host.read(r.FIFO_LEVEL) == 0


def test_fifo_alerts_are_requested_when_they_become_true(host: Host) -> None:
    host.write(r.FIFO_DATA, *range(20))
    host.write(r.COM_IRQ, 0x7F)
    host.write(r.FIFO_DATA, *range(36))
    assert host.read(r.COM_IRQ) == r.HI_ALERT_IRQ
    assert host.read(r.STATUS1) & 3 == r.HI_ALERT
    host.write(r.COM_IRQ, 0x7F)
    for _ in range(48):
        host.read(r.FIFO_DATA)
    assert host.read(r.COM_IRQ) == r.LO_ALERT_IRQ


def test_com_irq_bits_are_set_with_set1_and_cleared_without(host: Host) -> None:
    host.write(r.COM_IRQ, 0x7F)
    host.write(r.COM_IRQ, 0x80 | 0x42)
    assert host.read(r.COM_IRQ) == 0x42
    host.write(r.COM_IRQ, 0x02)
    assert host.read(r.COM_IRQ) == 0x40


def test_div_irq_bits_are_set_with_set2_and_cleared_without(host: Host) -> None:
    host.write(r.DIV_IRQ, 0x80 | 0x14)
    assert host.read(r.DIV_IRQ) == 0x14
    host.write(r.DIV_IRQ, 0x04)
    assert host.read(r.DIV_IRQ) == 0x10


def test_status1_shows_an_enabled_request(host: Host) -> None:
    host.write(r.COM_IRQ, 0x7F)
    host.write(r.COM_I_EN, 0x80 | r.TIMER_IRQ)
    assert not host.read(r.STATUS1) & r.IRQ
    host.write(r.COM_IRQ, 0x80 | r.TIMER_IRQ)
    assert host.read(r.STATUS1) & r.IRQ


@pytest.mark.parametrize("register", [r.VERSION, r.ERROR, r.STATUS1, r.CRC_RESULT_L])
def test_read_only_registers_ignore_writes(host: Host, register: int) -> None:
    before = host.read(register)
    host.write(register, before ^ 0xFF)
    assert host.read(register) == before


def test_only_values_after_coll_can_be_written_in_coll_reg(host: Host) -> None:
    before = host.read(r.COLL)
    host.write(r.COLL, 0xFF)
    assert host.read(r.COLL) == before | 0x80


def test_the_host_cannot_switch_crypto_on(host: Host) -> None:
    host.write(r.STATUS2, 0x08)
    assert not host.read(r.STATUS2) & r.MF_CRYPTO1_ON


def test_idle_written_by_the_host_requests_nothing(host: Host) -> None:
    host.write(r.COM_IRQ, 0x7F)
    host.write(r.COMMAND, r.IDLE)
    assert host.read(r.COM_IRQ) == 0


def test_an_unknown_command_requests_idle(host: Host) -> None:
    host.write(r.COM_IRQ, 0x7F)
    host.write(r.COMMAND, 0x5)
    assert host.read(r.COM_IRQ) == r.IDLE_IRQ


def test_no_cmd_change_keeps_the_command(host: Host) -> None:
    host.write(r.COMMAND, r.TRANSCEIVE)
    host.write(r.COMMAND, r.NO_CMD_CHANGE | r.RCV_OFF)
    assert host.read(r.COMMAND) == r.TRANSCEIVE | r.RCV_OFF


def test_the_crc_coprocessor_goes_on_until_idle(host: Host) -> None:
    host.write(r.FIFO_DATA, 0x12)
    host.write(r.COMMAND, r.CALC_CRC)
    host.write(r.FIFO_DATA, 0x34)
    assert host.read(r.DIV_IRQ) & r.CRC_IRQ
    assert host.read(r.COMMAND) & 0x0F == r.CALC_CRC
    assert (host.read(r.CRC_RESULT_L), host.read(r.CRC_RESULT_H)) == (0x26, 0xCF)
    assert host.read(r.FIFO_LEVEL) == 0


def test_status1_says_when_the_crc_came_out_as_zero(host: Host) -> None:
    assert not host.read(r.STATUS1) & r.CRC_OK
    host.write(r.FIFO_DATA, 0x12, 0x34, 0x26, 0xCF)
    host.write(r.COMMAND, r.CALC_CRC)
    assert host.read(r.STATUS1) & r.CRC_OK


def test_mem_moves_25_bytes_there_and_back(host: Host) -> None:
    host.write(r.FIFO_DATA, *range(1, 26))
    host.write(r.COMMAND, r.MEM)
    assert host.read(r.FIFO_LEVEL) == 0
    host.write(r.COMMAND, r.MEM)
    assert [host.read(r.FIFO_DATA) for _ in range(25)] == list(range(1, 26))


def test_generate_random_id_fills_ten_bytes_and_ends(host: Host) -> None:
    host.write(r.FIFO_DATA, *[0] * 25)
    host.write(r.COMMAND, r.MEM)
    host.write(r.COM_IRQ, 0x7F)
    host.write(r.COMMAND, r.GENERATE_RANDOM_ID)
    assert host.read(r.COM_IRQ) & r.IDLE_IRQ
    host.write(r.COMMAND, r.MEM)
    moved = [host.read(r.FIFO_DATA) for _ in range(25)]
    assert any(moved[:10])
    assert not any(moved[10:])


def test_soft_reset_restores_values_and_switches_the_field_off(host: Host) -> None:
    host.write(r.COMMAND, r.SOFT_RESET)
    assert host.read(r.COMMAND) == 0x30  # PowerDown reads 1 until the oscillator is up
    host.write(r.COMMAND, r.CALC_CRC)
    assert host.read(r.COMMAND) & 0x0F == r.IDLE
    host.clock.advance(1 * MS)
    assert host.read(r.COMMAND) & r.POWER_DOWN == 0
    assert host.read(r.TX_CONTROL) == 0x80
    assert not host.chip.field.is_on


def test_soft_power_down_stops_commands_until_it_is_left(host: Host) -> None:
    host.write(r.COMMAND, r.POWER_DOWN)
    assert host.read(r.COMMAND) & r.POWER_DOWN
    host.write(r.COMMAND, r.IDLE)
    assert host.read(r.COMMAND) & r.POWER_DOWN
    host.clock.advance(1 * MS)
    assert not host.read(r.COMMAND) & r.POWER_DOWN


def test_a_chip_held_in_reset_answers_nothing_and_comes_up_fresh(host: Host) -> None:
    host.chip.hold_in_reset(is_held=True)
    assert host.read(r.VERSION) == 0
    host.write(r.MODE, 0x11)
    host.chip.hold_in_reset(is_held=False)
    assert host.read(r.VERSION) == 0x92
    assert host.read(r.MODE) == 0x3F


@pytest.mark.parametrize(
    ("mode", "prescaler", "reload", "expected_us"),
    [(0x8D, 0x3E, 30, 15_500), (0x80, 0xA9, 1000, 25_025), (0x80, 0xA9, 40, 1_025)],
)
def test_the_timer_counts_by_the_data_sheets_formula(
    mode: int, prescaler: int, reload: int, expected_us: int
) -> None:
    registers = [0] * 64
    registers[r.T_MODE], registers[r.T_PRESCALER] = mode, prescaler
    registers[r.T_RELOAD_H], registers[r.T_RELOAD_L] = divmod(reload, 256)
    assert ChipTimer(registers).length_ns == pytest.approx(expected_us * US, rel=0.001)


def test_the_timer_is_started_read_and_stopped_by_hand(host: Host) -> None:
    host.write(r.CONTROL, r.T_START_NOW)
    assert host.read(r.STATUS1) & r.T_RUNNING
    host.clock.advance(500 * US)
    assert host.read(r.T_COUNTER_L) == pytest.approx(20, abs=1)
    host.write(r.CONTROL, r.T_STOP_NOW)
    host.clock.advance(10 * MS)
    assert not host.read(r.COM_IRQ) & r.TIMER_IRQ
    assert host.read(r.T_COUNTER_H) == host.read(r.T_COUNTER_L) == 0


def test_the_timer_begins_again_with_auto_restart(host: Host) -> None:
    host.write(r.T_MODE, 0x90)
    host.write(r.CONTROL, r.T_START_NOW)
    host.clock.advance(1_100 * US)
    assert host.read(r.COM_IRQ) & r.TIMER_IRQ
    host.write(r.COM_IRQ, 0x7F)
    host.clock.advance(1 * MS)
    assert host.read(r.COM_IRQ) & r.TIMER_IRQ


def test_an_empty_field_ends_in_a_timer_request_after_the_frame(host: Host) -> None:
    host.start("26", last_bits=7)
    host.clock.advance(1_090 * US)  # 94 us of frame and 1,000 us of timer
    assert not host.read(r.COM_IRQ) & r.TIMER_IRQ
    assert host.read(r.COM_IRQ) & r.TX_IRQ
    host.clock.advance(10 * US)
    assert host.read(r.COM_IRQ) & r.TIMER_IRQ
    assert host.read(r.COMMAND) & 0x0F == r.TRANSCEIVE  # no fall back to Idle


def test_the_timer_stops_when_an_answer_begins() -> None:
    host = _host("04A3C6CAE26180")
    host.activate("93 70 88 04 A3 C6 E9", "95 70 CA E2 61 80 C9")
    heard = host.exchange("30 00 02 A8", wait_ns=3 * MS)  # 1.55 ms of answer, 1 ms of timer
    assert heard.irqs & r.RX_IRQ
    assert not heard.irqs & r.TIMER_IRQ


def test_an_answer_that_begins_too_late_finds_the_timer_expired() -> None:
    host = _host("04A3C6CAE26180")
    host.activate("93 70 88 04 A3 C6 E9", "95 70 CA E2 61 80 C9")
    heard = host.exchange("A2 04 AA BB CC DD 22 21")  # programming takes 4 ms
    assert heard.irqs & (r.RX_IRQ | r.TIMER_IRQ) == r.RX_IRQ | r.TIMER_IRQ


def test_transceive_sends_only_with_start_send(host: Host) -> None:
    host.write(r.COM_IRQ, 0x7F)
    host.write(r.FIFO_DATA, 0x26)
    host.write(r.COMMAND, r.TRANSCEIVE)
    host.clock.advance(10 * MS)
    assert not host.read(r.COM_IRQ) & r.TX_IRQ
    host.write(r.BIT_FRAMING, 0x87)
    host.clock.advance(10 * MS)
    assert host.read(r.COM_IRQ) & r.TX_IRQ


def test_transceive_sends_at_once_if_start_send_is_still_set(host: Host) -> None:
    host.write(r.BIT_FRAMING, 0x87)
    host.write(r.COM_IRQ, 0x7F)
    host.write(r.FIFO_DATA, 0x26)
    host.write(r.COMMAND, r.TRANSCEIVE)
    host.clock.advance(1 * MS)
    assert host.read(r.COM_IRQ) & r.TX_IRQ


def test_nothing_is_sent_from_an_empty_fifo(host: Host) -> None:
    host.start("")
    host.clock.advance(10 * MS)
    assert not host.read(r.COM_IRQ) & r.TX_IRQ


def test_transmit_ends_by_itself_and_hears_no_answer() -> None:
    host = _host("DEADBEEF")
    host.write(r.COM_IRQ, 0x7F)
    host.write(r.BIT_FRAMING, 0x07)
    host.write(r.FIFO_DATA, 0x26)
    host.write(r.COMMAND, r.TRANSMIT)
    host.clock.advance(10 * MS)
    assert host.read(r.COM_IRQ) & (r.IDLE_IRQ | r.TX_IRQ | r.RX_IRQ) == r.IDLE_IRQ | r.TX_IRQ
    assert host.read(r.FIFO_LEVEL) == 0


def test_idle_in_the_middle_of_a_frame_takes_it_off_the_air() -> None:
    host = _host("DEADBEEF")
    host.start("26", last_bits=7)
    host.clock.advance(50 * US)
    host.write(r.COMMAND, r.IDLE)
    host.clock.advance(10 * MS)
    assert not host.read(r.COM_IRQ) & (r.TX_IRQ | r.RX_IRQ)
    assert host.exchange("26", last_bits=7).fifo == "04 00"  # the tag never heard the first one


def test_idle_before_an_answer_drops_the_answer() -> None:
    host = _host("DEADBEEF")
    host.start("26", last_bits=7)
    host.clock.advance(250 * US)
    host.write(r.COMMAND, r.IDLE)
    host.clock.advance(10 * MS)
    assert not host.read(r.COM_IRQ) & r.RX_IRQ


def test_a_receiver_that_is_off_hears_nothing() -> None:
    host = _host("DEADBEEF")
    host.write(r.FIFO_DATA, 0x26)
    host.write(r.COMMAND, r.TRANSCEIVE | r.RCV_OFF)
    host.write(r.BIT_FRAMING, 0x87)
    host.clock.advance(10 * MS)
    assert not host.read(r.COM_IRQ) & r.RX_IRQ


def test_without_antenna_no_tag_answers() -> None:
    host = _host("DEADBEEF")
    host.write(r.TX_CONTROL, 0x80)
    assert host.exchange("26", last_bits=7).irqs & r.TIMER_IRQ


def test_the_chip_can_make_and_check_crcs() -> None:
    host = _host("04A3C6CAE26180")
    host.activate("93 70 88 04 A3 C6 E9", "95 70 CA E2 61 80 C9")
    host.write(r.TX_MODE, 0x80)
    host.write(r.RX_MODE, 0x80)
    heard = host.exchange("60")
    assert (heard.fifo, heard.error) == ("00 04 04 02 01 00 0F 03", 0)
    refused = host.exchange("30 F0")  # a NAK of four bits cannot carry a CRC
    assert refused.error & r.CRC_ERR


def test_two_tags_collide_at_their_first_different_bit() -> None:
    host = _host("04A3C6CAE26180", "04A1C6CAE26180")
    assert host.exchange("26", last_bits=7).fifo == "44 00"
    heard = host.exchange("93 20")
    assert (heard.fifo, heard.error, heard.coll) == ("88 04 01 00 00", r.COLL_ERR, 0x12)
    assert heard.irqs & r.ERR_IRQ
    branch = host.exchange("93 42 88 04 03", last_bits=2, align=2)
    assert (branch.fifo, branch.error) == ("A0 C6 E9", 0)
    assert host.exchange("93 42 88 04 01", last_bits=2, align=2).fifo == "A0 C6 EB"


def test_values_after_a_collision_stay_if_so_wanted() -> None:
    host = _host("04A3C6CAE26180", "04A1C6CAE26180")
    host.write(r.COLL, 0x80)
    host.exchange("26", last_bits=7)
    heard = host.exchange("93 20")
    assert (heard.coll, heard.fifo) == (0x92, "88 04 A3 C6 EB")


def test_mixed_kinds_collide_in_their_answer_to_a_request() -> None:
    host = _host("04A3C6CAE26180", "DEADBEEF")
    heard = host.exchange("26", last_bits=7)
    assert (heard.error, heard.coll) == (r.COLL_ERR, 0x07)


@pytest.mark.parametrize(("absolute", "position"), [(True, 26), (False, 10)])
def test_collisions_in_a_partial_frame_are_counted_either_way(
    absolute: bool, position: int
) -> None:
    host = _host("DEADBE00", "DEADBE02", absolute=absolute)
    host.exchange("26", last_bits=7)
    heard = host.exchange("93 40 DE AD")
    assert (heard.error, heard.coll) == (r.COLL_ERR, position)


def test_a_collision_at_bit_32_reads_as_0() -> None:
    host = _host("DEADBE00", "DEADBE80")
    host.exchange("26", last_bits=7)
    assert host.exchange("93 20").coll == 0


def test_a_collision_beyond_bit_32_has_no_valid_position() -> None:
    host = _host()
    host.chip.lay([_Parrot("00 00 00 00 00"), _Parrot("00 00 00 00 08")])
    assert host.exchange("26", last_bits=7).coll == r.COLL_POS_NOT_VALID


class _Parrot(Tag):
    """Answers anything with the same bytes."""

    def __init__(self, says: str) -> None:
        super().__init__("DEADBEEF")
        self._says = of_bytes(bytes.fromhex(says))

    def receive(self, frame: AirFrame, now_ns: int) -> AirReply:
        del frame, now_ns
        return self._says


def test_error_bits_are_cleared_by_the_next_command() -> None:
    host = _host("04A3C6CAE26180", "DEADBEEF")
    assert host.exchange("26", last_bits=7).error
    host.write(r.COMMAND, r.IDLE)
    assert host.read(r.ERROR) == 0


def test_a_classic_opens_a_sector_with_its_key_and_serves_it_in_crypto() -> None:
    host = _host("DEADBEEF")
    host.activate("93 70 DE AD BE EF 22")
    host.write(r.COM_IRQ, 0x7F)
    host.write(r.FIFO_DATA, *bytes.fromhex("60 08 FF FF FF FF FF FF DE AD BE EF"))
    host.write(r.COMMAND, r.MF_AUTHENT)
    assert host.read(r.COM_IRQ) & r.IDLE_IRQ
    assert host.read(r.STATUS2) & r.MF_CRYPTO1_ON
    read = bytes.fromhex("30 08")
    assert host.exchange((read + crc_a(read)).hex()).fifo == "00 " * 16 + "37 49"
    host.write(r.STATUS2, 0)
    assert not host.read(r.STATUS2) & r.MF_CRYPTO1_ON


def test_a_wrong_key_is_only_told_by_the_timer() -> None:
    host = _host("DEADBEEF")
    host.activate("93 70 DE AD BE EF 22")
    host.write(r.COM_IRQ, 0x7F)
    host.write(r.FIFO_DATA, *bytes.fromhex("60 08 A0 A1 A2 A3 A4 A5 DE AD BE EF"))
    host.write(r.COMMAND, r.MF_AUTHENT)
    host.clock.advance(20 * MS)
    assert host.read(r.COM_IRQ) & (r.IDLE_IRQ | r.TIMER_IRQ) == r.TIMER_IRQ
    host.write(r.FIFO_DATA, 1)
    assert host.read(r.ERROR) == r.WR_ERR
    host.write(r.T_MODE, 0)
    host.write(r.COM_IRQ, 0x7F)
    host.write(r.COMMAND, r.MF_AUTHENT)
    host.clock.advance(20 * MS)
    assert not host.read(r.COM_IRQ) & r.TIMER_IRQ


def test_without_tauto_nothing_times_an_exchange(host: Host) -> None:
    host.write(r.T_MODE, 0x00)
    assert not host.exchange("26", last_bits=7).irqs & r.TIMER_IRQ


def test_a_chip_makes_its_own_clock_if_given_none() -> None:
    clock = VirtualClock(5)
    assert SimulatedMfrc522(clock).clock is clock
    assert SimulatedMfrc522().clock.now_ns() == 0

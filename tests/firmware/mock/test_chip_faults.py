from __future__ import annotations

import pytest

from firmware.mock.chip import SimulatedMfrc522
from firmware.mock.chip_faults import DEFAULTS, Noise, fault_of
from firmware.nfc import registers as r

MS = 1_000_000


def _read(chip: SimulatedMfrc522, register: int) -> int:
    octets = [register << 1 | 0x80, 0]
    chip.transfer(octets)
    return octets[1]


def _write(chip: SimulatedMfrc522, register: int, value: int) -> None:
    chip.transfer([register << 1, value])


def test_an_unknown_fault_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"none, silent, zero, .*, not 'melted'"):
        fault_of("melted")


def test_an_unknown_number_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"flicker takes every, length, not 'rate'"):
        fault_of("flicker", rate=1)
    with pytest.raises(ValueError, match=r"silent takes nothing"):
        fault_of("silent", rate=1)


@pytest.mark.parametrize(
    ("kind", "params"),
    [
        ("noise", {"rate": 1.5}),
        ("slow", {"seconds": -1}),
        ("version", {"value": 256}),
        ("flicker", {"every": 2, "length": 3}),
    ],
)
def test_a_number_out_of_range_is_refused(kind: str, params: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"not"):
        fault_of(kind, **params)


@pytest.mark.parametrize("kind", sorted(DEFAULTS))
def test_every_fault_has_defaults_and_ends(kind: str) -> None:
    chip = SimulatedMfrc522()
    chip.fault(kind)
    assert chip.current_fault.kind == kind
    chip.fault("none")
    assert _read(chip, r.VERSION) == 0x92


@pytest.mark.parametrize(("kind", "byte"), [("zero", 0x00), ("ones", 0xFF)])
def test_a_stuck_line_answers_always_the_same_and_takes_writes(kind: str, byte: int) -> None:
    chip = SimulatedMfrc522()
    chip.fault(kind)
    _write(chip, r.MODE, 0x3D)
    assert _read(chip, r.VERSION) == byte
    chip.fault("none")
    assert _read(chip, r.MODE) == 0x3D


def test_a_failing_bus_raises() -> None:
    chip = SimulatedMfrc522()
    chip.fault("error")
    with pytest.raises(OSError, match="Input/output error"):
        _read(chip, r.VERSION)


def test_a_wrong_version_lasts_through_a_reset() -> None:
    chip = SimulatedMfrc522()
    chip.fault("version", value=0x12)
    chip.clock.advance(MS)
    _write(chip, r.COMMAND, r.SOFT_RESET)
    assert _read(chip, r.VERSION) == 0x12


def test_a_silent_chip_keeps_registers_and_finishes_nothing() -> None:
    chip = SimulatedMfrc522()
    chip.clock.advance(MS)
    chip.fault("silent")
    _write(chip, r.MODE, 0x3D)
    _write(chip, r.COM_IRQ, 0x7F)
    _write(chip, r.COMMAND, r.CALC_CRC)
    assert _read(chip, r.MODE) == 0x3D
    assert _read(chip, r.DIV_IRQ) == 0


def test_a_brownout_resets_the_chip_at_once_and_a_moment_after_the_field_comes_on() -> None:
    chip = SimulatedMfrc522()
    chip.clock.advance(MS)
    _write(chip, r.MODE, 0x3D)
    chip.fault("brownout")
    assert _read(chip, r.MODE) == 0x3F
    _write(chip, r.MODE, 0x3D)
    _write(chip, r.TX_CONTROL, 0x83)
    assert _read(chip, r.MODE) == 0x3D
    chip.clock.advance(2 * MS)
    assert _read(chip, r.MODE) == 0x3F
    assert not chip.field.is_on


def _flipped(noise: Noise, octets: int) -> int:
    values = [0] * octets
    noise(lambda _: None, values)
    return sum(value.bit_count() for value in values)


def test_noise_flips_about_as_many_bits_as_its_rate_says() -> None:
    flips = sum(_flipped(Noise(0.01, seed), 1000) for seed in range(10))
    assert 1_300 < flips < 1_900  # 160,000 bits, both ways, less those flipped twice


def test_the_same_seed_makes_the_same_noise() -> None:
    def sample(seed: int) -> list[int]:
        values = [0] * 100
        Noise(0.05, seed)(lambda _: None, values)
        return values

    assert sample(3) == sample(3)
    assert sample(3) != sample(4)


def test_noise_can_be_nothing_or_everything() -> None:
    assert _flipped(Noise(0.0, 0), 100) == 0
    values = [0] * 8
    seen: list[int] = []
    Noise(1.0, 0)(seen.extend, values)
    assert seen == [0xFF] * 8
    assert values == [0] * 8

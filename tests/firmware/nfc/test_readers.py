"""Several readers on virtual time: turns, presence, faults and coming back."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.clock import NS_PER_S, VirtualClock
from firmware.mock.chip_readers import SimulatedReaders
from firmware.mock.tags import TagSpec
from firmware.nfc.bus import RegisterBus
from firmware.nfc.errors import ReaderBusy
from firmware.nfc.readers import Readers, sleep_ns
from firmware.nfc.watchdog import cure_of
from firmware.signals import ReaderBack, ReaderFailed, Signal, TagGone, TagSeen, TagsUnclear

MS = 1_000_000
A, B = "04A3C6CAE26180", "DEADBEEF"


class Kit:
    """Polls simulated readers on virtual time, 20 times a second."""

    def __init__(self, *names: str, interval_ns: int = 50 * MS) -> None:
        self.clock = VirtualClock()
        self.simulated = SimulatedReaders(names or ("centre", "tray"), self.clock)
        self.readers = Readers(self.simulated.ports(), self.clock, interval_ns=interval_ns)

    def run(self, seconds: float) -> list[Signal]:
        signals: list[Signal] = []
        until = self.clock.now_ns() + round(seconds * NS_PER_S)
        while self.clock.now_ns() < until:
            signals += self.readers.poll(self.clock.now_ns())
            self.clock.advance(self.readers.interval_ns)
        return signals

    def lay(self, reader: str, *tags: str | TagSpec) -> None:
        self.simulated[reader].field(tags)

    def fault(self, reader: str, kind: str, **params: float) -> None:
        self.simulated[reader].fault(kind, **params)


@pytest.fixture
def kit() -> Kit:
    return Kit()


def test_a_card_laid_down_and_lifted_makes_two_signals(kit: Kit) -> None:
    kit.run(0.1)
    kit.lay("tray", A)
    assert kit.run(1) == [TagSeen("tray", A, 100 * MS)]
    kit.lay("tray")
    (gone,) = kit.run(2)
    assert gone == TagGone("tray", A, 1650 * MS)  # last seen at 1,050 ms


def test_a_card_moves_from_reader_to_reader(kit: Kit) -> None:
    kit.lay("centre", A)
    kit.run(0.5)
    kit.lay("centre")
    kit.lay("tray", A)
    moved = kit.run(2)
    assert [type(signal) for signal in moved] == [TagSeen, TagGone]
    assert kit.readers.present("tray") == {A}
    assert kit.readers.present("centre") == frozenset()
    assert kit.simulated["tray"].uids == (A,)


def test_only_one_field_is_on_at_a_time() -> None:
    kit = Kit("centre", "tray", "seat1")
    chips = list(kit.simulated.chips.values())
    on_together = 0
    for chip in chips:
        switch = chip.field.switch

        def watched(now_ns: int, *, is_on: bool, switch=switch) -> None:  # type: ignore[no-untyped-def]
            nonlocal on_together
            switch(now_ns, is_on=is_on)
            on_together = max(on_together, sum(chip.field.is_on for chip in chips))

        chip.field.switch = watched  # type: ignore[method-assign]
    kit.lay("tray", A, B)
    kit.run(1)
    assert on_together == 1
    assert not any(chip.field.is_on for chip in chips)


def test_a_single_reader_keeps_its_field_on() -> None:
    kit = Kit("centre")
    kit.lay("centre", A)
    kit.run(1)
    assert kit.simulated["centre"].chip.field.is_on
    kit.readers.close()
    assert not kit.simulated["centre"].chip.field.is_on


def test_an_empty_poll_of_one_of_two_readers_is_11_transfers(kit: Kit) -> None:
    kit.run(1)
    assert [reader.last_transfers for reader in kit.readers.statistics()] == [11, 11]


def test_several_cards_are_each_seen(kit: Kit) -> None:
    kit.lay("centre", A, B, "04112233445566778899")
    assert {signal.uid for signal in kit.run(1) if isinstance(signal, TagSeen)} == {
        A,
        B,
        "04112233445566778899",
    }


def test_a_random_uid_is_unclear_once(kit: Kit) -> None:
    kit.lay("centre", "08123456")
    assert kit.run(3) == [TagsUnclear("centre", "random_uid", 100 * MS)]


@pytest.mark.parametrize(
    ("kind", "params", "cure"),
    [
        ("silent", {}, "check 3.3 V"),
        ("zero", {}, "check 3.3 V"),
        ("ones", {}, "check 3.3 V"),
        ("brownout", {}, "10 uF"),
        ("slow", {"seconds": 0.5}, "holds up the table"),
        ("error", {}, "check that SPI is on"),
        ("version", {"value": 0x00}, "check 3.3 V"),
        ("noise", {"rate": 0.2, "seed": 5}, "check"),
    ],
)
@pytest.mark.parametrize("interval_ms", [50, 100])
def test_a_fault_is_told_once_and_the_reader_is_back_within_5_s(
    kind: str, params: dict[str, float], cure: str, interval_ms: int
) -> None:
    kit = Kit(interval_ns=interval_ms * MS)
    kit.lay("centre", A)
    kit.run(1)
    kit.fault("centre", kind, **params)
    during = kit.run(20)
    assert [type(signal) for signal in during] == [ReaderFailed]
    failed = during[0]
    assert isinstance(failed, ReaderFailed)
    assert failed.ns < 3 * NS_PER_S
    assert cure in failed.why
    assert "\n" not in failed.why
    kit.fault("centre", "none")
    ended = kit.clock.now_ns()
    after = kit.run(10)
    assert [type(signal) for signal in after] == [ReaderBack]
    assert after[0].ns - ended <= 5 * NS_PER_S
    assert kit.readers.present("centre") == {A}


def test_the_other_readers_work_on_beside_a_failed_one(kit: Kit) -> None:
    kit.fault("centre", "error")
    kit.run(2)
    kit.lay("tray", A)
    seen = kit.run(1)
    assert [type(signal) for signal in seen] == [TagSeen]


def test_a_card_lifted_while_its_reader_was_broken_is_gone_after_it_is_back(kit: Kit) -> None:
    kit.lay("centre", A)
    kit.run(1)
    kit.fault("centre", "silent")
    kit.lay("centre")
    kit.run(5)
    kit.fault("centre", "none")
    assert [type(signal) for signal in kit.run(5)] == [ReaderBack, TagGone]


def test_a_card_laid_while_its_reader_was_broken_is_seen_when_it_looks_again(kit: Kit) -> None:
    kit.fault("centre", "error")
    kit.run(5)
    kit.lay("centre", A)
    kit.fault("centre", "none")
    assert {type(signal) for signal in kit.run(5)} == {ReaderBack, TagSeen}


def test_one_dip_of_the_supply_is_made_good_without_a_word(kit: Kit) -> None:
    kit.run(1)
    kit.fault("centre", "brownout")
    kit.fault("centre", "none")
    kit.lay("centre", A)
    assert [type(signal) for signal in kit.run(2)] == [TagSeen]
    assert kit.readers.statistics()[0].failures == 1
    assert kit.readers.statistics()[0].starts == 2


def test_a_reader_that_was_never_there_is_told_once_and_found_when_it_comes(kit: Kit) -> None:
    kit.fault("centre", "zero")
    assert [type(signal) for signal in kit.run(10)] == [ReaderFailed]
    kit.fault("centre", "none")
    assert [type(signal) for signal in kit.run(5)] == [ReaderBack]


def test_a_device_that_cannot_be_opened_is_a_failure_too() -> None:
    clock = VirtualClock()
    simulated = SimulatedReaders(("centre",), clock)

    def connect() -> RegisterBus:
        raise FileNotFoundError(2, "No such file or directory")

    readers = Readers([replace(port, connect=connect) for port in simulated.ports()], clock)
    signals = list(itertools.chain(*(readers.poll(n * 100 * MS) for n in range(50))))
    assert [type(signal) for signal in signals] == [ReaderFailed]
    assert "raspi-config" in readers.statistics()[0].why
    with pytest.raises(ReaderBusy, match="centre does not answer now"):
        readers.read_text("centre", A)
    readers.close()


def test_a_reader_that_answers_half_the_time_does_not_flap(kit: Kit) -> None:
    kit.run(1)
    signals: list[Signal] = []
    for n in range(100):
        kit.fault("centre", "error" if n % 4 else "none")
        signals += kit.run(0.05)
    assert [type(signal) for signal in signals] == [ReaderFailed]


def test_trouble_now_and_then_is_counted_and_not_told(kit: Kit) -> None:
    signals: list[Signal] = []
    for n in range(100):
        kit.fault("centre", "none" if n % 4 else "error")
        signals += kit.run(0.05)
    assert signals == []
    assert kit.readers.statistics()[0].failures == 25


@given(
    every=st.integers(min_value=2, max_value=12),
    length=st.integers(min_value=1, max_value=11),
    uids=st.sets(st.sampled_from([A, B, "04112233445566778899"]), min_size=1),
)
@settings(max_examples=25, deadline=None)
def test_flicker_never_makes_a_second_event(every: int, length: int, uids: set[str]) -> None:
    kit = Kit("centre")
    kit.lay("centre", *uids)
    kit.run(0.2)
    kit.fault("centre", "flicker", every=every, length=min(length, every - 1))
    assert kit.run(5) == []
    assert kit.readers.present("centre") == uids


@given(rate=st.sampled_from([0.001, 0.01, 0.05]), seed=st.integers(0, 1000))
@settings(max_examples=15, deadline=None)
def test_noise_never_makes_a_wrong_card(rate: float, seed: int) -> None:
    kit = Kit()
    kit.fault("centre", "noise", rate=rate, seed=seed)
    kit.lay("centre", A, B)
    seen = [signal.uid for signal in kit.run(10) if isinstance(signal, TagSeen)]
    assert set(seen) <= {A, B}


def test_text_is_written_and_read_by_reader_and_uid(kit: Kit) -> None:
    kit.lay("tray", A)
    kit.run(0.2)
    kit.readers.write_text("tray", A, "click_click_boom:boom/3")
    assert not kit.simulated["tray"].chip.field.is_on
    kit.lay("tray")
    kit.lay("centre", A)
    assert kit.readers.read_text("centre", A) == "click_click_boom:boom/3"
    assert kit.run(0.5) != []


def test_text_on_a_single_reader_leaves_the_field_on() -> None:
    kit = Kit("centre")
    kit.lay("centre", TagSpec(A, "ntag215"))
    kit.run(0.2)
    kit.readers.write_text("centre", A, "x")
    assert kit.simulated["centre"].chip.field.is_on


def test_a_reader_that_does_not_exist_is_named(kit: Kit) -> None:
    with pytest.raises(KeyError, match="no reader 'bar'; it has centre, tray"):
        kit.readers.present("bar")
    with pytest.raises(KeyError, match="no reader 'bar'; it has centre, tray"):
        kit.lay("bar", A)
    assert list(kit.simulated) == ["centre", "tray"]


def test_statistics_tell_what_each_reader_has_done(kit: Kit) -> None:
    before = kit.readers.statistics()[0]
    assert (before.polls, before.version_name, before.why) == (0, "no chip yet", "")
    kit.fault("tray", "version", value=0x88)
    kit.run(1)
    centre, tray = kit.readers.statistics()
    assert (centre.name, centre.polls, centre.failures, centre.starts) == ("centre", 20, 0, 1)
    assert (centre.version, centre.is_genuine, centre.is_failed) == (0x92, True, False)
    assert centre.octets > centre.transfers > 20 * 11
    assert (tray.version_name, tray.is_genuine) == ("FM17522, a clone", False)


def test_transfers_are_counted_over_a_reopened_bus(kit: Kit) -> None:
    kit.run(1)
    before = kit.readers.statistics()[0]
    kit.fault("centre", "error")
    kit.run(0.1)
    kit.fault("centre", "none")
    kit.run(1)
    after = kit.readers.statistics()[0]
    assert after.transfers > before.transfers
    assert after.octets > before.octets


def test_closing_leaves_fields_off_and_never_raises(kit: Kit) -> None:
    kit.run(0.2)
    kit.fault("centre", "error")
    kit.readers.close()
    kit.readers.close()
    assert not any(chip.field.is_on for chip in kit.simulated.chips.values())


@pytest.mark.parametrize(
    ("error", "cure"),
    [
        (ModuleNotFoundError("No module named 'spidev'"), "install the library"),
        (FileNotFoundError(2, "No such file"), "raspi-config"),
        (PermissionError(13, "Permission denied"), "group spi"),
        (OSError(5, "Input/output error"), "Input/output error"),
        (OSError("odd"), "odd"),
        (IndexError("list index out of range"), "IndexError"),
    ],
)
def test_every_trouble_has_one_line_with_a_cure(error: Exception, cure: str) -> None:
    assert cure in cure_of(error)
    assert "; " in cure_of(error)


def test_a_pause_on_a_pi_is_a_sleep(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr("time.sleep", slept.append)
    sleep_ns(50_000_000)
    assert slept == [0.05]


def test_a_card_that_comes_back_to_a_reader_is_seen_again(kit: Kit) -> None:
    kit.lay("centre", A)
    kit.run(0.5)
    kit.lay("centre")
    kit.run(1)
    kit.lay("centre", A)
    assert [type(signal) for signal in kit.run(0.5)] == [TagSeen]


def test_a_reader_that_is_added_takes_its_turn_and_ends_a_kept_field() -> None:
    clock = VirtualClock()
    simulated = SimulatedReaders(("centre", "seat1"), clock)
    first, second = simulated.ports()
    readers = Readers([first], clock)
    readers.poll(0)
    assert simulated["centre"].chip.field.is_on
    readers.add(second)
    simulated["seat1"].field([A])
    assert readers.poll(50 * MS) == (TagSeen("seat1", A, 50 * MS),)
    assert not any(chip.field.is_on for chip in simulated.chips.values())


def test_the_first_reader_that_is_added_keeps_its_field() -> None:
    clock = VirtualClock()
    simulated = SimulatedReaders(("centre",), clock)
    readers = Readers([], clock)
    assert readers.poll(0) == ()
    readers.add(*simulated.ports())
    readers.poll(0)
    assert simulated["centre"].chip.field.is_on

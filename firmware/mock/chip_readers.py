"""The simulated readers of a kit, by name: one SPI bus, a chip a reader, tags and faults to lay.

readers = SimulatedReaders(("centre", "tray"), clock)
poller = Readers(readers.ports(), clock)
readers["centre"].field(["04A3C6CAE26180"])
readers["tray"].fault("flicker", every=3, length=1)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from firmware.clock import Clock, VirtualClock
from firmware.mock.chip import SimulatedMfrc522
from firmware.mock.chip_clock import FollowingClock
from firmware.mock.chip_registers import GENUINE_VERSION
from firmware.mock.spi import Chips, spidev_of
from firmware.mock.tag_memory import Memory
from firmware.mock.tags import Tag, TagSpec, memory_of
from firmware.nfc.bus import SPI_HZ, SpidevBus
from firmware.nfc.watchdog import ReaderPort


class SimulatedReader:
    """Holds one chip, what lies on it, and what is wrong with it."""

    def __init__(
        self,
        name: str,
        chip: SimulatedMfrc522,
        leader: Clock,
        memories: dict[TagSpec, Memory],
    ) -> None:
        self.name = name
        self.chip = chip
        self.clock = FollowingClock(chip.clock, leader)
        self._memories = memories
        self._tags: dict[TagSpec, Tag] = {}

    @property
    def uids(self) -> tuple[str, ...]:
        """Return the UIDs of what lies here, as laid."""
        return tuple(tag.spec.uid for tag in self.chip.field.tags if isinstance(tag, Tag))

    def field(self, tags: Iterable[str | TagSpec]) -> None:
        """Lay exactly these tags here, by UID in hex or by spec; raises ValueError for no UID."""
        specs = dict.fromkeys(TagSpec(t) if isinstance(t, str) else t for t in tags)
        laid = [self._tag(spec) for spec in specs]
        self.clock.now_ns()
        self.chip.lay(laid)

    def fault(self, kind: str, **params: float) -> None:
        """Give the reader a fault by name; `none` ends it. Raises ValueError if unknown."""
        self.clock.now_ns()
        self.chip.fault(kind, **params)

    def _tag(self, spec: TagSpec) -> Tag:
        """Return this tag; its memory is the same on every reader of the kit."""
        if spec not in self._tags:
            memory = self._memories.setdefault(spec, memory_of(spec))
            self._tags[spec] = Tag(spec, memory=memory, seed=len(self._tags))
        return self._tags[spec]


class SimulatedReaders:
    """Holds the readers of a simulated kit; their chips' clocks follow the kit's.

    `speed_hz` and `overhead_ns` (per transfer) are those of the SPI bus; `absolute_collisions`
    is the chip's way to count collisions.
    """

    def __init__(
        self,
        names: Sequence[str],
        clock: Clock,
        *,
        speed_hz: int = SPI_HZ,
        overhead_ns: int = 0,
        version: int = GENUINE_VERSION,
        absolute_collisions: bool = True,
    ) -> None:
        memories: dict[TagSpec, Memory] = {}
        self._speed_hz = speed_hz
        self._readers = {
            name: SimulatedReader(
                name,
                SimulatedMfrc522(
                    VirtualClock(clock.now_ns()),
                    version=version,
                    absolute_collisions=absolute_collisions,
                ),
                clock,
                memories,
            )
            for name in names
        }
        self.spidev = spidev_of(self.chips, overhead_ns)

    @property
    def chips(self) -> Chips:
        """Return the chips by (bus, device): bus 0, devices in the order of the names."""
        return {(0, i): reader.chip for i, reader in enumerate(self._readers.values())}

    def __getitem__(self, name: str) -> SimulatedReader:
        if name not in self._readers:
            raise KeyError(f"the kit has no reader {name!r}; it has {', '.join(self._readers)}")
        return self._readers[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._readers)

    def ports(self) -> tuple[ReaderPort, ...]:
        """Return how `Readers` reaches them: our driver over the simulated spidev."""
        return tuple(
            self._port(device, reader) for device, reader in enumerate(self._readers.values())
        )

    def _port(self, device: int, reader: SimulatedReader) -> ReaderPort:
        def connect() -> SpidevBus:
            spi = self.spidev(0, device)
            spi.max_speed_hz = self._speed_hz
            return SpidevBus(spi)

        return ReaderPort(reader.name, connect, reader.chip.clock.advance, reader.clock)

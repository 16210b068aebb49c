"""What Boom Boom (2013) decides, as types with values; the sentences are in `words`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.core.rulings import Ruling


@dataclass(frozen=True, slots=True)
class Dealt(Ruling):
    """Rules who plays the next round, and with how many stacks each."""

    CITE: ClassVar[str] = "D1"
    round: int
    stacks: int


@dataclass(frozen=True, slots=True)
class TieRound(Ruling):
    """Rules an extra round among the tied players alone, dealt for their number (D18, D20)."""

    CITE: ClassVar[str] = "D18"
    seats: tuple[int, ...]
    stacks: int


@dataclass(frozen=True, slots=True)
class Begun(Ruling):
    """Rules that the ring came and everybody plays; `seat` is None where nobody claimed it."""

    CITE: ClassVar[str] = "D2"
    round: int
    seat: int | None


@dataclass(frozen=True, slots=True)
class Waits(Ruling):
    """Rules that a later holder waits for the bell, which is `by`'s."""

    CITE: ClassVar[str] = "D10"
    seat: int
    by: int


@dataclass(frozen=True, slots=True)
class StackRung(Ruling):
    """Rules that a stack is complete: its rings were right."""

    CITE: ClassVar[str] = "D6"
    seat: int
    rings: int


@dataclass(frozen=True, slots=True)
class ShowStack(Ruling):
    """Rules that the rings were right and the stack is to be shown on the tray."""

    CITE: ClassVar[str] = "D8"
    seat: int
    rings: int


@dataclass(frozen=True, slots=True)
class LastRung(Ruling):
    """Rules that the last stack's rings were right: "Boom Boom!" is to follow."""

    CITE: ClassVar[str] = "D12"
    seat: int
    rings: int


@dataclass(frozen=True, slots=True)
class MisRung(Ruling):
    """Rules a burst void; `case` is `few`, `many`, or `none` where no stack was due."""

    seat: int
    rings: int
    due: int
    case: str

    @property
    def cite(self) -> str:
        """Return the ruling for a wrong count, or for a ring without a stack."""
        return "D9" if self.case in ("few", "many") else "D8"


@dataclass(frozen=True, slots=True)
class Stray(Ruling):
    """Rules that rings are void because nobody owned the bell."""

    CITE: ClassVar[str] = "D10"
    rings: int


@dataclass(frozen=True, slots=True)
class Frozen(Ruling):
    """Rules that a seat's rings do not count for a while after a false burst."""

    CITE: ClassVar[str] = "D23"
    seat: int
    seconds: int


@dataclass(frozen=True, slots=True)
class Called(Ruling):
    """Rules that a seat called "Boom Boom!" in time."""

    CITE: ClassVar[str] = "D12"
    seat: int


@dataclass(frozen=True, slots=True)
class NotCalled(Ruling):
    """Rules that the call did not follow in time: the last burst is void, and is rung again."""

    CITE: ClassVar[str] = "D21"
    seat: int


@dataclass(frozen=True, slots=True)
class FalseCall(Ruling):
    """Rules a false "Boom Boom!" void; `case` is `rings` or `stacks`."""

    CITE: ClassVar[str] = "D13"
    seat: int
    case: str


@dataclass(frozen=True, slots=True)
class GoneOn(Ruling):
    """Rules that play resumes after the count."""

    CITE: ClassVar[str] = "D13"


@dataclass(frozen=True, slots=True)
class Voided(Ruling):
    """Rules that open bursts are void after an interruption: they are rung again."""

    case: str


@dataclass(frozen=True, slots=True)
class Finished(Ruling):
    """Rules who finished first; `ms` is the runner-up's margin, exact to the stamp."""

    CITE: ClassVar[str] = "D14"
    seat: int
    ms: float | None


@dataclass(frozen=True, slots=True)
class FinishedTogether(Ruling):
    """Rules a tie of last rings: no point, and the round is played again (D22)."""

    CITE: ClassVar[str] = "D14"
    seats: tuple[int, ...]
    ms: float


@dataclass(frozen=True, slots=True)
class StackShown(Ruling):
    """Rules that a stack on the tray is four of one kind; `picture` is which."""

    CITE: ClassVar[str] = "D12"
    seat: int
    picture: str


@dataclass(frozen=True, slots=True)
class NoStack(Ruling):
    """Rules that a rung stack was none: the ring is void, and the number does not advance."""

    CITE: ClassVar[str] = "D8"
    seat: int


@dataclass(frozen=True, slots=True)
class Point(Ruling):
    """Rules the round's one point."""

    CITE: ClassVar[str] = "D15"
    seat: int
    round: int
    points: int


@dataclass(frozen=True, slots=True)
class Abandoned(Ruling):
    """Rules that a round ends without a point because nobody plays it any more."""

    round: int


@dataclass(frozen=True, slots=True)
class Won(Ruling):
    """Rules who won the game."""

    CITE: ClassVar[str] = "D17"
    seats: tuple[int, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Awarded(Ruling):
    """Rules a player's place and award card; shared places skip the next level."""

    CITE: ClassVar[str] = "D19"
    seat: int
    place: int
    card: str
    case: str  # the place in words, for its sentence

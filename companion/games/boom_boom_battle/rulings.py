"""What BOOM BOOM decides, as types with values; the sentences are in `words`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.core.rulings import Ruling

# The deal and the turn


@dataclass(frozen=True, slots=True)
class Dealt(Ruling):
    """Rules that all hands are dealt; `hand` cards each, `draw` in the draw deck."""

    CITE: ClassVar[str] = "B1"
    case: str
    hand: int
    draw: int


@dataclass(frozen=True, slots=True)
class Begins(Ruling):
    """Rules who starts the game: whoever most recently ate chicken."""

    seat: int


@dataclass(frozen=True, slots=True)
class TurnBegan(Ruling):
    """Rules whose turn it is."""

    seat: int


@dataclass(frozen=True, slots=True)
class Skipped(Ruling):
    """Rules that a player without a card has no turn to take."""

    seat: int


@dataclass(frozen=True, slots=True)
class Escaped(Ruling):
    """Rules that a player escaped with these cards."""

    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Drew(Ruling):
    """Rules that a player drew so many cards."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class LostDraw(Ruling):
    """Rules that nothing is left to draw."""

    CITE: ClassVar[str] = "B9"
    seat: int


@dataclass(frozen=True, slots=True)
class Reshuffled(Ruling):
    """Rules that the discard pile, without circled numbers, is the new remaining deck."""

    CITE: ClassVar[str] = "B9"
    count: int


@dataclass(frozen=True, slots=True)
class Redrawn(Ruling):
    """Rules that a circled card was drawn, shown and replaced; `case` is `lost` if by nothing."""

    CITE: ClassVar[str] = "B11"
    seat: int
    card: str
    case: str


@dataclass(frozen=True, slots=True)
class Discarded(Ruling):
    """Rules which cards a player laid off."""

    seat: int
    cards: tuple[str, ...]
    case: str


# Cards played


@dataclass(frozen=True, slots=True)
class Played(Ruling):
    """Rules that a player attacks with a card; `case` tells the form of the attack."""

    seat: int
    card: str
    to: int | None
    numbers: tuple[int, ...]
    case: str


@dataclass(frozen=True, slots=True)
class FiredAgain(Ruling):
    """Rules that DBS fires its second shot."""

    CITE: ClassVar[str] = "B52"
    seat: int
    card: str
    to: int
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LaidBefore(Ruling):
    """Rules that a card lies in front of a player now."""

    CITE: ClassVar[str] = "B31"
    seat: int
    card: str
    to: int


@dataclass(frozen=True, slots=True)
class Removed(Ruling):
    """Rules that a card in front of a player is over; `case` says by what."""

    seat: int
    card: str
    case: str


@dataclass(frozen=True, slots=True)
class Rescued(Ruling):
    """Rules that a rescue card gives a player so many cards."""

    CITE: ClassVar[str] = "B32"
    seat: int
    card: str
    to: int
    count: int


@dataclass(frozen=True, slots=True)
class Revived(Ruling):
    """Rules that an eliminated mate is back under Hospital."""

    CITE: ClassVar[str] = "B24"
    seat: int


@dataclass(frozen=True, slots=True)
class NotAimed(Ruling):
    """Rules that a number that was rung cannot be aimed at; no card is spent. `case` says why."""

    CITE: ClassVar[str] = "B41"
    seat: int
    rung: int
    case: str


@dataclass(frozen=True, slots=True)
class TakenBackPlay(Ruling):
    """Rules that a player took a card back before it was played."""

    seat: int


# Attacks


@dataclass(frozen=True, slots=True)
class Blocked(Ruling):
    """Rules that a pan neutralised a pan."""

    CITE: ClassVar[str] = "B64"
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Hit(Ruling):
    """Rules that an attack hit a player, who discards so many cards."""

    CITE: ClassVar[str] = "B43"
    seat: int
    by: int
    count: int
    case: str


@dataclass(frozen=True, slots=True)
class Missed(Ruling):
    """Rules that an attack missed a player; `case` is `smoke` where that kept it off."""

    seat: int
    by: int
    case: str


@dataclass(frozen=True, slots=True)
class NoSuchCount(Ruling):
    """Rules that more was pressed than can have hit: the seat answers again."""

    seat: int
    count: int
    most: int


@dataclass(frozen=True, slots=True)
class Blown(Ruling):
    """Rules that Sandstorm blew a missed shot to another player."""

    CITE: ClassVar[str] = "B55"
    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class Countered(Ruling):
    """Rules that a player strikes back."""

    CITE: ClassVar[str] = "B57"
    seat: int
    card: str
    by: int


@dataclass(frozen=True, slots=True)
class ExtraAction(Ruling):
    """Rules that a successful SMG gives another action."""

    CITE: ClassVar[str] = "B53"
    seat: int


# The shrinking circle


@dataclass(frozen=True, slots=True)
class Shrinks(Ruling):
    """Rules that the draw deck is empty: the circle shrinks for the `phase`th time."""

    CITE: ClassVar[str] = "B3"
    phase: int


@dataclass(frozen=True, slots=True)
class Circled(Ruling):
    """Rules which location was flipped and which number is circled."""

    CITE: ClassVar[str] = "B14"
    card: str
    location: str
    circle: int


@dataclass(frozen=True, slots=True)
class Evacuated(Ruling):
    """Rules that a vehicle carried a player, who drew as many cards as were discarded."""

    CITE: ClassVar[str] = "B28"
    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class Carried(Ruling):
    """Rules whom the Off-road Vehicle takes along."""

    CITE: ClassVar[str] = "B29"
    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class NewRound(Ruling):
    """Rules that a new draw deck lies there; the location's effect is in force (B13)."""

    CITE: ClassVar[str] = "B13"
    location: str
    count: int


# Ends


@dataclass(frozen=True, slots=True)
class Eliminated(Ruling):
    """Rules that a player has no card left at the end of a turn or phase."""

    CITE: ClassVar[str] = "B5"
    seat: int
    case: str


@dataclass(frozen=True, slots=True)
class Won(Ruling):
    """Rules who has won, by which rule."""

    seats: tuple[int, ...]
    case: str
    ruled_by: str = ""

    @property
    def cite(self) -> str:
        """Return the ruling that decided."""
        return self.ruled_by


@dataclass(frozen=True, slots=True)
class Looked(Ruling):
    """Rules nothing: tells what a card does that was laid on the tray to be looked up."""

    card: str

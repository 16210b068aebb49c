"""What Click Click Boom decides, as types with values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.core.rulings import Ruling


@dataclass(frozen=True, slots=True)
class CharacterTaken(Ruling):
    """Rules whose a Character Card is (Starting Setup)."""

    seat: int
    character: str


@dataclass(frozen=True, slots=True)
class FirstPlayer(Ruling):
    """Rules who begins (First Player)."""

    seat: int


@dataclass(frozen=True, slots=True)
class ShootoutBegan(Ruling):
    """Rules that a shootout began, and what lies in the pot after the ante (C18)."""

    CITE: ClassVar[str] = "C18"
    shootout: int
    pot: int


@dataclass(frozen=True, slots=True)
class TurnEnded(Ruling):
    """Rules that a Turn is over; `case` is `two` or `same` (Advanced, C39)."""

    CITE: ClassVar[str] = "C2"
    seat: int
    case: str


@dataclass(frozen=True, slots=True)
class SatOut(Ruling):
    """Rules that a player with fewer than two unplayed cards takes no Turn, and is safe."""

    CITE: ClassVar[str] = "C44"
    seat: int


@dataclass(frozen=True, slots=True)
class Looked(Ruling):
    """Rules that Jill looks at one card of the own hand."""

    CITE: ClassVar[str] = "C37"
    seat: int


@dataclass(frozen=True, slots=True)
class Swapped(Ruling):
    """Rules that Felix swapped hands; table cards stay."""

    CITE: ClassVar[str] = "C35"
    seat: int
    other: int


@dataclass(frozen=True, slots=True)
class AskedNeighbour(Ruling):
    """Rules that Heather's neighbour must tell the truth about one card."""

    CITE: ClassVar[str] = "C34"
    seat: int
    other: int
    side: str


@dataclass(frozen=True, slots=True)
class Answered(Ruling):
    """Rules that the neighbour's answer was told to the kit; what it was stays between the two."""

    CITE: ClassVar[str] = "C51"
    seat: int
    other: int


@dataclass(frozen=True, slots=True)
class Forced(Ruling):
    """Rules that Brandon forced a player to a card."""

    CITE: ClassVar[str] = "C32"
    seat: int
    other: int
    side: str


@dataclass(frozen=True, slots=True)
class AbilityUsed(Ruling):
    """Rules that an ability that only the manifest's text describes was used; the host adjusts."""

    CITE: ClassVar[str] = "C42"
    seat: int
    character: str
    text: str


@dataclass(frozen=True, slots=True)
class Called(Ruling):
    """Rules that the countdown was called."""

    CITE: ClassVar[str] = "C5"
    seat: int


@dataclass(frozen=True, slots=True)
class Shot(Ruling):
    """Rules that SHOOT was reached: everyone turns the committed card."""

    CITE: ClassVar[str] = "C41"
    showdown: int


@dataclass(frozen=True, slots=True)
class CountVoided(Ruling):
    """Rules that a count is void: everybody lets go and holds again; `case` says why."""

    CITE: ClassVar[str] = "C48"
    case: str


@dataclass(frozen=True, slots=True)
class RunningLate(Ruling):
    """Rules that a player is late; by how much is ruled when it ends."""

    CITE: ClassVar[str] = "C46"
    seat: int


@dataclass(frozen=True, slots=True)
class Fined(Ruling):
    """Rules that a foul costs a coin to the pot."""

    CITE: ClassVar[str] = "C45"
    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class Revealed(Ruling):
    """Rules what a player revealed."""

    CITE: ClassVar[str] = "C41"
    seat: int
    side: str
    card: str


@dataclass(frozen=True, slots=True)
class Saved(Ruling):
    """Rules that Carla put her BOOM back and laid a random card face down."""

    CITE: ClassVar[str] = "C28"
    seat: int


@dataclass(frozen=True, slots=True)
class Died(Ruling):
    """Rules that a player is dead for this shootout."""

    CITE: ClassVar[str] = "C11"
    seat: int


@dataclass(frozen=True, slots=True)
class Paid(Ruling):
    """Rules what a player paid to the pot."""

    CITE: ClassVar[str] = "C7"
    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class Stolen(Ruling):
    """Rules what was stolen from a player; `cite` of the case is in the README."""

    CITE: ClassVar[str] = "C7"
    seat: int
    to: int
    amount: int


@dataclass(frozen=True, slots=True)
class Blocked(Ruling):
    """Rules that a Stolen card pays nobody (Advanced; C39, C43)."""

    CITE: ClassVar[str] = "C39"
    seat: int


@dataclass(frozen=True, slots=True)
class Robbed(Ruling):
    """Rules what Rory stole from the pot."""

    CITE: ClassVar[str] = "C36"
    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class CardsPassed(Ruling):
    """Rules who passes a card, and which way."""

    CITE: ClassVar[str] = "C13"
    seats: tuple[int, ...]
    side: str


@dataclass(frozen=True, slots=True)
class TokenPassed(Ruling):
    """Rules that the Turn Order Token moved left and flipped."""

    CITE: ClassVar[str] = "C2"
    seat: int
    side: str


@dataclass(frozen=True, slots=True)
class StandOff(Ruling):
    """Rules that two are left, and the 2-Player Stand-Off begins."""

    CITE: ClassVar[str] = "C25"
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Looted(Ruling):
    """Rules how the pot was shared; `left` stays in it."""

    CITE: ClassVar[str] = "C15"
    seats: tuple[int, ...]
    each: int
    left: int


@dataclass(frozen=True, slots=True)
class NobodySurvived(Ruling):
    """Rules that all are dead, and that the pot carries over."""

    CITE: ClassVar[str] = "C17"
    pot: int


@dataclass(frozen=True, slots=True)
class Replayed(Ruling):
    """Rules that nobody survived Quick Play: its First Player begins the shootout again (C40)."""

    CITE: ClassVar[str] = "C50"
    seat: int


@dataclass(frozen=True, slots=True)
class DuesPaid(Ruling):
    """Rules what a player paid at the clean-up."""

    CITE: ClassVar[str] = "C19"
    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class Tied(Ruling):
    """Rules that the lead is shared, and which step of the tie-break comes."""

    CITE: ClassVar[str] = "C23"
    seats: tuple[int, ...]
    step: int


@dataclass(frozen=True, slots=True)
class UnplayedTold(Ruling):
    """Rules how many BOOM Cards a tied player has left (C52)."""

    CITE: ClassVar[str] = "C52"
    seat: int
    booms: int


@dataclass(frozen=True, slots=True)
class TurnedUp(Ruling):
    """Rules what a face-down card of a Played Card Pile was."""

    CITE: ClassVar[str] = "C29"
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class PickedOne(Ruling):
    """Rules that a tied player has picked a card of the last tie-break."""

    CITE: ClassVar[str] = "C22"
    seat: int


@dataclass(frozen=True, slots=True)
class Won(Ruling):
    """Rules who won the game."""

    CITE: ClassVar[str] = "C23"
    seats: tuple[int, ...]

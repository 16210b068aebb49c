"""What Wild Wild Pattern decides, as types with values; the sentences are in `words`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from companion.core.rulings import Ruling


@dataclass(frozen=True, slots=True)
class MancheBegun(Ruling):
    """Rules that a manche begins, with a new Wheel; `stage` is Dead or Alive's."""

    CITE: ClassVar[str] = "W41"
    manche: int
    stage: str | None


@dataclass(frozen=True, slots=True)
class Reshuffled(Ruling):
    """Rules that the deck is too short: Wheel and discards become a new one, won cards stay."""

    CITE: ClassVar[str] = "W18"
    cards: int


@dataclass(frozen=True, slots=True)
class SentAway(Ruling):
    """Rules that a Challenge card has no place in the Wheel: another card takes it."""

    CITE: ClassVar[str] = "W17"
    card: str


@dataclass(frozen=True, slots=True)
class WheelLaid(Ruling):
    """Rules that the Wheel is complete."""


@dataclass(frozen=True, slots=True)
class LaidAside(Ruling):
    """Rules that a player drew a Challenge card, laid it face up and drew again."""

    CITE: ClassVar[str] = "W19"
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class TargetTold(Ruling):
    """Rules which Target card a player holds."""

    CITE: ClassVar[str] = "W47"
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Drawn(Ruling):
    """Rules that GO came: everybody looks, and the shooting begins."""

    turn: int


@dataclass(frozen=True, slots=True)
class Voided(Ruling):
    """Rules that a start is void and everybody holds again; `case` says why."""

    case: str


@dataclass(frozen=True, slots=True)
class Covers(Ruling):
    """Rules who covers first; the time to speak runs."""

    CITE: ClassVar[str] = "W9"
    seat: int


@dataclass(frozen=True, slots=True)
class Together(Ruling):
    """Rules a tie: all of them take back, and may go again."""

    CITE: ClassVar[str] = "W9"
    seats: tuple[int, ...]
    ms: float


@dataclass(frozen=True, slots=True)
class Behind(Ruling):
    """Rules by how much the runner-up was too late; `ms` is exact to the stamp."""

    CITE: ClassVar[str] = "W9"
    seat: int
    ms: float


@dataclass(frozen=True, slots=True)
class CardLaid(Ruling):
    """Rules which card covers; the time to speak runs from here (W50)."""

    CITE: ClassVar[str] = "W50"
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Spoken(Ruling):
    """Rules that the claimant has spoken in time; what was said may be entered without haste."""

    CITE: ClassVar[str] = "W50"
    seat: int


@dataclass(frozen=True, slots=True)
class TooLate(Ruling):
    """Rules that the time to speak is over: a wrong claim."""

    CITE: ClassVar[str] = "W8"
    seat: int


@dataclass(frozen=True, slots=True)
class ClaimRight(Ruling):
    """Rules a claim valid; `words` are empty where the table heard and judged it."""

    CITE: ClassVar[str] = "W2"
    seat: int
    words: str
    occurrences: int
    case: str


@dataclass(frozen=True, slots=True)
class ClaimWrong(Ruling):
    """Rules a claim wrong; `case` says why, `slot` and `neighbour` are what broke it."""

    seat: int
    words: str
    case: str
    occurrences: int
    slot: int | None = None
    neighbour: int | None = None
    cards: str = ""

    @property
    def cite(self) -> str:
        """Return the ruling that the claim failed by."""
        return {"only_restated": "W3", "not_involved": "W4", "too_few": "W2"}.get(self.case, "W6")


@dataclass(frozen=True, slots=True)
class WildWildPattern(Ruling):
    """Rules that all eight cards are in the pattern: the game is won at once."""

    CITE: ClassVar[str] = "W40"
    seat: int
    words: str


@dataclass(frozen=True, slots=True)
class CardWon(Ruling):
    """Rules that a player takes a card of the Wheel."""

    seat: int
    card: str
    case: str  # prize, penalty or click

    @property
    def cite(self) -> str:
        """Return the ruling that gives the card."""
        return {"prize": "W11", "penalty": "W13"}.get(self.case, "W31")


@dataclass(frozen=True, slots=True)
class CardDiscarded(Ruling):
    """Rules that the card of a wrong claim, or an unused clicked one, is out of play."""

    CITE: ClassVar[str] = "W13"
    seat: int
    card: str | None


@dataclass(frozen=True, slots=True)
class Clicks(Ruling):
    """Rules that a player clicks: the card is to be laid on the deck, face up."""

    CITE: ClassVar[str] = "W26"
    seat: int


@dataclass(frozen=True, slots=True)
class Clementine(Ruling):
    """Rules that Clementine begins; `seconds` is her length."""

    CITE: ClassVar[str] = "W27"
    seat: int
    card: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Stopped(Ruling):
    """Rules who stops Clementine, with the clicked card, and how much of her was left."""

    CITE: ClassVar[str] = "W31"
    seat: int
    ms: float


@dataclass(frozen=True, slots=True)
class NobodyStopped(Ruling):
    """Rules that Clementine is over: the clicker takes any card of the Wheel."""

    CITE: ClassVar[str] = "W31"
    seat: int


@dataclass(frozen=True, slots=True)
class ChallengeUsed(Ruling):
    """Rules what a Challenge card does; `other` is the opponent, if there is one."""

    CITE: ClassVar[str] = "W20"
    seat: int
    card: str
    case: str
    took: str | None = None
    gave: str | None = None
    by: int | None = None


@dataclass(frozen=True, slots=True)
class ChallengeKept(Ruling):
    """Rules that a winner uses no Challenge card this turn."""

    CITE: ClassVar[str] = "W20"
    seat: int


@dataclass(frozen=True, slots=True)
class Placed(Ruling):
    """Rules that an unplayed card lies on the Wheel; `slot` counts from 0, clockwise."""

    CITE: ClassVar[str] = "W16"
    seat: int
    card: str
    slot: int


@dataclass(frozen=True, slots=True)
class Filled(Ruling):
    """Rules that an empty slot is filled from the deck."""

    CITE: ClassVar[str] = "W17"
    card: str
    slot: int


@dataclass(frozen=True, slots=True)
class MancheOver(Ruling):
    """Rules that somebody has five cards or more: everybody goes to the Bank."""

    CITE: ClassVar[str] = "W33"
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BankPays(Ruling):
    """Rules what the Bank pays a player in cents, and for how many lines."""

    CITE: ClassVar[str] = "W35"
    seat: int
    cents: int
    lines: tuple[str, ...]
    money: int


@dataclass(frozen=True, slots=True)
class TurnedAway(Ruling):
    """Rules that the Bank pays nothing for more than five cards."""

    CITE: ClassVar[str] = "W34"
    seat: int
    cards: int


@dataclass(frozen=True, slots=True)
class WildCombination(Ruling):
    """Rules that a player shows a Wild combination at the Bank."""

    CITE: ClassVar[str] = "W37"
    seat: int
    line: str


@dataclass(frozen=True, slots=True)
class Eliminated(Ruling):
    """Rules who has the least money and is out."""

    CITE: ClassVar[str] = "W39"
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AllEqual(Ruling):
    """Rules that all are equal: nobody is out, or nobody has won yet."""

    seats: tuple[int, ...]
    ruled_by: str

    @property
    def cite(self) -> str:
        """Return the ruling for this mode."""
        return self.ruled_by

    def values(self) -> dict[str, Any]:
        """Return the fields as JSON values; the ruling's number is told as `cite`."""
        return {"seats": list(self.seats)}


@dataclass(frozen=True, slots=True)
class GoneOn(Ruling):
    """Rules that nobody has won yet: a new manche."""

    CITE: ClassVar[str] = "W45"


@dataclass(frozen=True, slots=True)
class Won(Ruling):
    """Rules who won the game; what decided it was ruled before."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NoSuchNumber(Ruling):
    """Rules that so many presses mean nothing here: from 1 to `most` do."""

    seat: int
    presses: int
    most: int

"""Options: a table's choices, each with its default and what is allowed, in one place.

Durations are seconds in files and on pages, and nanoseconds in the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.stamps import from_seconds, to_seconds


@dataclass(frozen=True, slots=True)
class Choice:
    """Declares an option that is one of a few words."""

    name: str
    default: str
    others: tuple[str, ...]

    def allowed(self) -> str:
        """Say what may be given."""
        return "one of " + ", ".join((self.default, *self.others))

    def bounds(self) -> Any:
        """Return what may be given as a list of values, for pages."""
        return [self.default, *self.others]

    def read(self, value: Any) -> str:
        """Return the value; raises ValueError for one that is not allowed."""
        if value not in (self.default, *self.others):
            raise ValueError(self.allowed())
        return str(value)

    def show(self, value: Any) -> Any:
        """Return the value as files and pages have it."""
        return value


@dataclass(frozen=True, slots=True)
class Switch:
    """Declares an option that is true or false."""

    name: str
    default: bool

    def allowed(self) -> str:
        """Say what may be given."""
        return "true or false"

    def bounds(self) -> Any:
        """Return what may be given as a list of values, for pages."""
        return [False, True]

    def read(self, value: Any) -> bool:
        """Return the value; raises ValueError for one that is not allowed."""
        if not isinstance(value, bool):
            raise ValueError(self.allowed())  # noqa: TRY004 - a wrong value of a file, not a slip
        return value

    def show(self, value: Any) -> Any:
        """Return the value as files and pages have it."""
        return value


@dataclass(frozen=True, slots=True)
class Seconds:
    """Declares a duration between two bounds, kept in ns."""

    name: str
    default: float
    least: float
    most: float

    def allowed(self) -> str:
        """Say what may be given."""
        return f"{self.least:g} to {self.most:g} seconds"

    def bounds(self) -> Any:
        """Return the least and the most, for pages."""
        return {"min": self.least, "max": self.most}

    def read(self, value: Any) -> int:
        """Return the value in ns; raises ValueError for one that is not allowed."""
        try:
            ns = from_seconds(value)
        except ValueError:
            raise ValueError(self.allowed()) from None
        if not from_seconds(self.least) <= ns <= from_seconds(self.most):
            raise ValueError(self.allowed())
        return ns

    def show(self, value: Any) -> Any:
        """Return the value in seconds."""
        return to_seconds(value)


@dataclass(frozen=True, slots=True)
class Whole:
    """Declares a whole number between two bounds."""

    name: str
    default: int
    least: int
    most: int

    def allowed(self) -> str:
        """Say what may be given."""
        return f"a whole number from {self.least} to {self.most}"

    def bounds(self) -> Any:
        """Return the least and the most, for pages."""
        return {"min": self.least, "max": self.most}

    def read(self, value: Any) -> int:
        """Return the value; raises ValueError for one that is not allowed."""
        if isinstance(value, bool) or not isinstance(value, int):
            raise ValueError(self.allowed())  # noqa: TRY004 - a wrong value of a file, not a slip
        if not self.least <= value <= self.most:
            raise ValueError(self.allowed())
        return value

    def show(self, value: Any) -> Any:
        """Return the value as files and pages have it."""
        return value


Option = Choice | Switch | Seconds | Whole
Options = Mapping[str, Any]

COMMON: tuple[Option, ...] = (
    Seconds("lead", 0.9, 0.3, 3),
    Seconds("beat", 1.0, 0.3, 3),
    Seconds("go_after", 1.0, 0.3, 5),
    Seconds("claim_window", 3.0, 1, 10),
    Seconds("ring_gap", 0.8, 0.4, 1.5),
)


def read_options(declared: Sequence[Option], given: Any) -> tuple[Options, tuple[str, ...]]:
    """Read a table's options; return all values by name, and every fault.

    What is not given has its default. Durations come out in ns.
    """
    if not isinstance(given, Mapping):
        return {}, (f"options: an object is wanted, not {given!r}",)
    known = {option.name: option for option in declared}
    faults = [
        f"options: unknown option {name!r} (allowed: {', '.join(known)})"
        for name in given
        if name not in known
    ]
    values = {}
    for name, option in known.items():
        try:
            values[name] = option.read(given.get(name, option.default))
        except ValueError as error:
            faults.append(f"options.{name}: found {given[name]!r} (allowed: {error})")
    return values, tuple(faults)


def show_options(declared: Sequence[Option], values: Options) -> dict[str, Any]:
    """Return options as files and pages have them: durations in seconds."""
    return {option.name: option.show(values[option.name]) for option in declared}

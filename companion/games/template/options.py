"""The options of Quick Draw: what a table may choose, each with its default and its bounds."""

from __future__ import annotations

from companion.core.options import Choice, Option, Seconds, Whole

OPTIONS: tuple[Option, ...] = (
    Choice("start", "go", ("count",)),
    Whole("rounds", 3, 1, 6),
    Seconds("tie_window", 0, 0, 0.2),
)

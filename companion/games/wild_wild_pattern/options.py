"""The options of Wild Wild Pattern: what a table may choose, each with its default and bounds."""

from __future__ import annotations

from companion.core.options import Choice, Option, Seconds, Switch, Whole

OPTIONS: tuple[Option, ...] = (
    Choice("mode", "saloon", ("dead_or_alive",)),
    Whole("min_occurrences", 2, 1, 3),  # W2, W43
    Choice("novelty", "adds_occurrence", ("strict",)),  # W3
    Switch("require_participation", default=False),  # W4
    Choice("clementine", "song", ("verse", "count")),  # W27
    Seconds("clementine_seconds", 10, 5, 60),
    Seconds("speak_seconds", 5, 2, 30),  # W8, W50
    Seconds("tie_window", 0, 0, 0.2),  # W9, W49
    Switch("pay_per_match", default=False),  # W35
    Choice("saloon_tie", "continue", ("shared",)),  # W38
    Switch("hint", default=False),
)

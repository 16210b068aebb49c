"""The options of Boom Boom (2013): what a table may choose, each with its default and bounds."""

from __future__ import annotations

from companion.core.options import Choice, Option, Seconds, Switch, Whole

OPTIONS: tuple[Option, ...] = (
    Choice("goal", "points", ("rounds",)),
    Whole("points", 5, 1, 20),
    Whole("rounds", 10, 1, 50),
    Choice("next_start", "youngest", ("winner",)),  # D2
    Choice("verify", "final", ("rung", "off")),  # D12
    Choice("false_ring", "void", ("freeze",)),  # D8, D9
    Switch("lock_rung", default=False),  # D11
    Seconds("tie_window", 0, 0, 0.2),  # D14
)

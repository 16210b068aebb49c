"""The options of Click Click Boom; each names its ruling in the README."""

from __future__ import annotations

from companion.core.options import Choice, Option, Seconds, Switch

OPTIONS: tuple[Option, ...] = (
    Choice("variant", "standard", ("quick", "advanced")),
    Choice("foul_policy", "warn", ("recount", "fine")),
    Switch("dues_replace_ante", default=False),
    Switch("pass_after_last", default=False),
    Switch("felix_any", default=True),
    Switch("allow_two", default=False),
    Seconds("late_after", 1.5, 0.3, 10),
    Seconds("reaction_seconds", 5.0, 2, 30),
)

"""The options of BOOM BOOM: what a table may choose, each with its default and bounds."""

from __future__ import annotations

from companion.core.options import Choice, Option, Seconds

MODES = ("duel", "death_match", "free_for_all")

OPTIONS: tuple[Option, ...] = (
    Choice("mode", MODES[0], MODES[1:]),  # unstated: by the number of players (B1)
    Choice("hands", "honour", ("tracked",)),  # B66
    Seconds("reaction_seconds", 5, 2, 30),
    Choice("hospital_revive", "off", ("death_match",)),  # B24
    Choice("mutual_wipe", "pan", ("any_attack",)),  # B18
)

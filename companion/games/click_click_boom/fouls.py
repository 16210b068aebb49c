"""Fouls, and what they cost where the table plays so."""

from __future__ import annotations

from companion.core.game import Table
from companion.core.rulings import Foul
from companion.core.stamps import to_ms
from companion.games.click_click_boom import rulings
from companion.games.click_click_boom.rules import FINE, to_pot
from companion.games.click_click_boom.state import State


def foul(table: Table[State], seat: int, kind: str, ns: int | None = None) -> None:
    """Rule a foul by so many ns, and at once its fine under the policy `fine` (C45)."""
    table.rule(Foul(seat, kind, None if ns is None else to_ms(ns)))
    if table.options["foul_policy"] == "fine" and not table.state.is_quick:
        table.state, amount = to_pot(table.state, seat, FINE)
        table.rule(rulings.Fined(seat, amount))

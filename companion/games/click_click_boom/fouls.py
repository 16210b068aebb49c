"""Fouls, and what they cost where the table plays so."""

from __future__ import annotations

from companion.core.game import Table
from companion.core.rulings import Foul
from companion.core.stamps import to_ms
from companion.games.click_click_boom import rulings
from companion.games.click_click_boom.rules import FINE, to_pot
from companion.games.click_click_boom.state import State


def foul(table: Table[State], seat: int, kind: str, ns: int, ruled_by: str = "C46") -> None:
    """Rule a foul against time, by so many ns; a card before SHOOT is ruled by C47."""
    _rule(table, Foul(seat, kind, to_ms(ns), ruled_by))


def lied(table: Table[State], seat: int) -> None:
    """Rule that a seat did not tell Heather the truth (C51)."""
    _rule(table, Foul(seat, "lied", None, "C51"))


def _rule(table: Table[State], ruling: Foul) -> None:
    """Rule a foul, and at once its fine where the table plays so (C45)."""
    table.rule(ruling)
    if table.options["foul_policy"] == "fine" and not table.state.is_quick:
        table.state, amount = to_pot(table.state, ruling.seat, FINE)
        table.rule(rulings.Fined(ruling.seat, amount))

"""Click Click Boom: everyone holds a side, lets go at SHOOT, and lives or dies with the card.

May import `companion.core`, `companion.timing` and `companion.cards`; no other game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.game import Game
from companion.games.click_click_boom.abilities import say_fault
from companion.games.click_click_boom.game import play
from companion.games.click_click_boom.options import OPTIONS
from companion.games.click_click_boom.refusals import why_not
from companion.games.click_click_boom.robot import Robot
from companion.games.click_click_boom.state import State
from companion.games.click_click_boom.table import adjust, count, end, owner, set_up
from companion.games.click_click_boom.texts import ASKS, SENTENCES
from companion.games.click_click_boom.view import private_cards, view


def game(manifest: Mapping[str, Any]) -> Game[State]:
    """Return the game with the manifest that the rim read from its `deck.toml`."""
    cards = frozenset(manifest["cards"])
    return Game(
        slug="click_click_boom",
        title="Click Click Boom",
        players=(2, 6),
        options=OPTIONS,
        set_up=set_up,
        play=play,
        cards=lambda _state: cards,
        view=view,
        say_fault=say_fault,
        adjust=adjust,
        owner=owner,
        why_not=why_not,
        sentences=SENTENCES,
        asks=ASKS,
        end=end,
        manifest=manifest,
        private_cards=private_cards,
        robot=Robot,
        count=count,
    )

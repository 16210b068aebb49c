"""Boom Boom (2013): everybody collects stacks at once, and the bell counts them.

May import `companion.core`, `companion.timing` and `companion.cards`; no other game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.game import Game
from companion.games.boom_boom_bell import rules, stacks, words
from companion.games.boom_boom_bell.game import play
from companion.games.boom_boom_bell.options import OPTIONS
from companion.games.boom_boom_bell.robot import Robot
from companion.games.boom_boom_bell.state import State, set_up
from companion.games.boom_boom_bell.view import view


def game(manifest: Mapping[str, Any]) -> Game[State]:
    """Return the game, with the manifest that the rim read from its `deck.toml`."""
    return Game(
        slug="boom_boom_bell",
        title="Boom Boom (2013)",
        players=(2, 4),
        options=OPTIONS,
        set_up=set_up,
        play=play,
        cards=lambda state: frozenset(state.cards),
        view=view,
        say_fault=rules.say_fault,
        adjust=rules.adjust,
        owner=stacks.owner,
        why_not=rules.why_not,
        sentences=words.SENTENCES,
        asks=words.ASKS,
        end=rules.end,
        manifest=manifest,
        private_cards=lambda _state: frozenset(),
        robot=Robot,
        count=rules.count,
    )

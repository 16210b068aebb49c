"""Quick Draw: hold, wait for the signal, and be the first to let go. The game to copy.

May import `companion.core`, `companion.timing` and `companion.cards`; no other game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.game import Game
from companion.games.template import rules, words
from companion.games.template.game import play
from companion.games.template.options import OPTIONS
from companion.games.template.robot import Robot
from companion.games.template.state import State, set_up
from companion.games.template.view import private_cards, view


def game(manifest: Mapping[str, Any]) -> Game[State]:
    """Return the game, with the manifest that the rim read from its `deck.toml`."""
    return Game(
        slug="template",
        title="Quick Draw",
        players=(2, 6),
        options=OPTIONS,
        set_up=set_up,
        play=play,
        cards=lambda state: frozenset(state.worth),
        view=view,
        say_fault=rules.say_fault,
        adjust=rules.adjust,
        owner=lambda _state, _card: None,
        why_not=rules.why_not,
        sentences=words.SENTENCES,
        asks=words.ASKS,
        end=rules.end,
        manifest=manifest,
        private_cards=private_cards,
        robot=Robot,
        count=rules.count,
    )

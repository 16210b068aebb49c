"""Wild Wild Pattern: find a pattern on the Wheel, cover a card, and say it first.

May import `companion.core`, `companion.timing` and `companion.cards`; no other game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.game import Game
from companion.games.wild_wild_pattern import rules, words
from companion.games.wild_wild_pattern.acts import say_fault
from companion.games.wild_wild_pattern.game import play
from companion.games.wild_wild_pattern.options import OPTIONS
from companion.games.wild_wild_pattern.robot import Robot
from companion.games.wild_wild_pattern.state import State, set_up
from companion.games.wild_wild_pattern.view import view


def game(manifest: Mapping[str, Any]) -> Game[State]:
    """Return the game, with the manifest that the rim read from its `deck.toml`."""
    return Game(
        slug="wild_wild_pattern",
        title="Wild Wild Pattern",
        players=(2, 4),
        options=OPTIONS,
        set_up=set_up,
        play=play,
        cards=lambda state: state.deck.cards,
        view=view,
        say_fault=say_fault,
        adjust=rules.adjusted,
        owner=lambda _state, _card: None,
        why_not=lambda _state, _event: None,
        sentences=words.SENTENCES,
        asks=words.ASKS,
        end=rules.end,
        manifest=manifest,
        private_cards=lambda _state: frozenset(),
        robot=Robot,
        count=rules.count,
    )

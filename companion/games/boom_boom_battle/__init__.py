"""BOOM BOOM: aim at the locations where the others may be, and be the last who has cards.

May import `companion.core`, `companion.timing` and `companion.cards`; no other game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.game import Game
from companion.games.boom_boom_battle import words
from companion.games.boom_boom_battle.acts import say_fault, why_not
from companion.games.boom_boom_battle.correcting import adjusted, owner
from companion.games.boom_boom_battle.endings import ended
from companion.games.boom_boom_battle.game import play
from companion.games.boom_boom_battle.options import OPTIONS
from companion.games.boom_boom_battle.piles import count
from companion.games.boom_boom_battle.reference import NAMES, reference
from companion.games.boom_boom_battle.robot import Robot
from companion.games.boom_boom_battle.setting_up import set_up
from companion.games.boom_boom_battle.state import State
from companion.games.boom_boom_battle.view import private_cards, view


def game(manifest: Mapping[str, Any]) -> Game[State]:
    """Return the game, with the manifest that the rim read from its `deck.toml`."""
    return Game(
        slug="boom_boom_battle",
        title="BOOM BOOM",
        players=(2, 6),
        options=OPTIONS,
        set_up=set_up,
        play=play,
        cards=lambda state: state.deck.cards,
        view=view,
        say_fault=say_fault,
        adjust=adjusted,
        owner=owner,
        why_not=why_not,
        sentences={**words.SENTENCES, **NAMES},
        asks=words.ASKS,
        end=ended,
        manifest=manifest,
        private_cards=private_cards,
        robot=Robot,
        count=count,
        reference=reference(),
    )

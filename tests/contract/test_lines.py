from __future__ import annotations

import json
from decimal import Decimal

from companion.core.lines import read_line, write_line
from companion.core.playthrough import read_playthrough, vocabulary
from tests.contract.players import Played


def test_every_event_is_read_back_from_its_line_as_it_was(played: Played) -> None:
    words = vocabulary(played.referee.run.game, played.header)
    for event in played.events:
        assert read_line(json.loads(write_line(event), parse_float=Decimal), words) == event


def test_a_whole_game_is_a_playthrough_file(played: Played) -> None:
    game = played.referee.run.game
    rows = [json.dumps(dict(played.header.given)), *(write_line(one) for one in played.events)]
    read = read_playthrough("\n".join(rows), "game.jsonl", {game.slug: game})
    assert tuple(placed.line for placed in read.lines) == played.events
    assert read.header == played.header

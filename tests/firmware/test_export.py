"""Export: a journal's game as a file that plays the same."""

from __future__ import annotations

from typing import Any

from companion.core.playthrough import read_playthrough
from firmware.export import export
from firmware.playback import Playback
from tests.firmware.evenings import GAMES, MS, Evening, Kept, S


def an_evening() -> Evening:
    evening = Evening(3, first=1, reads=True)
    shoot = evening.commit({1: "left", 2: "right", 3: "left"})
    evening.release("1.left", shoot - 5 * MS, late=300 * MS)
    evening.release("2.right", shoot)
    evening.release("3.left", shoot + MS)
    evening.until(shoot + S)
    evening.say(2, show="pay")
    evening.host(undo=1)
    evening.host(resume=True)
    evening.say(3, show="boom")
    evening.lay("centre", "stolen/1")
    evening.advance(2 * S)
    return evening


def of_the_game(view: dict[str, Any]) -> dict[str, Any]:
    of_the_kit = ("notices", "readers_failed", "at", "cues")
    return {key: value for key, value in view.items() if key not in of_the_kit}


def test_an_exported_evening_plays_the_same_and_exports_the_same() -> None:
    evening = an_evening()
    text = export(evening.kept.headers[0], evening.kept.bodies)

    again = Kept()
    playback = Playback(read_playthrough(text, "evening", GAMES), GAMES, again)

    assert playback.play() == ()
    assert again.bodies == evening.kept.bodies
    assert of_the_game(playback.view()) == of_the_game(evening.view())
    assert export(again.headers[0], again.bodies) == text


def test_an_export_is_one_line_an_event_after_the_header() -> None:
    evening = Evening(3, first=1)
    evening.tap("1.left")
    rows = export(evening.kept.headers[0], evening.kept.bodies).splitlines()

    assert rows[0].startswith('{"ringmaster":1')
    assert rows[1:] == ['{"at": 0, "press": "1.left"}', '{"at": 0.05, "release": "1.left"}']

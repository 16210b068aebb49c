"""What a look makes of a game's view, and that every look has its parts."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.web.fakes import BELL, PATTERN, VIEWS, a_table
from web.assets import STATIC
from web.looks import (
    LOOKS,
    PLAIN,
    flags_of,
    look_of,
    looks_json,
    marks_of,
    newest,
    own_part,
    told,
)

TEMPLATES = STATIC.parent / "templates" / "games"
BURST: dict[str, Any] = BELL["burst"]["public"]


def drawn(moment: str, path: str = "/") -> str:
    """Return a page without scripts at a moment of the bell game, spaces folded."""
    html = a_table(views=BELL[moment]).client().get(path).text
    return re.sub(r"\s+", " ", html)


@pytest.mark.parametrize("slug", sorted(LOOKS))
def test_every_look_has_a_template_a_script_and_a_style(slug: str) -> None:
    template = (TEMPLATES / f"{slug}.html").read_text()
    assert all(f"macro {part}(view" in template for part in ("badges", "stage", "seat"))
    assert (STATIC / "games" / f"{slug}.js").is_file()
    assert (STATIC / "games" / f"{slug}.css").is_file()


def test_every_part_belongs_to_a_look() -> None:
    parts = {path.stem for path in (STATIC / "games").iterdir()}
    assert parts == set(LOOKS)
    assert {path.stem for path in TEMPLATES.glob("*.html")} == {*LOOKS, "plain"}


def test_a_game_without_a_look_is_drawn_plainly() -> None:
    for view in ({"game": "poker"}, {"game": None}, {}):
        assert (look_of(view), own_part(view)) == (PLAIN, "games/plain.html")


def test_a_look_draws_no_field_twice() -> None:
    for views in (VIEWS["commit"], *BELL.values(), *PATTERN.values()):
        look, view = look_of(views["public"]), views["public"]
        assert len(set(look.view_drawn)) == len(look.view_drawn)
        assert len(set(look.seat_drawn)) == len(look.seat_drawn)
        assert {"seats", "rulings", *look.view} <= set(look.view_drawn)
        assert view["game"] in looks_json()["games"]


def test_every_field_of_a_seat_of_the_bell_game_has_a_place() -> None:
    look = look_of(BURST)
    assert set(BURST["seats"]["1"]) <= set(look.seat_drawn)


def test_marks_name_a_seat_or_several() -> None:
    view = {"game": "click_click_boom", "first_player": 1, "turn": None, "tied": [1, 3]}
    assert [mark.field for mark in marks_of(view, 1)] == ["first_player", "tied"]
    assert [mark.field for mark in marks_of(view, 3)] == ["tied"]
    assert marks_of(view, 2) == []


def test_flags_are_raised_by_a_seats_own_fields_unless_it_is_out() -> None:
    seat = {"alive": True, "waits": True, "frozen": False, "plays": False}
    assert [flag.field for flag in flags_of(BURST, seat)] == ["waits", "plays"]
    assert flags_of(BURST, {**seat, "alive": False}) == []


def rulings(*kinds: tuple[str, int | None]) -> dict[str, Any]:
    numbered = [
        {"number": n, "ruling": kind, "seat": seat, "text": f"{kind} {seat}"}
        for n, (kind, seat) in enumerate(kinds, 1)
    ]
    return {"game": "boom_boom_bell", "rulings": numbered}


def test_a_seat_is_told_its_newest_verdict_until_play_begins_anew() -> None:
    view = rulings(("mis_rung", 1), ("stack_rung", 2), ("waits", 1), ("stray", None))
    assert told(view, 1) == {"text": "mis_rung 1", "verdict": "wrong"}
    assert told(view, 2) == {"text": "stack_rung 2", "verdict": "right"}
    assert told(view, None) == {"text": "stray None", "verdict": "wrong"}
    assert told(view, 3) is None
    assert told(rulings(("mis_rung", 1), ("begun", 1)), 1) is None
    assert told({"game": "boom_boom_bell"}, 1) is None


def test_the_newest_ruling_of_some_kinds_is_found() -> None:
    view = rulings(("point", 1), ("dealt", None), ("point", 2), ("begun", 1))
    assert newest(view, ("point", "abandoned")) == "point 2"
    assert newest(view, ("won",)) == ""


def test_the_board_waits_for_the_start_and_says_how_the_last_round_ended() -> None:
    html = drawn("start")
    for text in ("Before the round", "First to <b>2</b>", "Ann wins round 1", "<b>182.082 ms</b>",
                 "Waiting for Ann to ring for the round."):  # fmt: skip
        assert text in html


def test_a_running_burst_is_large_with_the_bells_owner_and_who_waits() -> None:
    html = drawn("burst", "/tv")
    for text in ('class="burst is-open"', "<b>2</b>", "Bo rings", "(2 due)",
                 "The bell is <b>Bo</b>'s", "<b>Ann</b> waits", "Waits for the bell",
                 "Has the bell", "Frozen: no rings", "<b>1</b> of 4 stacks"):  # fmt: skip
        assert text in html
    assert html.count('<span class="rung">') == 2
    assert html.count("told-wrong") == 1  # Cy's burst of before


def test_a_burst_that_nobody_owned_is_void_in_words() -> None:
    html = drawn("stray")
    assert "burst is-closed" in html
    assert "Nobody held a button" in html
    assert "Nobody held a button: rings (1) are void." in html


def test_the_last_stack_takes_a_call() -> None:
    seats = {**BURST["seats"], "1": {**BURST["seats"]["1"], "stacks": 3, "rings_due": 4}}
    table = a_table(views={"public": {**BURST, "seats": seats}})
    html = re.sub(r"\s+", " ", table.client().get("/").text)
    assert "Last: <b>4</b> rings and “Boom Boom!”" in html


def test_the_look_at_a_finishers_stacks_shows_which_were_shown() -> None:
    html = drawn("check")
    for text in ("<b>Ann</b> finished first", "<b>1</b> of 4 stacks shown", "Picture 12</li>",
                 "On the tray: <b>3</b> of 4, Picture 05", "Finished first"):  # fmt: skip
        assert text in html


def test_a_count_is_announced_while_everybody_stops() -> None:
    view = {**BURST, "phase": "resume", "burst": None}
    html = a_table(views={"public": view}).client().get("/").text
    assert "3, 2, 1, and on at GO" in html


def test_play_without_a_ring_says_so() -> None:
    view = {**BURST, "burst": None, "bell": None, "seats": {}}
    assert "No rings yet" in a_table(views={"public": view}).client().get("/").text


def test_the_end_shows_places_and_the_gold_medal() -> None:
    html = drawn("over")
    assert "Ann wins!" in html
    assert "<b>1st place</b><span>the gold medal</span>" in html
    assert html.count("<b>2nd place</b>") == 2
    assert "told" not in html.split('class="seats"')[1].split("</ol>")[0]


def test_the_host_corrects_what_the_game_has_in_its_own_words() -> None:
    table = a_table(views=BELL["check"])
    html = table.hosted().get("/host").text
    assert '<option value="hand">stacks completed</option>' in html
    assert "coins</option>" not in html

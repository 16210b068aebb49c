"""What the board draws of Wild Wild Pattern before any script runs."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.web.fakes import PATTERN, a_table
from web.looks import card_name, look_of
from web.ports import Json
from web.words import money


def drawn(view: Json, path: str = "/") -> str:
    """Return a page with spaces folded, without the feed."""
    html = a_table(views={"public": view, "host": view}).client().get(path).text
    return re.sub(r"\s+", " ", html.split('class="feed"')[0])


def public(moment: str, **change: Any) -> dict[str, Any]:
    return {**PATTERN[moment]["public"], **change}


def plain(html: str) -> str:
    """Return what is read aloud."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def slot(html: str, number: int) -> str:
    """Return one slot of the Wheel."""
    return html.split(f"wheel-slot at-{number}")[1].split("</li>", maxsplit=1)[0]


def test_every_field_of_the_view_and_of_a_seat_has_a_place() -> None:
    view = PATTERN["bank"]["public"]
    look = look_of(view)
    assert set(view["seats"]["1"]) <= set(look.seat_drawn)
    plain_lines = {key for key in view if key not in look.view_drawn}
    assert plain_lines == {"mode", "stage", "manche", "turn"}


def test_a_card_is_told_by_colour_object_and_suit_in_words() -> None:
    text = plain(slot(drawn(public("shootout")), 4))
    assert text.strip().endswith("Slot 4 Blue Horseshoe Bullets")
    assert "cards deep" not in text


def test_an_empty_slot_is_empty_and_a_stack_tells_its_depth() -> None:
    html = drawn(public("wheel"))
    assert html.count("is-empty") == 3
    deep = [{"card": "blue/gun", "depth": 3}, *public("wheel")["wheel"][1:]]
    assert "3 cards deep" in plain(slot(drawn(public("wheel", wheel=deep)), 0))


def test_the_covered_slot_shows_the_card_that_covers_it() -> None:
    text = plain(slot(drawn(public("claim")), 5))
    assert "Yellow Loot Bullets" in text
    assert "2 cards deep played" in text


def test_a_right_claim_is_drawn_with_its_occurrences() -> None:
    html = drawn(public("right"))
    assert html.count('class="arrow is-right"') == 2
    assert html.count("is-involved") == 4
    assert "Bo is right: AFTER every blue there is always loot" in html
    assert "is-broken" not in html


def test_a_wrong_claim_shows_the_counter_example_that_broke_it() -> None:
    html = drawn(public("wrong"))
    assert html.count('class="arrow is-broken"') == 1
    assert "played breaks the claim" in plain(slot(html, 2))
    assert "Grey Barrel Bullets breaks the claim" in plain(slot(html, 3))
    assert html.count("told-wrong") == 2  # beside the Wheel, and at who claimed


@pytest.mark.parametrize("moment", ["right", "wrong"])
def test_a_claim_is_no_more_drawn_once_a_card_of_it_has_left(moment: str) -> None:
    taken = {"number": 99, "ruling": "card_won", "text": "Cy takes red/loot."}
    view = public(moment)
    html = drawn({**view, "rulings": [*view["rulings"], taken]})
    assert "wheel-arrows" not in html
    assert 'class="claim"' in html
    assert "wheel-arrows" not in drawn({**view, "phase": "place"})


def test_a_suits_prize_leaves_the_drawn_claim_true() -> None:
    view = public("right")
    claim = {**view["claim"], "statement": ["after", "loot", "coin"], "prize": ["red/star"]}
    taken = {"number": 99, "ruling": "card_won", "text": "Bo wins red/star."}
    html = drawn({**view, "claim": claim, "rulings": [*view["rulings"], taken]})
    assert "wheel-arrows" in html
    assert 'aria-label="What the claim has won"' in html


def test_a_claim_that_the_table_judged_has_no_drawing() -> None:
    view = public("right")
    claim = {**view["claim"], "statement": None, "pairs": [], "involved": []}
    assert "wheel-arrows" not in drawn({**view, "claim": claim})


def test_clementine_shows_the_clicked_card_and_what_is_left_of_her() -> None:
    view = public("clementine")
    html = drawn(view)
    assert "Grey Star Bullets" in plain(html.split('class="wheel-middle"')[1])
    until = view["waiting"][0]["until"]
    assert f'class="time-bar" data-until="{until}" data-of="10.0"' in html
    still = drawn({**view, "paused": True, "waiting": []})
    assert 'class="time-bar" data-until="" data-of="10.0"' in still
    assert "song-bar is-still" in still


def test_votes_and_a_prize_of_two_are_told() -> None:
    view = public("claim")
    html = plain(
        drawn({**view, "covering": {**view["covering"], "votes": {"1": True, "3": False}}})
    )
    assert "Ann accepts" in html
    assert "Cy rejects" in html
    two = {"seat": 2, "count": 2, "among": []}
    assert "Bo takes 2 cards" in plain(drawn({**public("right"), "choosing": two}))


def test_a_seat_shows_money_cards_challenges_and_target() -> None:
    html = drawn(public("challenge"))
    assert "<b>$0.00</b>" in html
    for text in ("Red star C , coin", "One card", "Target 3", "Holds a card"):
        assert text in plain(html)


def test_the_bank_tells_each_line_with_what_met_or_broke_it() -> None:
    text = plain(drawn(public("bank")).replace("<b>", " "))
    for line in ("The Bank pays $0.60", "1 of a Suit : 2 coin, not 1",
                 "3 same Color $0.40 : Red wanted, Red gun, Red barrel",
                 "5 different Colors : 3 different, not 5"):  # fmt: skip
        assert line in text
    view = public("bank")
    away = {"total": 0, "wild": False, "turned_away": True, "lines": []}
    seats = {**view["seats"], "1": {**view["seats"]["1"], "bank": away}}
    assert "More than five cards" in drawn({**view, "seats": seats})


def test_the_hint_is_drawn_for_the_host_alone() -> None:
    assert "hint-box" not in drawn(public("right"))
    table = a_table(views=PATTERN["right"])
    html = table.hosted().get("/host").text
    assert "BEFORE every loot always bullets" in html
    claim = a_table(views=PATTERN["claim"]).hosted().get("/host").text
    assert "slot 5: AFTER every blue always loot" in claim


def test_cents_are_shown_as_dollars_and_cards_by_their_names() -> None:
    assert [money(120), money(0), money(5)] == ["$1.20", "$0.00", "$0.05"]
    view = {"game": "wild_wild_pattern"}
    assert card_name(view, "challenge/hands-up") == "Hands up"
    assert card_name(view, "blue/loot") == "Blue loot"
    assert card_name({}, "bank/3") == "Bank 3"


def test_the_kits_melodies_are_told_as_they_are() -> None:
    table = a_table(melodies={"song": [(440.0, 0.5), (0.0, 0.03)]})
    assert table.client().get("/api/melodies").json == {"song": [[440.0, 0.5], [0.0, 0.03]]}

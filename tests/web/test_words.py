from __future__ import annotations

import pytest

from web.words import asked, by_kind, counted, facts, names_of, plain_fault, slug, verdict, words


@pytest.mark.parametrize(
    ("name", "shown"),
    [("late_after", "Late after"), ("boom/3", "Boom 3"), (None, "–"), (True, "yes"),
     (False, "no"), (2.50, "2.5"), (7, "7"), ("", "")],
)  # fmt: skip
def test_names_of_the_wire_become_words(name: object, shown: str) -> None:
    assert words(name) == shown


def test_a_slug_is_safe_in_a_class() -> None:
    assert slug('Boom Boom" onclick="x/3') == "boom-boom-onclick-x"


def test_facts_are_plain_values_that_the_page_does_not_draw() -> None:
    seat = {
        "name": "Ann",
        "won": ["a_b", 2],
        "team": None,
        "deep": {"x": 1},
        "empty": [],
        "n": 0,
    } | {"late": False}
    assert facts(seat, ("name",)) == [("Won", "A b, 2"), ("N", "0")]


def test_facts_take_other_words_from_labels() -> None:
    assert facts({"goal": "points", "n": 1}, (), {"goal": "Goes by"}) == [
        ("Goes by", "Points"),
        ("N", "1"),
    ]


def test_a_number_is_counted_in_words() -> None:
    assert [counted(n, "point") for n in (0, 1, 2)] == ["0 points", "1 point", "2 points"]


def test_names_are_said_as_people_do() -> None:
    view = {"seats": {"1": {"name": "Ann"}, "2": {"name": "Bo"}}}
    assert names_of(view, [1]) == "Ann"
    assert names_of(view, [1, 2, 3]) == "Ann, Bo and seat 3"
    assert names_of({}, []) == ""


def test_the_verdict_names_the_winners() -> None:
    view = {"seats": {"1": {"name": "Ann"}, "2": {"name": "Bo"}}, "over": True}
    assert verdict({**view, "winners": [1]}) == "Ann wins!"
    assert verdict({**view, "winners": [1, 2]}) == "Ann and Bo win!"
    assert verdict({**view, "winners": []}) == "The game is over."
    assert verdict({**view, "over": False, "winners": [1]}) == ""


def test_what_is_asked_has_a_sentence_in_any_case() -> None:
    view = {"seats": {}, "waiting": [{"seat": 2, "gesture": "let_go"}, {"seat": 1, "text": "x"}]}
    assert [w["text"] for w in asked(view)] == ["waiting for seat 2: let go", "x"]


def test_what_may_be_done_in_two_ways_is_asked_once() -> None:
    card, say = {"seat": 1, "gesture": "card"}, {"seat": 1, "gesture": "say"}
    view = {"waiting": [{**card, "text": "x"}, {**say, "text": "x"}, {**card, "text": "y"}]}
    assert [(w["text"], w["gesture"]) for w in asked(view)] == [("x", "card"), ("y", "card")]


def test_a_sentence_with_a_name_is_said_once_too() -> None:
    wait = {"seat": 1, "until": None, "text": "Waiting for Ann to take a card."}
    waits = [{**wait, "gesture": "card"}, {**wait, "gesture": "say"}]
    assert [w["gesture"] for w in asked({"seats": NAMED, "waiting": waits})] == ["card"]


NAMED = {"1": {"name": "Ann"}, "2": {"name": "Bo"}, "3": {"name": "$& Cy"}}


@pytest.mark.parametrize(("gesture", "last"), [("ring", "or"), ("hold", "and")])
def test_what_many_shall_do_is_asked_in_one_sentence(gesture: str, last: str) -> None:
    waits = [
        {"seat": n, "gesture": gesture, "text": f"Waiting for {seat['name']} to act."}
        for n, seat in zip((1, 2, 3), NAMED.values(), strict=True)
    ]
    (line,) = asked({"seats": NAMED, "waiting": waits})
    assert line["text"] == f"Waiting for Ann, Bo {last} $& Cy to act."


def test_windows_that_end_apart_are_asked_apart() -> None:
    waits = [
        {"seat": n, "gesture": "press", "until": n, "text": f"Waiting for {name}."}
        for n, name in ((1, "Ann"), (2, "Bo"))
    ]
    assert len(asked({"seats": NAMED, "waiting": waits})) == 2


@pytest.mark.parametrize(
    ("fault", "plain"),
    [
        ("seats.2.character: heather is taken", "Seat 2: heather is taken"),
        ("seats.1: a name is wanted; options.late_after: found 99",
         "Seat 1: a name is wanted; Late after: found 99"),
        ("seats: found 1 (allowed: 2 to 6 players)", "seats: found 1 (allowed: 2 to 6 players)"),
    ],
)  # fmt: skip
def test_a_fault_of_a_set_up_names_its_place_in_words(fault: str, plain: str) -> None:
    assert plain_fault(fault) == plain


def test_cards_are_grouped_by_kind() -> None:
    assert by_kind(["pay/1", "boom/1", "pay/2"]) == [
        ("pay", ["pay/1", "pay/2"]),
        ("boom", ["boom/1"]),
    ]

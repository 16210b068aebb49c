"""The host's page for what a table enters from its own box, and the API behind it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.core.game import Game
from firmware.printed import PrintedValues
from tests.web.fakes import ORIGIN, VIEWS, Table, a_table
from web.deck import LONGEST_TEXT, MOST_DECK_BYTES
from web.ports import Answer, Json

PATTERN = "wild_wild_pattern"
DECK: Json = {
    "cards": {"red/gun": {"suit": "coin", "verified": False}, "blue/gun": {"suit": "bullets"}},
    "texts": {"red/gun": "<b>bang</b>"},
}


@dataclass
class FakePrinted:
    """Keeps what came, or answers what the test has set."""

    answer: Answer = field(default_factory=lambda: Answer(taken=True))
    kept: list[Json] = field(default_factory=list)

    def deck(self, slug: str) -> Json | None:
        if slug != "click_click_boom":
            return None
        places = ["cards.red/gun", "bank.1"]
        return {"shipped": DECK, "deck": DECK, "entered": {}, "unverified": places}

    def keep(self, slug: str, entered: Json) -> Answer:
        self.kept.append({slug: entered})
        return self.answer


PAGE, API = "/deck/click_click_boom", "/api/deck/click_click_boom"


def hosted(**more: Any) -> tuple[Table, FlaskClient, FakePrinted]:
    printed = FakePrinted()
    table = a_table(printed=printed, **more)
    return table, table.hosted(), printed


def sent(table: Table, client: FlaskClient, body: object) -> tuple[int, dict[str, Any]]:
    answer = table.post(client, API, body)
    assert answer.json is not None
    return answer.status_code, answer.json


def test_the_page_is_the_hosts_alone() -> None:
    table = a_table(printed=FakePrinted())
    for client in (table.client(), table.seated(2)):
        assert 'id="login"' in client.get(PAGE).text
        assert client.get(API).status_code == 401
        assert table.post(client, API, {"entered": {}}).status_code == 401


def test_the_page_says_how_much_is_missing() -> None:
    _, client, _ = hosted()
    html = client.get(PAGE).text
    assert "<h1>Click Click Boom: your own box</h1>" in html
    assert "2 to enter" in html


@pytest.mark.parametrize(
    ("views", "is_told"), [(VIEWS["commit"], True), (VIEWS["end"], False), ({}, False)]
)
def test_the_page_says_that_a_running_game_keeps_its_values(views: Json, is_told: bool) -> None:
    _, client, _ = hosted(views=views)
    html = client.get(PAGE).text
    assert ('id="running" class="notice" hidden' not in html) == is_told


def test_the_page_keeps_the_strict_policy() -> None:
    _, client, _ = hosted()
    answer = client.get(PAGE)
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    for inline in ("<script>", " style=", "<style", " onclick", "https://"):
        assert inline not in answer.text


def test_the_host_page_leads_to_the_box_of_every_game() -> None:
    _, client, _ = hosted()
    html = client.get("/host").text
    assert [f'href="/deck/{slug}"' in html for slug in ("click_click_boom", "template")] == [
        True,
        True,
    ]
    assert "/deck/" not in a_table().hosted().get("/host").text


@pytest.mark.parametrize("path", ["/deck/chess", "/api/deck/chess"])
def test_a_game_that_there_is_not_has_no_box(path: str) -> None:
    _, client, _ = hosted()
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("path", [PAGE, API])
def test_a_kit_that_keeps_no_values_says_so(path: str) -> None:
    answer = a_table().hosted().get(path)
    assert answer.status_code == 404
    assert "keeps no printed values" in answer.text


def test_cards_come_in_the_order_of_the_box() -> None:
    _, client, _ = hosted()
    deck = json.loads(client.get(API).text)
    assert list(deck["deck"]["cards"]) == ["red/gun", "blue/gun"]
    assert deck["unverified"] == ["cards.red/gun", "bank.1"]


@pytest.mark.parametrize("entered", [{"cards": {"red/gun": {"suit": "coin"}}}, {}])
def test_what_is_entered_is_kept_and_nothing_takes_it_back(entered: Json) -> None:
    table, client, printed = hosted()
    assert sent(table, client, {"entered": entered}) == (
        200,
        {"taken": True, "reason": "", "text": ""},
    )
    assert printed.kept == [{"click_click_boom": entered}]


def test_a_refusal_lists_every_fault_by_itself() -> None:
    table, client, printed = hosted()
    faults = ("bank.1.prize: found 0 (allowed: 1; or more)", "cards.red/gun.suit: found 7")
    text = "; ".join(faults)
    printed.answer = Answer(taken=False, reason="bad_deck", text=text, faults=faults)
    status, answer = sent(table, client, {"entered": {"bank": []}})
    assert (status, answer["error"], answer["faults"]) == (409, "bad_deck", list(faults))


@pytest.mark.parametrize(
    "body", [{}, {"entered": []}, {"entered": None}, {"entered": "x"}, {"entered": {}, "more": 1}]
)
def test_a_body_of_another_form_is_refused(body: Json) -> None:
    table, client, printed = hosted()
    status, answer = sent(table, client, body)
    assert (status, answer["error"], printed.kept) == (400, "bad_body", [])


def test_a_whole_box_in_any_script_may_be_sent_and_no_more() -> None:
    _, client, printed = hosted()
    texts = {f"bank/{n}": "字" * LONGEST_TEXT for n in range(MOST_DECK_BYTES // 1600)}
    raw = json.dumps({"entered": {"texts": texts}}, ensure_ascii=False).encode()
    assert 48 * 1024 < len(raw) <= MOST_DECK_BYTES
    given: Any = {"content_type": "application/json", "headers": {"Origin": ORIGIN}}
    assert client.post(API, data=raw, **given).status_code == 200
    assert len(printed.kept) == 1
    answer = client.post(API, data=raw + b" " * MOST_DECK_BYTES, **given)
    assert answer.status_code == 413
    assert "56 kB are allowed" in answer.text
    # No other address takes more than before.
    assert "16 kB are allowed" in client.post("/api/host", data=raw, **given).text


@pytest.mark.parametrize(
    "entered",
    [
        {"texts": {"a": "x" * (LONGEST_TEXT + 1)}},
        {"x" * (LONGEST_TEXT + 1): {}},
        {"bank": [[[[[[[1]]]]]]]},
        {"texts": {"a": "\ud800"}},
        {"bank": 1e300},
    ],
)
def test_what_is_too_long_or_too_deep_never_reaches_the_game(entered: Json) -> None:
    table, client, printed = hosted()
    status, answer = sent(table, client, {"entered": entered})
    assert (status, answer["error"], printed.kept) == (400, "bad_body", [])


LINE = {"name": "Three", "feature": "suit", "same": 3, "value": "coin", "prize": 20, "wild": True}
CONDITIONS = [{"feature": "colour", "same": 3}, {"feature": "suit", "different": 2}]
BOTH = {"name": "Both", "prize": 5, "all": CONDITIONS}
GOOD: Json = {
    "cards": {"red/gun": {"suit": "coin", "location": 3, "kind": "pattern", "verified": True}},
    "kinds": {"rifle": {"aim": 2, "hit": 1, "draw": "none", "verified": True}},
    "bank": [LINE, BOTH],
    "targets": {"bank/1": [LINE]},
    "counts": {"pattern": 40},
    "texts": {"bank/1": "Stars"},
    "verified": {"texts": ["bank/1"]},
}
JUNK: tuple[Any, ...] = (None, True, -1, 7, 0.5, "", "x", "\u202e", [], [None], {}, {"a": {}})


def spoiled(value: Any) -> Iterator[Any]:
    """Yield a value with junk in every place, and at every place, of it."""
    yield from JUNK
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from ({**value, key: junk} for junk in spoiled(inner))
        yield {**value, "strange": 1}
    if isinstance(value, list):
        for at, inner in enumerate(value):
            yield from ([*value[:at], junk, *value[at + 1 :]] for junk in spoiled(inner))


@pytest.mark.parametrize("part", GOOD)
def test_wrong_types_anywhere_are_refused_with_a_reason_and_never_an_error(
    part: str, games: dict[str, Game[Any]], tmp_path: Path
) -> None:
    printed = PrintedValues(tmp_path, {PATTERN: games[PATTERN], "template": games["template"]})
    table = a_table(printed=printed)
    client = table.hosted()
    for slug in (PATTERN, "template"):
        for junk in spoiled(GOOD[part]):
            answer = table.post(client, f"/api/deck/{slug}", {"entered": {part: junk}})
            assert answer.json is not None
            assert answer.status_code in {200, 409}, (junk, answer.text)
            if answer.json["taken"]:  # then it can be shown
                assert client.get(f"/api/deck/{slug}").status_code == 200, junk
            else:
                assert answer.json["faults"], junk

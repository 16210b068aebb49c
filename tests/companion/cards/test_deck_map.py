from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import deck_map
from companion.cards.deck_map import (
    Box,
    DeckMap,
    read_box,
    read_tags,
    simulated_map,
    simulated_uid,
    write_box,
)
from companion.core.errors import FileFault
from companion.core.game import Game
from companion.core.lines import is_uid

PAY, OTHER_PAY = "04A3C6CAE26180", "DEADBEEF"
LOOT = "04112233445566778899"
GAMES = {"ccb": ("pay/1", "pay/2"), "wwp": ("blue/loot",)}
KIT = DeckMap(
    (
        Box("ccb", "1", {PAY: "pay/1"}),
        Box("wwp", "1", {LOOT: "blue/loot"}),
        Box("ccb", "2", {OTHER_PAY: "pay/1"}),
    )
)


def test_a_tag_is_its_card_in_its_own_game() -> None:
    assert KIT.card(PAY, "ccb") == "pay/1"


def test_two_boxes_of_one_game_are_both_known() -> None:
    assert KIT.card(OTHER_PAY, "ccb") == "pay/1"
    assert [box.name for box in KIT.of_game("ccb")] == ["1", "2"]


def test_a_tag_of_another_deck_is_foreign_and_says_of_which() -> None:
    assert KIT.card(LOOT, "ccb") == "foreign/wwp"


def test_a_tag_that_was_never_enrolled_is_unknown_by_its_number() -> None:
    assert KIT.card("AABBCCDD", "ccb") == "unknown/AABBCCDD"


def test_a_box_tells_a_card_s_tag() -> None:
    assert KIT.boxes[0].uid("pay/1") == PAY
    assert KIT.boxes[0].uid("pay/2") is None


def test_a_box_is_put_in_the_place_of_its_earlier_state() -> None:
    new = Box("ccb", "1", {"AABBCCDD": "pay/2"})
    known = KIT.with_box(new)
    assert known.boxes == (new, *KIT.boxes[1:])
    assert known.card(PAY, "ccb") == f"unknown/{PAY}"


def test_a_box_of_a_new_name_is_added() -> None:
    new = Box("wwp", "2", {})
    assert KIT.with_box(new).boxes == (*KIT.boxes, new)


def test_what_is_written_is_read_back() -> None:
    for box in KIT.boxes:
        assert read_box(write_box(box), "box.json", GAMES) == box


def test_a_box_is_written_a_tag_a_line() -> None:
    assert f'\n  "{PAY}": "pay/1"\n' in write_box(KIT.boxes[0])


def faults_of(text: str) -> tuple[str, ...]:
    with pytest.raises(FileFault) as caught:
        read_box(text, "box.json", GAMES)
    return caught.value.faults


def box_text(**changes: Any) -> str:
    return json.dumps({"ringmaster_deck": 1, "game": "ccb", "box": "1", "tags": {}} | changes)


def test_all_faults_of_a_box_are_told_at_once() -> None:
    tags = {"04a3": "pay/1", PAY: "pay/9", LOOT: "pay/2", OTHER_PAY: "pay/2"}
    assert faults_of(box_text(ringmaster_deck=2, owner="Ann", tags=tags)) == (
        "unknown key 'owner' (allowed: ringmaster_deck, game, box, tags)",
        "ringmaster_deck: found 2 (allowed: 1)",
        "tags.04a3: a UID is 8, 14 or 20 capital hex digits",
        f"tags.{PAY}: no such card 'pay/9' in this game",
        f"tags.{OTHER_PAY}: pay/2 has another tag already ({LOOT})",
    )


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{", "not valid JSON (Expecting property name"),
        ("[" * 100_000, "not valid JSON ("),
        ("[]", 'a deck map is an object with "ringmaster_deck"'),
        ("{}", 'a deck map is an object with "ringmaster_deck"'),
        (box_text(ringmaster_deck=True), "ringmaster_deck: found True (allowed: 1)"),
        (box_text(game="chess"), "game: found 'chess' (allowed: ccb, wwp)"),
        (box_text(game=3), "game: found 3 (allowed: ccb, wwp)"),
        (box_text(box=" "), "box: a name is wanted, not ' '"),
        (box_text(box=1), "box: a name is wanted, not 1"),
        (box_text(tags=[]), "tags: an object of UIDs and cards is wanted, not []"),
        (box_text(tags={PAY: 3}), f"tags.{PAY}: no such card 3 in this game"),
        (
            box_text()[:-3] + f'{{"{PAY}": "pay/1", "{PAY}": "pay/2"}}}}',
            f"tags.{PAY}: the tag is given twice",
        ),
        (box_text()[:-1] + ', "box": "2"}', "the key 'box' is given twice"),
    ],
)
def test_a_fault_of_a_box_says_what_was_found(text: str, fault: str) -> None:
    assert any(found.startswith(fault) for found in faults_of(text))


def test_tags_of_a_header_are_read_the_same_way() -> None:
    faults: list[str] = []
    assert read_tags({PAY: "pay/1"}, frozenset(GAMES["ccb"]), faults) == {PAY: "pay/1"}
    assert faults == []


def test_every_simulated_tag_looks_like_an_ntag(games: dict[str, Game[Any]]) -> None:
    for game in games.values():
        for card in game.manifest["cards"]:
            uid = simulated_uid(game.slug, card)
            assert is_uid(uid)
            assert len(uid) == 14
            assert uid.startswith("04")
            assert uid[6:8] != "88"


def test_no_two_cards_of_all_games_share_a_simulated_tag(games: dict[str, Game[Any]]) -> None:
    cards = {slug: game.manifest["cards"] for slug, game in games.items()}
    known = simulated_map(cards)
    for slug, names in cards.items():
        assert {known.card(simulated_uid(slug, card), slug) for card in names} == set(names)
    assert sum(len(box.tags) for box in known.boxes) == sum(len(names) for names in cards.values())


def test_a_simulated_tag_is_the_same_on_every_machine() -> None:
    # Playthroughs name these numbers: a change would break every file that has them.
    assert simulated_uid("click_click_boom", "boom/3") == "04460EC17B82FF"


def test_a_second_box_has_tags_of_its_own() -> None:
    assert simulated_uid("ccb", "pay/1") != simulated_uid("ccb", "pay/1", box="2")


@given(game=st.text(max_size=8), card=st.text(max_size=8))
def test_the_cascade_tag_never_begins_the_second_half_of_a_uid(game: str, card: str) -> None:
    assert simulated_uid(game, card)[6:8] != "88"


def test_a_clash_of_simulated_tags_is_an_error_and_not_a_wrong_card(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(deck_map, "simulated_uid", lambda game, card: f"{game[:0]}{card[:0]}04")
    with pytest.raises(ValueError, match="two cards share a simulated UID"):
        simulated_map(GAMES)

"""Starting Setup and First Player: players, characters, who begins (C1, C18, C42)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.errors import FileFault
from companion.core.header import read_header
from companion.core.run import Run
from tests.games.click_click_boom.table import GAME, NAMES, R, Sitting, header


def faults(seats: list[Any], **given: Any) -> list[str]:
    """Return every fault of a header, as the game's set-up tells them."""
    raw = {"ringmaster": 1, "game": GAME.slug, "seats": seats, **given}
    read, wrong = read_header(raw, {GAME.slug: (GAME.options, GAME.players)})
    assert read is not None, wrong
    with pytest.raises(FileFault) as fault:
        GAME.set_up(read, GAME.manifest)
    return list(fault.value.faults)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_c1_three_to_six_may_play(players: int) -> None:
    assert Sitting(players).coins() == (12,) * players


def test_c1_two_are_refused_by_default() -> None:
    assert "allow_two" in faults(["Ann", "Bo"])[0]


def test_c1_two_with_the_option_play_a_stand_off_from_the_start() -> None:
    sit = Sitting(2, allow_two=True)
    assert sit.state.is_stand_off
    assert sit.view()["stand_off"] is True


def test_c1_two_play_every_showdown_as_a_stand_off() -> None:
    sit = Sitting(2, allow_two=True)
    sit.round("stolen", "pay", sides={1: "right"})
    # Ann's own random Stolen card pays the other (C26), who is her right neighbour too.
    assert (sit.coins(), sit.state.pot) == ((10, 13), 3)
    assert sit.rulings("stand_off") == []


@pytest.mark.parametrize("players", [1, 7])
def test_c1_other_numbers_are_faults_of_the_header(players: int) -> None:
    raw = {"ringmaster": 1, "game": GAME.slug, "seats": [*NAMES, "Gus"][:players]}
    read, wrong = read_header(raw, {GAME.slug: (GAME.options, GAME.players)})
    assert read is None
    assert "seats" in wrong[0]


def test_every_fault_of_a_header_is_named_at_once() -> None:
    seats = [
        {"name": "Ann", "character": "wolf"},
        {"name": "Bo", "character": "rory", "team": "a"},
        {"name": "Cy", "character": "rory"},
    ]
    deck = {"bank": [], "texts": {"wolf": "Howls."}}
    found = faults(seats, deck=deck)
    assert [fault.split(":")[0] for fault in found] == [
        "seats.1.character", "seats.2.team", "seats.3.character", "deck", "deck.texts.wolf",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("deck", "place"),
    [
        ({"texts": ["a"]}, "deck.texts"),
        ({"texts": {"buzzard": 3}}, "deck.texts.buzzard"),
        ({"cards": {"pay/19": {"kind": "pay"}}}, "deck.cards.pay/19"),
        ({"cards": {"pay/1": {"kind": "boom"}}}, "deck.cards.pay/1"),
        ({"counts": {"pay": 17}}, "deck.counts.pay"),
    ],
)
def test_a_deck_that_does_not_fit_is_a_fault_with_its_place(
    deck: dict[str, Any], place: str
) -> None:
    assert faults(["Ann", "Bo", "Cy"], deck=deck)[0].split(":")[0] == place


def test_a_header_may_repeat_what_the_rulebook_fixes() -> None:
    deck = {"cards": {"pay/1": {"kind": "pay", "verified": True}}, "counts": {"pay": 18},
            "verified": {"texts": ["carla"]}}  # fmt: skip
    raw = {"ringmaster": 1, "game": GAME.slug, "seats": [*NAMES[:3]], "deck": deck}
    read, _ = read_header(raw, {GAME.slug: (GAME.options, GAME.players)})
    assert read is not None
    assert GAME.set_up(read, GAME.manifest).texts["carla"] == GAME.manifest["texts"]["carla"]


def test_c42_a_headers_text_is_laid_over_the_shipped_one() -> None:
    raw = {"ringmaster": 1, "game": GAME.slug, "seats": [*NAMES[:3]],
           "deck": {"texts": {"buzzard": "Take a card."}}}  # fmt: skip
    read, _ = read_header(raw, {GAME.slug: (GAME.options, GAME.players)})
    assert read is not None
    state = Run(GAME, read).state
    assert state.text("buzzard") == "Take a card."
    assert state.text("carla") == GAME.manifest["texts"]["carla"]


def test_c42_an_ability_without_a_text_says_so() -> None:
    assert "no text" in Sitting(3).state.text("wolf")


def test_the_headers_first_player_begins_at_once() -> None:
    sit = Sitting(3, first=2)
    assert (sit.phase, sit.state.turn) == ("turn", 2)
    assert sit.rulings("first_player")[0]["seat"] == 2


def test_without_a_first_in_the_header_the_kit_asks_everybody() -> None:
    sit = Sitting(3, first=None)
    assert sit.phase == "setup"
    assert sit.asked() == {(1, "first_player"), (2, "first_player"), (3, "first_player")}
    assert sit.coins() == (13, 13, 13)


def test_the_first_button_begins() -> None:
    sit = Sitting(3, first=None)
    sit.press(3, R)
    assert (sit.state.first_player, sit.state.turn) == (3, 3)


def test_the_first_phone_to_say_so_begins() -> None:
    sit = Sitting(3, first=None)
    sit.say(2, done=True)
    assert sit.state.first_player == 2


def test_the_host_says_who_begins() -> None:
    sit = Sitting(3, first=None)
    sit.host(first=2)
    assert sit.state.turn == 2


@pytest.mark.parametrize("first", [0, 4, -1, True, "2", None, 1.5])
def test_the_host_cannot_name_a_first_player_who_is_not_there(first: Any) -> None:
    sit = Sitting(3, first=None)
    sit.host(first=first, refused="no_such_seat")
    assert sit.state.first_player is None


def test_after_the_hosts_start_only_the_first_player_is_missing() -> None:
    sit = Sitting(3, first=None)
    sit.host(start=True)
    assert sit.phase == "first_player"
    assert sit.may() == set()
    sit.host(start=True)
    sit.press(2)
    assert sit.state.turn == 2


def test_start_changes_nothing_once_the_game_runs() -> None:
    sit = Sitting(3)
    before = sit.state
    sit.host(start=True)
    assert sit.state == before


def test_c18_the_ante_is_in_the_pot_when_the_first_turn_begins() -> None:
    sit = Sitting(4)
    assert (sit.coins(), sit.state.pot) == ((12,) * 4, 4)
    assert sit.rulings("shootout_began")[0]["pot"] == 4


def test_a_character_is_tapped_and_then_claimed_with_a_button() -> None:
    sit = Sitting(3, first=None)
    sit.tap("character/rory")
    assert [one["gesture"] for one in sit.view()["waiting"][:3]] == ["claim"] * 3
    sit.press(2)
    assert sit.seat(2).character == "rory"
    assert sit.phase == "setup"


def test_all_characters_can_be_claimed_one_after_another() -> None:
    sit = Sitting(3, first=None)
    for seat, name in ((3, "jill"), (1, "buzzard"), (2, "carla")):
        sit.tap(f"character/{name}")
        if seat != 2:  # the last card can only be the last seat's
            sit.press(seat)
    assert [seat.character for seat in sit.state.seats] == ["buzzard", "carla", "jill"]
    sit.press(1)
    assert sit.state.turn == 1


def test_a_character_on_an_own_reader_needs_no_claim() -> None:
    sit = Sitting(3, first=None)
    sit.tap("character/rory", "seat3")
    assert sit.seat(3).character == "rory"


def test_who_has_a_character_cannot_claim_another() -> None:
    sit = Sitting(3, first=None)
    sit.tap("character/rory", "seat3")
    sit.tap("character/jill")
    sit.press(3)  # no claim, but the first button
    assert sit.state.turn == 3
    assert [seat.character for seat in sit.state.seats] == [None, None, "rory"]


def test_a_taken_character_is_refused() -> None:
    sit = Sitting(3, first=None)
    sit.tap("character/rory", "seat3")
    sit.tap("character/rory", "seat2", refused="character_taken")
    sit.tap("character/rory", refused="character_taken")
    assert sit.seat(2).character is None


@pytest.mark.parametrize("card", ["pay/1", "boom/6", "ability/rory"])
def test_another_card_is_refused_at_once_and_waits_for_no_claim(card: str) -> None:
    sit = Sitting(3, first=None)
    sit.tap(card, refused="no_character")
    sit.press(2)
    assert sit.state.turn == 2


def test_quick_play_asks_for_no_characters_and_holds_no_coins() -> None:
    sit = Sitting(3, first=None, variant="quick")
    assert sit.may() == set()
    sit.tap("character/rory", refused="not_waited_for")
    sit.press(1)
    assert (sit.coins(), sit.state.pot) == ((0, 0, 0), 0)


def test_a_header_may_give_every_character() -> None:
    sit = Sitting(["carla", "brandon", "heather", "felix", "rory", "jill"])
    assert [seat["character"] for seat in sit.view()["seats"].values()] == [
        "carla", "brandon", "heather", "felix", "rory", "jill",
    ]  # fmt: skip
    assert {seat["ability"] for seat in sit.view()["seats"].values()} == {"ready"}


def test_who_has_no_character_has_no_ability() -> None:
    assert Sitting(3).view()["seats"]["1"]["ability"] == "none"


def test_in_quick_play_nobody_has_an_ability() -> None:
    sit = Sitting(["carla", "brandon", "heather"], variant="quick")
    assert {seat["ability"] for seat in sit.view()["seats"].values()} == {"none"}


def test_options_have_the_defaults_of_the_contract() -> None:
    shown = Sitting(3).view()["options"]
    own = {name: shown[name] for name in (option.name for option in GAME.options)}
    assert own == {
        "variant": "standard", "foul_policy": "warn", "dues_replace_ante": False,
        "pass_after_last": False, "felix_any": True, "allow_two": False,
        "late_after": 1.5, "reaction_seconds": 5.0,
    }  # fmt: skip


def test_the_header_helper_reads_a_header() -> None:
    assert header(3).numbers == (1, 2, 3)

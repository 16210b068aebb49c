"""Plans: every table is one that the game takes, and everything a game declares comes up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from companion.core.errors import FileFault
from companion.core.game import Game
from companion.core.header import Header
from companion.core.options import Choice, Option, Seconds, Switch, Whole
from companion.core.playthrough import header_of
from firmware.bench.plans import boards, options_of, plan_of, turn, values
from firmware.board import shipped
from firmware.shelf import games
from firmware.soak import Plan

GAMES = games()


def toy(*options: Option, least: int = 2, most: int = 4, **refused: Any) -> Game[Any]:
    """Return a game with these options that refuses tables with all the values of `refused`."""

    def set_up(header: Header, _manifest: Mapping[str, Any]) -> None:
        has = {**header.options, "players": len(header.seats)}
        if refused and refused.items() <= has.items():
            raise FileFault("header", ["no"])

    return replace(
        GAMES["template"], slug="toy", options=options, players=(least, most), set_up=set_up
    )


def plans(game: Game[Any], count: int = 60, seed: int = 3) -> list[Plan]:
    return [plan_of(game, number, seed) for number in range(count)]


@pytest.mark.parametrize("slug", GAMES)
def test_every_plan_of_every_game_is_a_table_that_it_takes(slug: str) -> None:
    for plan in plans(GAMES[slug]):
        assert header_of(plan.given(), GAMES)[1] == ()
        assert plan.players <= len(shipped(plan.board).seats)


@pytest.mark.parametrize("slug", GAMES)
def test_every_value_that_a_game_declares_comes_up(slug: str) -> None:
    game = GAMES[slug]
    planned = plans(game, 90)
    found = {(name, repr(value)) for plan in planned for name, value in plan.options.items()}
    wanted = {(one.name, repr(value)) for one in options_of(game) for value in values(one)}
    least, most = game.players

    assert found >= wanted
    assert {plan.players for plan in planned} == set(range(least, most + 1))
    assert {plan.board for plan in planned} >= {*boards(most), *boards(least)}
    assert len({plan.seed for plan in planned}) == 90


def test_one_seed_plans_the_same_tables_and_another_seed_others() -> None:
    game = GAMES["click_click_boom"]

    assert plans(game, 20) == plans(game, 20)
    assert [one.options for one in plans(game, 20)] != [one.options for one in plans(game, 20, 4)]


def test_a_stated_option_holds_at_every_table_and_the_others_take_their_turns() -> None:
    game = GAMES["boom_boom_battle"]
    planned = [plan_of(game, number, 3, {"mode": "death_match"}) for number in range(40)]

    assert {plan.options["mode"] for plan in planned} == {"death_match"}
    assert {plan.players for plan in planned} == {2, 4, 6}
    assert {plan.options.get("hands") for plan in planned} == {None, "honour", "tracked"}


def test_no_table_can_have_a_stated_option_that_there_is_not() -> None:
    with pytest.raises(ValueError, match="takes no table"):
        plan_of(GAMES["boom_boom_battle"], 0, 1, {"mode": "melee"})


def test_every_fifth_table_plays_with_the_defaults() -> None:
    options = [plan.options for plan in plans(toy(Switch("fast", default=False)), 10)]

    assert [number for number, one in enumerate(options) if not one] == [0, 5]


def test_in_every_lap_each_takes_its_turn_once() -> None:
    laps = [{turn("abc", lap * 3 + place, "seed") for place in range(3)} for lap in range(20)]
    firsts = {turn("abc", lap * 3, "seed") for lap in range(20)}

    assert laps == [{"a", "b", "c"}] * 20
    assert firsts == {"a", "b", "c"}


@pytest.mark.parametrize(
    ("option", "wanted"),
    [
        (Choice("mode", "duel", ("melee",)), ["duel", "melee"]),
        (Switch("fast", default=True), [False, True]),
        (Seconds("late", 1.5, 0.3, 10), [1.5, 0.3, 2.725]),
        (Seconds("tie", 0, 0, 0.2), [0, 0.05]),
        (Whole("rounds", 10, 1, 50), [1, 2, 3]),
        (Whole("lives", 1, 1, 2), [1, 2]),
    ],
    ids=lambda one: getattr(one, "name", ""),
)
def test_words_come_whole_and_numbers_from_the_low_end(option: Option, wanted: list[Any]) -> None:
    assert list(values(option)) == wanted


def test_two_of_click_click_boom_are_allowed_to_play() -> None:
    pairs = [one for one in plans(GAMES["click_click_boom"]) if one.players == 2]

    assert len(pairs) == 12
    assert all(one.options["allow_two"] for one in pairs)


def test_a_table_that_the_game_refuses_is_made_legal_by_one_change() -> None:
    mode, fast = Choice("mode", "duel", ("melee",)), Switch("fast", default=True)
    found = plans(toy(mode, fast, players=3, mode="melee"))

    assert {one.options.get("mode") for one in found if one.players == 3} == {"duel", None}
    assert {one.options.get("mode") for one in found if one.players != 3} == {
        "duel",
        "melee",
        None,
    }


def test_where_no_change_helps_others_sit_down() -> None:
    assert {one.players for one in plans(toy(Switch("fast", default=True), players=3))} == {2, 4}


def test_a_game_that_takes_no_table_at_all_is_told() -> None:
    with pytest.raises(ValueError, match="Quick Draw takes no table of 2, nor one near it"):
        plan_of(toy(Switch("fast", default=True), most=2, players=2), 0, 1)


def test_boards_fit_the_number_of_players() -> None:
    assert boards(2) == ["four_bells", "four_seats", "standard", "two_seats"]
    assert boards(5) == ["standard"]

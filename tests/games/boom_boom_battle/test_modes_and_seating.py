"""Preparation: modes, teams, hands, draw decks, and who begins (B1, B33)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.errors import FileFault
from companion.games.boom_boom_battle.state import State
from tests.games.boom_boom_battle.table import GAME, NAMES, R, Sitting, header


def set_up(seats: int | list[Any], **given: Any) -> State:
    return GAME.set_up(header(seats, **given), GAME.manifest)


def faults_of(seats: int | list[Any], **given: Any) -> tuple[str, ...]:
    with pytest.raises(FileFault) as caught:
        set_up(seats, **given)
    return caught.value.faults


def teams(seats: int | list[Any], **given: Any) -> list[str | None]:
    return [player.team for player in set_up(seats, **given).players.values()]


def seated(*stated: str | None) -> list[dict[str, str]]:
    """Return seats of which some state a team."""
    named = zip(NAMES, stated, strict=False)
    return [{"name": name} | ({"team": team} if team else {}) for name, team in named]


@pytest.mark.parametrize(
    ("seats", "hand", "draw", "remaining"),
    [(2, 8, 4, 46), (3, 8, 6, 36), (4, 8, 8, 26), (5, 7, 8, 23), (6, 6, 8, 22)],
)
def test_hands_and_decks_go_by_the_number_of_players(
    seats: int, hand: int, draw: int, remaining: int
) -> None:
    sit = Sitting(seats)
    assert sit.hands() == [hand] * seats
    assert sit.piles() == (draw, remaining, 0, 0)
    assert (sit.view()["limit"], sit.last("dealt")["hand"]) == (hand, hand)


@pytest.mark.parametrize(("seats", "mode"), [(2, "duel"), (3, "free_for_all"), (4, "duel")])
def test_b1_an_unstated_mode_goes_by_the_number_of_players(seats: int, mode: str) -> None:
    sit = Sitting(seats)
    assert (sit.view()["mode"], sit.view()["options"]["mode"]) == (mode, mode)


@pytest.mark.parametrize(("seats", "mode"), [(5, "free_for_all"), (6, "duel")])
def test_b1_an_unstated_mode_of_a_large_table(seats: int, mode: str) -> None:
    assert set_up(seats).house.mode == mode


@pytest.mark.parametrize("mode", ["duel", "death_match"])
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_b1_teams_sit_alternately(seats: int, mode: str) -> None:
    assert teams(seats, mode=mode) == ["a", "b"] * (seats // 2)


@pytest.mark.parametrize("mode", ["duel", "death_match"])
@pytest.mark.parametrize("seats", [3, 5])
def test_b1_an_odd_table_plays_free_for_all_only(seats: int, mode: str) -> None:
    (fault,) = faults_of(seats, mode=mode)
    assert fault == (
        f"options.mode: found {mode!r} with {seats} players "
        "(allowed: free_for_all; teams are even)"
    )


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_b1_everybody_may_play_free_for_all_without_teams(seats: int) -> None:
    assert teams(seats, mode="free_for_all") == [None] * seats


def test_b1_the_first_seat_that_states_a_team_decides_for_all() -> None:
    assert teams(seated("b", None, None, None)) == ["b", "a", "b", "a"]
    assert teams(seated(None, None, "b", "a")) == ["b", "a", "b", "a"]
    assert teams(seated("a", "b", "a", "b", "a", "b")) == ["a", "b"] * 3


def test_b1_a_seating_that_does_not_alternate_is_refused() -> None:
    assert faults_of(seated("a", "a", None, "b")) == (
        "seats.2.team: found 'a' (allowed: b; teams sit alternately)",
    )
    assert faults_of(seated("b", None, "a", "b")) == (
        "seats.3.team: found 'a' (allowed: b; teams sit alternately)",
        "seats.4.team: found 'b' (allowed: a; teams sit alternately)",
    )


def test_b1_there_are_two_teams() -> None:
    assert faults_of(seated("red", None)) == ("seats.1.team: found 'red' (allowed: a, b)",)
    assert faults_of(seated("red", None, None), mode="free_for_all") == (
        "seats.1.team: found 'red' (allowed: a, b)",
    )


def test_free_for_all_takes_a_team_aid_regardless_of_the_team() -> None:
    assert teams(seated("a", "a", "b"), mode="free_for_all") == [None] * 3


def test_all_that_is_wrong_with_a_header_is_told_at_once() -> None:
    assert len(faults_of(seated("a", "a", "red"), mode="duel")) == 2


def test_only_a_duel_has_tokens() -> None:
    assert Sitting(4, mode="duel").view()["tokens"] == {"a": 0, "b": 0}
    assert Sitting(4, mode="death_match").view()["tokens"] is None
    assert Sitting(4, mode="free_for_all").view()["tokens"] is None


@pytest.mark.parametrize(("seats", "goal"), [(2, 2), (4, 2), (6, 3)])
def test_the_tokens_that_win_a_duel(seats: int, goal: int) -> None:
    assert Sitting(seats).view()["goal"] == goal


def test_the_options_of_the_house_are_taken() -> None:
    house = set_up(
        4,
        mode="death_match",
        hands="tracked",
        reaction_seconds=7,
        hospital_revive="death_match",
        mutual_wipe="any_attack",
        ring_gap=1.2,
    ).house
    assert (house.is_tracked, house.revives, house.is_any_wipe_won) == (True, True, True)
    assert (house.reaction_ns, house.gap_ns) == (7_000_000_000, 1_200_000_000)
    plain = set_up(2).house
    assert (plain.is_tracked, plain.revives, plain.is_any_wipe_won) == (False, False, False)
    assert plain.reaction_ns == 5_000_000_000


# Who most recently ate chicken


def test_the_header_says_who_begins() -> None:
    sit = Sitting(3, first=2)
    assert (sit.state.turn, sit.view()["first"], sit.last("begins")["seat"]) == (2, 2, 2)


def test_the_host_says_who_begins() -> None:
    sit = Sitting(3, first=None)
    assert (sit.phase, sit.state.turn) == ("begin", None)
    sit.host(first=4, refused="no_such_seat")
    sit.host(first=True, refused="no_such_seat")
    sit.host(first=3)
    assert (sit.phase, sit.state.turn, sit.view()["first"]) == ("turn", 3, 3)


def test_the_first_button_says_who_begins() -> None:
    sit = Sitting(3, first=None)
    assert {seat for seat, _ in sit.waiting()} == {1, 2, 3}
    sit.press(3, R)
    assert (sit.state.turn, sit.phase) == (3, "turn")


def test_a_phone_says_who_begins() -> None:
    sit = Sitting(3, first=None)
    sit.say(2, done=True)
    assert sit.state.turn == 2


def test_whoever_plays_on_a_phone_begins_with_that() -> None:
    sit = Sitting(3, first=None)
    sit.play(2, "vest/1")
    assert (sit.view()["first"], sit.front(2), sit.state.turn) == (2, ["vest/1"], 3)


def test_whoever_escapes_on_a_phone_begins_with_that() -> None:
    sit = Sitting(3, first=None)
    sit.escape(3, "vest/1", "pan/1")
    assert (sit.view()["first"], sit.state.discard, sit.state.turn) == (
        3,
        ("vest/1", "pan/1"),
        1,
    )


def test_a_play_that_will_not_do_begins_nothing() -> None:
    sit = Sitting(3, first=None)
    sit.play(2, "rifle/1", 2, refused="target_self")
    sit.escape(2, refused="escape_count")
    assert (sit.phase, sit.view()["first"]) == ("begin", None)


def test_if_the_first_player_has_left_the_next_one_begins() -> None:
    sit = Sitting(3, first=1, hands="tracked")
    assert sit.phase == "deal"
    sit.leave(1)
    for seat in (2, 3):
        free = [card for card in sit.state.deck.actions if not _is_known(sit, card)]
        sit.draws(seat, *free[:8])
    assert (sit.view()["first"], sit.state.turn) == (1, 2)


def test_who_leaves_before_the_beginning_is_not_asked() -> None:
    sit = Sitting(3, first=None)
    sit.leave(1)
    sit.host(first=1, refused="no_such_seat")
    sit.press(2)
    assert sit.state.turn == 2


def _is_known(sit: Sitting, card: str) -> bool:
    return any(card in player.cards for player in sit.state.players.values())


# Tracked hands are told first


def test_tracked_hands_are_told_before_anybody_begins() -> None:
    sit = Sitting(2, hands="tracked")
    sit.draws(1, "rifle/1", "rifle/2", "rifle/3")
    sit.draws(2, "rifle/1", refused="not_drawn")
    sit.draws(
        2, *[f"smg/{n}" for n in range(1, 7)], "pan/1", "pan/2", "pan/3", refused="draw_count"
    )
    sit.draws(2, "pan/1", "pan/1", refused="card_repeated")
    sit.draws(2, "location/1", refused="no_action_card")
    sit.draws(2, refused="draw_count")
    sit.draws(2, *[f"smg/{n}" for n in range(1, 7)], "pan/1", "pan/2")
    sit.tap("lmg/1")
    sit.tap("lmg/2", "tray")
    sit.tap("lmg/3", "seat1")
    assert sit.phase == "deal"
    sit.draws(1, "vest/1", "vest/2")
    assert (sit.phase, sit.cards(1) >= {"rifle/1", "lmg/3"}) == ("turn", True)


def test_the_lights_lead_who_taps_on_a_shared_reader_in_the_deal() -> None:
    sit = Sitting(2, first=2, hands="tracked")
    sit.tap("rifle/1")
    sit.tap("rifle/2", "seat1")
    assert (sit.cards(2), sit.cards(1)) == ({"rifle/1"}, {"rifle/2"})


def test_who_leaves_in_the_deal_is_not_waited_for() -> None:
    sit = Sitting(3, hands="tracked")
    for seat, kind in ((1, "rifle"), (2, "smg")):
        sit.draws(seat, *[f"{kind}/{n}" for n in range(1, 7)], f"pan/{seat}", f"lmg/{seat}")
    assert sit.phase == "deal"
    sit.leave(3)
    assert (sit.phase, sit.hands()) == ("turn", [8, 8, 0])

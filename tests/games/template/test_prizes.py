from __future__ import annotations

import pytest

from companion.core.errors import FileFault
from companion.core.game import Audience
from tests.games.template.tables import GAME, Kit, header


def test_the_winner_takes_a_prize_that_only_the_own_phone_shows() -> None:
    kit = Kit()
    kit.win(2)
    kit.tap("gold/1")
    assert kit.state.players[2].prizes == ("gold/1",)
    shown: dict[Audience, object] = {
        who: kit.referee.view(who)["seats"]["2"].get("cards") for who in ("public", "host", 1, 2)
    }
    assert shown == {"public": None, "host": None, 1: None, 2: ["gold/1"]}
    assert kit.referee.view("public")["seats"]["2"]["prizes"] == 1
    assert GAME.private_cards(kit.state) == {"gold/1"}


def test_the_winner_may_take_a_sure_point_by_button() -> None:
    kit = Kit()
    kit.win(2)
    kit.press(2)
    assert kit.referee.view("public")["seats"]["2"]["points"] == 1
    assert kit.rulings("point_taken")[0]["text"] == "Bo takes one point."


def test_a_prize_that_lies_before_somebody_is_refused_and_only_that_seat_is_told() -> None:
    kit = Kit()
    kit.win(1)
    kit.tap("gold/1")
    kit.win(2)
    assert kit.tap("gold/1").verdict.value == "refused"
    assert kit.referee.view(2)["refused"]["reason"] == "prize_taken"
    assert kit.referee.view("public")["refused"]["reason"] == "private"
    assert kit.tap("silver/1").verdict.value == "accepted"


def test_a_prize_before_anybody_has_won_is_refused() -> None:
    kit = Kit()
    assert kit.tap("gold/1").verdict.value == "refused"
    assert kit.referee.view("public")["refused"]["reason"] == "no_prize_yet"


def test_others_than_the_winner_are_not_waited_for() -> None:
    kit = Kit()
    kit.win(1)
    assert kit.say(2, point=True).verdict.value == "refused"
    assert kit.referee.view(2)["refused"]["reason"] == "not_waited_for"


def test_after_the_last_round_all_prizes_are_turned_up_and_the_most_points_win() -> None:
    kit = Kit(rounds=2)
    kit.win(1)
    kit.press(1)
    kit.win(2)
    kit.tap("silver/1")
    public = kit.referee.view("public")
    assert (public["over"], public["phase"], public["winners"]) == (True, "over", [2])
    assert public["seats"]["2"]["cards"] == ["silver/1"]
    assert [seat["total"] for seat in public["seats"].values()] == [1, 2, 0]
    assert [one["points"] for one in kit.rulings("turned_up")] == [1, 2, 0]
    assert kit.rulings("won")[0]["text"] == "Bo: 2 points, the most at the table."
    assert GAME.private_cards(kit.state) == frozenset()


def test_equal_points_share_the_win() -> None:
    kit = Kit(rounds=2, seats=2)
    for seat in (1, 2):
        kit.win(seat)
        kit.press(seat)
    assert kit.referee.view("public")["winners"] == [1, 2]


def test_when_all_prizes_are_taken_there_is_still_the_point() -> None:
    kit = Kit()
    kit.host(adjust={"seat": 3, "cards": sorted(kit.state.worth)})
    kit.win(1)
    assert kit.tap("gold/1").verdict.value == "refused"
    kit.press(1)
    assert kit.state.players[1].points == 1


def test_the_host_corrects_points_and_prizes() -> None:
    kit = Kit()
    kit.host(adjust={"seat": 1, "points": 2, "cards": ["gold/1"]})
    kit.host(adjust={"seat": 1, "points": -1})
    assert (kit.state.players[1].points, kit.state.players[1].prizes) == (1, ("gold/1",))


@pytest.mark.parametrize(
    "change",
    [
        {"coins": 1},
        {"points": "many"},
        {"points": True},
        {"alive": 1},
        {"cards": "gold/1"},
        {"cards": ["ace/1"]},
        {"cards": [["gold/1"]]},
        {"cards": ["gold/1", "gold/1"]},
        {"cards": ["silver/2"]},
    ],
    ids=str,
)
def test_a_correction_that_does_not_fit_is_refused(change: dict[str, object]) -> None:
    kit = Kit()
    kit.host(adjust={"seat": 2, "cards": ["silver/2"]})
    before = kit.state
    assert kit.host(adjust={"seat": 1, **change}).verdict.value == "refused"
    assert kit.state == before


def test_the_host_can_end_the_game_and_the_best_so_far_have_won() -> None:
    kit = Kit()
    kit.win(3)
    kit.press(3)
    kit.host(end=True)
    assert kit.referee.view("public")["winners"] == [3]


def test_only_the_game_s_own_word_may_be_said() -> None:
    assert GAME.say_fault({"point": True}) is None
    assert GAME.say_fault({"point": 3}) == "found {'point': 3} (allowed: point: true)"


def test_a_deck_with_another_kind_of_prize_is_refused_with_its_place() -> None:
    deck = {"cards": {"bronze/1": {"kind": "bronze"}}}
    with pytest.raises(FileFault, match=r"cards\.bronze/1\.kind: .*gold, silver, empty"):
        GAME.set_up(header(deck=deck), GAME.manifest)


def test_a_header_s_deck_may_say_what_a_card_is() -> None:
    deck = {"cards": {"empty/3": {"kind": "gold"}}, "counts": {"empty": 2, "gold": 2}}
    assert Kit(deck=deck).state.worth["empty/3"] == 3


def test_a_deck_may_be_smaller_than_the_number_of_rounds() -> None:
    kit = Kit(seats=2, rounds=6)
    for card in sorted(kit.state.worth):
        kit.win(1)
        kit.tap(card)
    assert kit.referee.view("public")["seats"]["1"]["total"] == 7

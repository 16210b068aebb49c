"""What nobody may know: picks, answers, and reasons that speak of an unseen card."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.game import Audience
from tests.games.click_click_boom.table import GAME, R, Sitting

EVERYBODY: tuple[Audience, ...] = ("public", "host", 1, 2, 3)
TABLE = ["heather", "carla", "brandon"]


def until(phase: str, left: str, right: str) -> Sitting:
    """Return a sitting in a phase, with these cards tapped as Ann's picks."""
    sit = Sitting(TABLE)
    sit.tap(left)
    sit.tap(right)
    sit.press(1)
    if phase == "turn":
        return sit
    sit.take_turns()
    if phase == "commit":
        return sit
    sit.hold_all()
    sit.ring()
    if phase == "countdown":
        return sit
    sit.woke(sit.now + 10**10)
    for seat in (2, 3):
        sit.say(seat, show="pay")
    if phase == "revealed":
        sit.say(1, show=left.split("/", maxsplit=1)[0])
    return sit


PHASES = pytest.mark.parametrize("phase", ["turn", "commit", "countdown", "reveal"])


@PHASES
def test_a_tapped_pick_is_in_no_view(phase: str) -> None:
    sit = until(phase, "boom/1", "stolen/1")
    for text in sit.views().values():
        assert "boom/1" not in text
        assert "stolen/1" not in text


@PHASES
def test_which_card_was_tapped_changes_no_byte_of_any_view(phase: str) -> None:
    assert until(phase, "boom/1", "stolen/1").views() == until(phase, "pay/1", "pay/2").views()


@PHASES
def test_whether_a_pick_was_tapped_changes_no_question(phase: str) -> None:
    sit, blind = until(phase, "boom/1", "stolen/1"), Sitting(TABLE)
    if phase != "turn":
        blind.take_turns()
    if phase in ("countdown", "reveal"):
        blind.hold_all()
        blind.ring()
    if phase == "reveal":
        blind.woke(blind.now + 10**10)
        for seat in (2, 3):
            blind.say(seat, show="pay")
    if phase == "turn":
        blind.press(1)
    assert sit.asked() == blind.asked()
    assert sit.may() == blind.may()


@PHASES
def test_the_kits_unseen_cards_are_private(phase: str) -> None:
    sit = until(phase, "boom/1", "stolen/1")
    assert GAME.private_cards(sit.state) == {"boom/1", "stolen/1"}


def test_a_revealed_pick_is_no_secret_and_the_other_one_stays_one() -> None:
    sit = Sitting(3)
    sit.tap("boom/1")
    sit.tap("stolen/1")
    sit.shoot()
    sit.tap("boom/1")
    assert GAME.private_cards(sit.state) == {"stolen/1"}
    assert sit.view()["seats"]["1"]["shown"] == "boom"


def test_the_unchosen_pick_is_forgotten_when_it_goes_back_into_a_hand() -> None:
    sit = Sitting(3)
    sit.tap("boom/1")
    sit.tap("stolen/1")
    sit.shoot({1: "right"})
    sit.tap("stolen/1")
    for seat in (2, 3):
        sit.say(seat, show="pay")
    assert GAME.private_cards(sit.state) == frozenset()


def test_a_reason_that_speaks_of_an_unseen_card_is_told_to_its_seat_alone() -> None:
    sit = until("reveal", "boom/1", "stolen/1")
    sit.tap("stolen/1", refused="not_that_card")
    told = {str(who): sit.view(who)["refused"]["reason"] for who in EVERYBODY}
    assert told == {
        "public": "private", "host": "private", "1": "not_that_card", "2": "private",
        "3": "private",
    }  # fmt: skip
    assert sit.view()["refused"]["seat"] == 1


def test_a_wrong_word_about_a_known_pick_is_refused_privately() -> None:
    sit = until("reveal", "boom/1", "stolen/1")
    sit.say(1, show="pay", refused="not_that_card")
    assert sit.view()["refused"]["reason"] == "private"


def test_the_reveal_offers_every_kind_whatever_the_kit_knows() -> None:
    for card in ("boom/1", "pay/1"):
        sit = until("reveal", card, "stolen/1")
        assert sit.says(1, "reveal") == [{"show": kind} for kind in ("pay", "stolen", "boom")]


def test_tapping_a_pick_again_tells_the_others_nothing() -> None:
    sit = Sitting(3)
    sit.tap("boom/1")
    sit.press(1)
    sit.tap("boom/1", refused="picked_already")
    told = {str(who): sit.view(who)["refused"]["reason"] for who in EVERYBODY}
    assert told["2"] == "picked_already"
    assert {told[who] for who in ("public", "host", "1", "3")} == {"private"}


def test_before_the_count_a_tapped_pick_does_not_tell_whose_it_is() -> None:
    sit = until("commit", "boom/1", "stolen/1")
    sit.tap("boom/1", refused="not_waited_for")
    assert sit.view()["refused"]["seat"] is None


@pytest.mark.parametrize("known", [True, False])
def test_carlas_window_opens_by_the_revealed_card_not_by_what_the_kit_knows(known: bool) -> None:
    sit = Sitting(["carla", None, None])
    if known:
        sit.tap("boom/1")
    sit.shoot()
    sit.say(1, show="boom")
    sit.say(2, show="pay")
    assert sit.phase == "reveal"
    sit.say(3, show="pay")
    assert sit.phase == "carla"


def test_in_the_fifth_showdown_the_hidden_card_is_hidden_though_all_know_it() -> None:
    sit = Sitting(["carla", None, None])
    for kinds in (("pay",) * 3, ("pay",) * 3, ("pay",) * 3, ("stolen",) * 3):
        sit.round(*kinds)
    sit.showdown("boom", "stolen", "stolen")
    sit.press(1)
    assert sit.view()["seats"]["1"]["played"][-1] == "hidden"


def test_the_public_view_has_what_the_scoreboard_shows() -> None:
    sit = Sitting(["carla", None, None])
    sit.showdown("stolen", "pay", "pay", sides={1: "right"})
    view = sit.view()
    wanted: dict[str, Any] = {
        "game": "click_click_boom", "phase": "pass", "shootout": 1, "showdown": 1, "pot": 5,
        "first_player": 2, "token": {"side": "right"}, "over": False, "winners": [],
    }  # fmt: skip
    assert {key: view[key] for key in wanted} == wanted
    assert view["seats"]["1"] == {
        "name": "Ann", "coins": 10, "alive": True, "unplayed": 5, "played": ["stolen"],
        "character": "carla", "ability": "ready", "side": "right", "shown": None,
        "forced": False, "late": False,
    }  # fmt: skip


def test_what_is_same_is_said_aloud() -> None:
    sit = Sitting(3, variant="advanced")
    sit.press(1, R)
    assert sit.view()["rulings"][-1]["text"] == "Both neighbours picked the same card for Ann."

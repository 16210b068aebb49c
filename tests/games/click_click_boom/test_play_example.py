"""The rulebook's Play Example: three at a table, a lie, a BOOM, and two silver for Carla.

Heather's left neighbour is Brandon and her right one Carla, so Carla's right one is Brandon: the
two silver that she collects "from the player on her right" are his.
"""

from __future__ import annotations

import pytest

from companion.core.events import Side
from tests.games.click_click_boom.table import TO_SHOOT, L, R, Sitting

HEATHER, BRANDON, CARLA = 1, 2, 3


@pytest.fixture
def sit() -> Sitting:
    """The table as Heather's turn begins."""
    return Sitting(["heather", "brandon", "carla"])


def play(sit: Sitting) -> None:
    """Play the example up to the end of its Showdown."""
    # "It'll only make you pay a coin to the pot": it is the BOOM. Carla's is a Click.
    sit.tap("boom/1")
    sit.tap("pay/1")
    sit.press(HEATHER)
    # Brandon's left card lies between him and Carla; his neighbours pick for him, then for her.
    sit.tap("stolen/1")
    sit.tap("pay/2")
    sit.press(BRANDON)
    sit.press(CARLA)
    # Heather trusts her Deputy and asks nobody.
    sit.hold(HEATHER, L)
    sit.hold(BRANDON, L)
    sit.hold(CARLA, R)
    sit.ring()
    shoot = sit.now + TO_SHOOT
    for seat in (HEATHER, BRANDON, CARLA):
        sit.let_go(seat, at=shoot)
    sit.tap("boom/1")
    sit.tap("stolen/1")
    sit.tap("pay/3")


def test_everybody_antes_and_the_pot_holds_three(sit: Sitting) -> None:
    assert (sit.coins(), sit.state.pot) == ((12, 12, 12), 3)


def test_brandon_sits_on_heathers_left_and_carla_on_her_right(sit: Sitting) -> None:
    sit.take_turns()
    for side, other in ((L, BRANDON), (R, CARLA)):
        table = Sitting(["heather", "brandon", "carla"])
        table.take_turns()
        table.use(HEATHER, ask=side.value)
        assert table.rulings("asked_neighbour")[0]["other"] == other


def test_heather_could_have_made_brandon_tell_the_truth(sit: Sitting) -> None:
    sit.tap("boom/1")
    sit.take_turns()
    sit.use(HEATHER, ask="left")
    sit.say(BRANDON, told="pay")
    assert sit.fouls() == [(BRANDON, "lied", None)]


def test_a_lie_that_nobody_asked_for_is_no_foul(sit: Sitting) -> None:
    play(sit)
    assert sit.fouls() == []


def test_heather_is_dead(sit: Sitting) -> None:
    play(sit)
    seat = sit.view()["seats"]["1"]
    assert (seat["alive"], seat["played"], seat["unplayed"]) == (False, ["boom"], 5)


def test_carla_collects_two_silver_from_the_player_on_her_right(sit: Sitting) -> None:
    play(sit)
    stolen = sit.rulings("stolen")
    assert [(one["seat"], one["to"], one["amount"]) for one in stolen] == [(BRANDON, CARLA, 2)]


def test_the_coins_after_the_showdown(sit: Sitting) -> None:
    play(sit)
    # Brandon gave two; Carla got them and paid one to the pot.
    assert (sit.coins(), sit.state.pot) == ((12, 10, 13), 4)
    assert sum(sit.coins()) + sit.state.pot == 39


def test_carlas_ability_is_not_asked_for_since_the_boom_is_heathers(sit: Sitting) -> None:
    play(sit)
    assert sit.phase == "pass"
    assert sit.view()["seats"]["3"]["ability"] == "ready"


def test_good_luck_playing_her_on_the_next_showdown_is_a_stand_off(sit: Sitting) -> None:
    play(sit)
    assert sit.rulings("stand_off")[0]["seats"] == [BRANDON, CARLA]
    assert sit.rulings("cards_passed")[0] | {"number": 0, "cite": ""} == {
        "number": 0, "ruling": "cards_passed", "cite": "", "seats": [BRANDON, CARLA],
        "side": "left",
    }  # fmt: skip


def test_the_token_goes_to_brandon_and_shows_right(sit: Sitting) -> None:
    play(sit)
    assert (sit.state.first_player, sit.state.token) == (BRANDON, Side.RIGHT)
    sit.pass_on()
    assert sit.state.turn == BRANDON


def test_the_board_tells_the_story(sit: Sitting) -> None:
    play(sit)
    texts = [one["text"] for one in sit.view()["rulings"]]
    assert texts[-8:] == [
        "Bo turns up the left card: stolen.",
        "Cy turns up the right card: pay.",
        "BOOM! Ann is dead.",
        "Cy takes 2 from Bo.",
        "Cy pays 1 to the pot.",
        "Pass a card to the left: Bo and Cy.",
        "Bo is First Player now; the token shows Pass right.",
        "Stand-off between Bo and Cy!",
    ]

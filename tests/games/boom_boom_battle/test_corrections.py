"""What the host corrects: hands, tokens, and who plays."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.boom_boom_battle.table import a_table, numbered, tracked

FREE, DEATH = "free_for_all", "death_match"


def test_a_hidden_hand_grows_out_of_the_remaining_deck_and_back_into_it() -> None:
    sit = a_table(3, hands={2: 4})
    remaining = sit.piles()[1]
    sit.adjust(2, hand=2)
    assert (sit.hand(2), sit.piles()[1]) == (6, remaining - 2)
    sit.adjust(2, hand=-5)
    assert (sit.hand(2), sit.piles()[1]) == (1, remaining + 3)


def test_a_correction_is_announced() -> None:
    sit = a_table(3, hands={2: 4})
    sit.adjust(2, hand=2)
    ruling = sit.last("corrected")
    assert (ruling["seat"], ruling["change"]) == (2, {"hand": 2})


@pytest.mark.parametrize(
    "change",
    [
        {"hand": -5},
        {"hand": 99},
        {"cards": ["rifle/1"]},
        {"coins": 1},
        {"money": 1},
        {"points": 1},
        {"hand": 1, "coins": 1},
    ],
)
def test_what_cannot_be_is_refused_as_a_whole(change: dict[str, Any]) -> None:
    sit = a_table(3, hands={2: 4})
    sit.adjust(2, refused="bad_adjustment", **change)
    assert sit.hand(2) == 4


def test_nobody_who_is_out_has_a_hand() -> None:
    sit = a_table(3, gone=[2])
    sit.adjust(2, hand=1, refused="bad_adjustment")
    sit.adjust(2, alive=False, hand=1, refused="bad_adjustment")


def test_a_card_given_by_the_host_counts_as_drawn() -> None:
    """Such a card may be any: it neither contradicts an answer, nor should it have been laid."""
    sit = a_table(3, place="base", hands={1: "rifle/1 pan/1", 2: 4}, deck=numbered(vest=7))
    sit.play(1, "rifle/1", 2, [3])
    sit.missed(2)
    sit.passes(2)
    sit.adjust(2, hand=2)
    sit.escape(2, "smg/2")  # location 3
    sit.redraw(2, "vest/1")
    assert (sit.fouls(), sit.last("redrawn")["case"]) == ([], "replaced")


def test_a_card_taken_by_the_host_is_no_fresh_one_any_more() -> None:
    sit = a_table(3, place="desert", hands={1: 2}, keeps="vest/1", deck=numbered(vest=2))
    sit.escape(1, "rifle/1", "rifle/3")
    sit.adjust(1, hand=-2)
    sit.adjust(1, hand=1)
    assert sit.player(1).fresh == 1


# Tokens


def test_tokens_are_corrected_for_the_seat_s_team() -> None:
    sit = a_table(4)
    sit.adjust(3, points=1)
    assert sit.view()["tokens"] == {"a": 1, "b": 0}
    sit.adjust(1, points=-1)
    sit.adjust(2, points=-1, refused="bad_adjustment")
    assert sit.view()["tokens"] == {"a": 0, "b": 0}


def test_only_a_duel_has_tokens_to_correct() -> None:
    a_table(4, mode=DEATH).adjust(1, points=1, refused="bad_adjustment")


# Known hands


def test_a_known_hand_is_what_the_host_says() -> None:
    sit = tracked(2, hands={1: "rifle/1 rifle/2", 2: "pan/1"})
    remaining = sit.piles()[1]
    sit.adjust(1, cards=["rifle/1", "smg/1", "smg/2"])
    assert (sit.cards(1), sit.hand(1)) == ({"rifle/1", "smg/1", "smg/2"}, 3)
    assert sit.piles()[1] == remaining - 1
    sit.adjust(1, cards=["vest/1"])
    assert (sit.hand(1), sit.piles()[1]) == (1, remaining + 1)


def test_the_cards_of_a_correction_are_counted_and_never_named() -> None:
    sit = tracked(2, hands={1: "rifle/1 rifle/2", 2: "pan/1"})
    sit.adjust(1, cards=["smg/6"])
    assert sit.last("corrected")["change"] == {"cards": 1}


@pytest.mark.parametrize(
    "cards",
    [
        ["pan/1"],  # in another hand
        ["vest/1"],  # in front of somebody
        ["smg/1", "smg/1"],
        ["location/1"],
        ["smg/9"],
        ["helmet/1"],  # circled
        ["lmg/1"],  # on the discard pile
    ],
)
def test_no_card_is_given_that_lies_elsewhere(cards: list[str]) -> None:
    sit = tracked(
        2,
        place="desert",
        hands={1: "rifle/1 rifle/3", 2: "pan/1"},
        front={2: "vest/1"},
        discard="lmg/1",
        deck=numbered(helmet=2),
    )
    sit.adjust(1, cards=cards, refused="bad_adjustment")


def test_a_known_hand_grows_no_further_than_the_remaining_deck() -> None:
    sit = tracked(2, hands={1: "rifle/1", 2: "pan/1"}, remaining=1, keeps="smg/1 smg/2 smg/3")
    sit.adjust(1, cards=["rifle/1", "smg/1", "smg/2"], refused="bad_adjustment")
    sit.adjust(1, cards=["rifle/1", "smg/1"])
    assert sit.piles()[1] == 0


def test_known_hands_are_never_corrected_by_number() -> None:
    sit = tracked(2, hands={1: "rifle/1", 2: "pan/1"})
    sit.adjust(1, hand=1, refused="bad_adjustment")


def test_cards_that_are_given_need_not_be_told() -> None:
    sit = tracked(2, hands={1: "vest/1 vest/2", 2: "pan/1"})
    sit.escape(1, "vest/1")
    assert sit.phase == "draw"
    sit.adjust(1, cards=["vest/2", "smg/1"])
    assert (sit.phase, sit.state.turn) == ("turn", 2)


# Who plays


def test_who_leaves_puts_the_hand_back_unseen() -> None:
    sit = a_table(4, mode=FREE, hands={2: 5}, front={2: "vest/1"})
    remaining = sit.piles()[1]
    sit.leave(2)
    assert (sit.hand(2), sit.piles()[1:3]) == (0, (remaining + 5, 1))
    assert not sit.view()["seats"]["2"]["alive"]
    sit.adjust(2, alive=False)
    assert sit.piles()[1] == remaining + 5


def test_the_known_cards_of_who_leaves_may_be_drawn_by_others() -> None:
    sit = tracked(3, hands={1: "vest/1 vest/2", 2: "pan/1", 3: "pan/2"})
    sit.leave(3)
    sit.escape(1, "vest/1")
    sit.draws(1, "pan/2")
    assert sit.cards(1) == {"vest/2", "pan/2"}


def test_who_comes_back_gets_a_hand_at_once() -> None:
    sit = a_table(4, mode=FREE, gone=[3])
    sit.adjust(3, alive=True, hand=4)
    assert (sit.hand(3), sit.view()["seats"]["3"]["alive"]) == (4, True)
    sit.escape(1, "rifle/1")
    sit.escape(2, "rifle/2")
    assert sit.state.turn == 3


def test_who_comes_back_gets_known_cards_at_once() -> None:
    sit = tracked(3, hands={1: "vest/1 vest/2", 2: "pan/1"}, gone=[3])
    sit.adjust(3, alive=True, cards=["smg/1", "smg/2"])
    assert (sit.cards(3), sit.phase) == ({"smg/1", "smg/2"}, "turn")


def test_who_comes_back_without_a_card_falls_at_the_end_of_the_turn() -> None:
    sit = a_table(4, mode=FREE, gone=[3])
    sit.adjust(3, alive=True)
    sit.adjust(3, alive=True)
    assert sit.view()["seats"]["3"]["alive"]
    sit.escape(1, "rifle/1")
    assert not sit.view()["seats"]["3"]["alive"]


def test_a_name_is_replaced_in_the_middle() -> None:
    sit = a_table(3)
    sit.host(replace={"seat": 2, "name": "Gus"})
    assert sit.view()["seats"]["2"]["name"] == "Gus"

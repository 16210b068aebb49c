"""Last cards that turn out to be circled (B11): the hand is empty, and nobody is waited for."""

from __future__ import annotations

from tests.games.boom_boom_battle.table import R, Sitting, a_table, numbered


def left(**given: object) -> Sitting:
    """Return a table at which seat 1's only card is circled, and was kept back in the phase."""
    made = {"hands": {1: 1, 2: 4, 3: 4}, "mode": "free_for_all", **given}
    deck = numbered(pan=2)
    return a_table(3, place="desert", keeps="pan/1", deck=deck, **made)  # type: ignore[arg-type]


def test_whose_last_card_is_circled_has_no_turn_to_take() -> None:
    sit = left()
    sit.redraw(1, "pan/1")
    assert sit.fouls() == [(1, "lied")]
    assert sit.kinds()[-4:] == ["redrawn", "skipped", "eliminated", "turn_began"]
    assert sit.state.turn == 2


def test_the_turn_is_over_too_where_an_escape_was_begun() -> None:
    sit = left()
    sit.press(1, R)
    sit.redraw(1, "pan/1")
    assert (sit.last("skipped")["seat"], sit.state.turn) == (1, 2)


def test_who_owes_a_card_and_has_none_any_more_owes_none() -> None:
    sit = left(hands={1: "rifle/1 rifle/3", 2: 1, 3: 4})
    sit.play(1, "rifle/1", 2, [1])
    sit.hit(2)
    sit.redraw(2, "pan/1")
    assert sit.last("eliminated")["seat"] == 2


def test_the_host_may_take_the_last_card_of_whoever_is_to_play() -> None:
    sit = left()
    sit.adjust(1, hand=-1)
    assert (sit.last("skipped")["seat"], sit.state.turn) == (1, 2)

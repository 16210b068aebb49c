"""Player elimination and the end of the game (B15 to B22, B67, B72, B75)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.boom_boom_battle.endings import ending, ranked
from companion.games.boom_boom_battle.state import State
from tests.games.boom_boom_battle.table import Sitting, a_state, a_table, does, numbered, tracked

FREE, DEATH = "free_for_all", "death_match"
FIVE = "village desert forest grassland mountain"  # flipped; hospital (5) comes sixth


# Elimination


def test_in_free_for_all_the_eliminated_are_out_with_what_lies_before_them() -> None:
    sit = a_table(3, mode=FREE, hands={1: "helmet/1"}, front={1: "vest/1 smoke/1"}, draw=3)
    sit.play(1, "helmet/1")
    assert not sit.view()["seats"]["1"]["alive"]
    assert (sit.front(1), set(sit.state.discard)) == ([], {"smoke/1", "vest/1", "helmet/1"})


def test_b22_in_duel_what_lies_before_the_eliminated_stays() -> None:
    sit = a_table(2, hands={1: "helmet/1"}, front={1: "vest/1 motorcycle/1"})
    sit.play(1, "helmet/1")
    assert sit.front(1) == ["vest/1", "motorcycle/1", "helmet/1"]
    assert sit.view()["seats"]["1"]["alive"]


@pytest.mark.parametrize(("seats", "refill"), [(2, 4), (4, 4), (6, 3)])
def test_in_duel_the_eliminated_draw_a_new_hand(seats: int, refill: int) -> None:
    sit = a_table(seats, hands={1: "helmet/1"}, draw=8)
    sit.play(1, "helmet/1")
    assert (sit.hand(1), sit.piles()[0]) == (refill, 8 - refill)
    assert (sit.view()["tokens"], sit.state.turn) == ({"a": 0, "b": 1}, 2)


def test_b20_the_other_team_gets_the_token_whatever_the_cause() -> None:
    sit = a_table(4, hands={1: "grenade/1", 3: 1}, keeps="handgun/2", deck=numbered(smg=2))
    sit.play(1, "grenade/1", numbers=[1])
    sit.hit(3)
    sit.missed(2, 4)
    sit.discard(3, "handgun/2")
    sit.passes(2, 4)
    # One by a mate's grenade, one by playing the last card.
    assert (sit.won(), sit.state.tokens) == (([2, 4], "tokens"), {"a": 0, "b": 2})


def test_b20_an_escape_that_draws_nothing_gives_one_too() -> None:
    sit = a_table(2, place="grassland", hands={1: 1})
    sit.escape(1, "rifle/1")
    assert sit.view()["tokens"] == {"a": 0, "b": 1}


def test_b20_a_shrinking_gives_one_too_and_b21_the_refill_is_of_the_remaining_deck() -> None:
    sit = a_table(2, hands={1: "smoke/1 pan/1 pan/2", 2: 1}, draw=1, deck=numbered({"smg/1": 2}))
    sit.play(1, "smoke/1")
    remaining = sit.piles()[1]
    sit.flip("desert")
    sit.discard(2, "smg/1")
    sit.nothing_circled(1)
    assert (sit.view()["tokens"], sit.hand(2)) == ({"a": 1, "b": 0}, 4)
    assert sit.piles()[:2] == (4, remaining - 8)


def test_several_fall_in_turn_order_and_refill_in_it() -> None:
    sit = a_table(
        6, hands={1: "lmg/2 pan/1", 2: 1, 4: 1}, draw=3, remaining=6, keeps="smg/2 smg/1"
    )
    sit.play(1, "lmg/2", numbers=[3, 2])
    sit.hit(2, 1)
    sit.hit(4, 1)
    sit.missed(3, 5, 6)
    sit.discard(2, "smg/2")
    sit.discard(4, "smg/1")
    sit.passes(6)
    drew = [(one["seat"], one["count"]) for one in sit.rulings("drew")]
    assert drew == [(2, 3), (4, 3)]
    assert sit.view()["tokens"] == {"a": 2, "b": 0}


# Duel


def test_the_last_token_wins_at_once() -> None:
    sit = a_table(2, hands={1: "helmet/1"}, tokens=(1, 1), draw=0)
    sit.play(1, "helmet/1")
    assert sit.won() == ([2], "tokens")
    assert (sit.hand(1), sit.rulings("shrinks")) == (0, [])


def test_six_players_need_a_third_token() -> None:
    sit = a_table(6, hands={1: "helmet/1", 2: "helmet/2"}, tokens=(2, 1))
    sit.play(1, "helmet/1")
    assert sit.goes_on()
    sit.play(2, "helmet/2")
    assert sit.won() == ([1, 3, 5], "tokens")


def test_b75_the_whole_team_wins() -> None:
    sit = a_table(4, mode=DEATH, hands={1: "helmet/1"}, gone=[2, 3])
    sit.play(1, "helmet/1")
    assert sit.won() == ([2, 4], "survived")
    assert sit.last("won")["cite"] == "B75"


def test_death_match_goes_on_while_one_of_each_team_survives() -> None:
    sit = a_table(4, mode=DEATH, hands={1: "helmet/1"}, gone=[2])
    sit.play(1, "helmet/1")
    assert (sit.goes_on(), sit.state.turn) == (True, 3)


def test_in_free_for_all_whoever_survives_all_others_wins() -> None:
    sit = a_table(3, mode=FREE, hands={1: "helmet/1"}, gone=[2])
    sit.play(1, "helmet/1")
    assert sit.won() == ([3], "survived")


# All at once


def swung(**given: Any) -> Sitting:
    """Return a sitting of two in which a pan, its player's last card, takes the last cards."""
    told: dict[str, Any] = {"hands": {1: "pan/1", 2: 2}, "keeps": "vest/1 vest/2", **given}
    sit = a_table(2, **told)
    sit.play(1, "pan/1", 2)
    sit.passes(2)
    sit.discard(2, "vest/1", "vest/2")
    return sit


@pytest.mark.parametrize("mode", [FREE, DEATH])
def test_b18_b67_a_pan_that_leaves_nobody_wins_for_the_attacker(mode: str) -> None:
    assert swung(mode=mode).won() == ([1], "wiped")


def test_b18_a_pan_that_brings_both_teams_to_the_goal_wins_for_the_attacker() -> None:
    sit = swung(tokens=(1, 1))
    assert (sit.won(), sit.state.tokens) == (([1], "wiped"), {"a": 2, "b": 2})


def test_b18_a_pan_that_brings_one_team_to_the_goal_is_no_wipe() -> None:
    assert swung(tokens=(0, 1)).won() == ([2], "tokens")
    assert swung(tokens=(1, 0)).won() == ([1], "tokens")


def test_b18_a_pan_short_of_the_goal_lets_both_refill() -> None:
    sit = swung(tokens=(0, 0), draw=4)
    assert (sit.hands(), sit.phase) == ([4, 4], "location")


def thrown(**given: Any) -> Sitting:
    """Return a sitting of two in which a grenade leaves nobody a card."""
    told: dict[str, Any] = {"hands": {1: "grenade/1", 2: 1}, "keeps": "vest/1", **given}
    sit = a_table(2, **told)
    sit.play(1, "grenade/1", numbers=[6])
    sit.hit(2)
    sit.discard(2, "vest/1")
    return sit


@pytest.mark.parametrize("mode", [FREE, DEATH])
def test_b18_any_other_attack_that_leaves_nobody_wins_for_nobody(mode: str) -> None:
    sit = thrown(mode=mode)
    assert (sit.won(), sit.last("won")["cite"]) == (([], "nobody"), "B18")


@pytest.mark.parametrize("mode", [FREE, DEATH])
def test_b18_unless_the_table_plays_the_clause_for_any_attack(mode: str) -> None:
    assert thrown(mode=mode, mutual_wipe="any_attack").won() == ([1], "wiped")


def test_b18_in_duel_the_clause_is_read_in_the_same_way() -> None:
    assert thrown(tokens=(1, 1)).won() == ([], "nobody")
    assert thrown(tokens=(1, 1), mutual_wipe="any_attack").won() == ([1], "wiped")


def test_b18_in_teams_the_attacker_s_whole_side_wins() -> None:
    sit = a_table(4, mode=DEATH, hands={1: "pan/1", 2: 2}, gone=[3, 4], keeps="vest/1 vest/2")
    sit.play(1, "pan/1", 2)
    sit.passes(2)
    sit.discard(2, "vest/1", "vest/2")
    assert sit.won() == ([1, 3], "wiped")


def test_b18_a_wipe_without_an_attack_is_nobody_s() -> None:
    sit = a_table(2, mode=FREE, hands={1: "helmet/1", 2: 0}, mutual_wipe="any_attack")
    sit.play(1, "helmet/1")
    assert sit.won() == ([], "nobody")


def test_b18_a_last_card_that_goes_in_an_extra_escape_is_no_attack() -> None:
    sit = a_table(
        2,
        mode=FREE,
        place="grassland",
        hands={1: "smg/1 vest/1", 2: 1},
        draw=0,
        remaining=0,
        keeps="helmet/1",
        deck=does(smg=(2, 1, "none")),
        mutual_wipe="any_attack",
    )
    sit.play(1, "smg/1", 2, [3])
    sit.hit(2)
    sit.discard(2, "helmet/1")
    sit.escape(1, "vest/1")
    assert sit.won() == ([], "nobody")


# Shrinking


def last_stand(mode: str, **given: Any) -> Sitting:
    """Return a sitting of two in which a phase takes everybody's last card."""
    told: dict[str, Any] = {
        "hands": {1: "helmet/1 vest/1", 2: 1},
        "draw": 0,
        "keeps": "vest/2",
        **given,
    }
    sit = a_table(2, mode=mode, deck=numbered(vest=2), **told)
    sit.play(1, "helmet/1")
    sit.flip("desert")
    sit.discard(1, "vest/1")
    sit.discard(2, "vest/2")
    return sit


@pytest.mark.parametrize("mode", [FREE, DEATH])
@pytest.mark.parametrize("wipe", ["pan", "any_attack"])
def test_b19_a_phase_that_takes_all_wins_for_nobody(mode: str, wipe: str) -> None:
    sit = last_stand(mode, mutual_wipe=wipe)
    assert (sit.won(), sit.last("won")["cite"]) == (([], "nobody"), "B19")


def test_b19_in_duel_both_teams_at_the_goal_in_one_phase_is_nobody_s() -> None:
    assert last_stand("duel", tokens=(1, 1)).won() == ([], "nobody")


def test_b19_in_duel_below_the_goal_all_go_on() -> None:
    sit = last_stand("duel", tokens=(0, 0))
    assert (sit.hands(), sit.view()["tokens"], sit.phase) == ([4, 4], {"a": 1, "b": 1}, "turn")


def test_a_phase_that_leaves_one_wins_for_that_one() -> None:
    sit = a_table(
        3,
        mode=FREE,
        hands={1: "helmet/1 vest/1", 2: 1, 3: 2},
        draw=0,
        keeps="vest/2",
        deck=numbered(vest=2),
    )
    sit.play(1, "helmet/1")
    sit.flip("desert")
    sit.discard(1, "vest/1")
    sit.discard(2, "vest/2")
    sit.nothing_circled(3)
    assert sit.won() == ([3], "survived")


# The sixth phase


def sixth(mode: str, seats: int = 4, **given: Any) -> Sitting:
    """Return a sitting at the discards of the sixth phase."""
    told: dict[str, Any] = {"place": FIVE, "draw": 0, **given}
    sit = a_table(seats, mode=mode, deck=numbered(vest=5, helmet=8), **told)
    sit.play(sit.state.turn or 1, "helmet/1")
    sit.flip("hospital")
    return sit


def test_b15_the_game_is_ranked_after_the_sixth_phase() -> None:
    sit = sixth(FREE, 3, hands={1: "helmet/1 pan/3", 2: 3, 3: 2})
    assert sit.goes_on()
    sit.nothing_circled(1, 2, 3)
    assert (sit.won(), sit.view()["shrinks"]) == (([2], "ranked"), 6)
    assert sit.rulings("new_round") == []


def test_b15_not_before() -> None:
    sit = a_table(
        3,
        place="village desert forest grassland",
        hands={1: "helmet/2 pan/1"},
        draw=0,
        deck=numbered(helmet=8),
    )
    sit.play(1, "helmet/2")
    sit.flip("hospital")
    sit.nothing_circled(1, 2, 3)
    assert (sit.goes_on(), sit.view()["shrinks"]) == (True, 5)


def test_b15_its_eliminations_come_first() -> None:
    sit = sixth(FREE, 3, hands={1: "helmet/1 pan/3", 2: 1, 3: 1}, keeps="vest/1 vest/2")
    sit.discard(2, "vest/1")
    sit.discard(3, "vest/2")
    sit.nothing_circled(1)
    assert sit.won() == ([1], "survived")


def test_b15_in_death_match_the_team_with_more_survivors_wins() -> None:
    sit = sixth(DEATH, hands={1: "helmet/1 pan/3", 2: 1, 3: 1, 4: 8}, keeps="vest/1")
    sit.discard(2, "vest/1")
    sit.nothing_circled(1, 3, 4)
    assert sit.won() == ([1, 3], "ranked")


def test_b15_in_duel_the_team_with_more_tokens_wins() -> None:
    sit = sixth("duel", hands={1: "helmet/1 pan/3", 2: 8}, tokens=(1, 0))
    sit.nothing_circled(1, 2, 3, 4)
    assert sit.won() == ([1, 3], "ranked")


def test_b72_in_duel_it_is_ranked_before_any_refill() -> None:
    sit = sixth("duel", hands={1: "helmet/1 pan/3", 2: 1, 3: 1, 4: 1}, keeps="vest/1")
    sit.discard(2, "vest/1")
    sit.nothing_circled(1, 3, 4)
    assert (sit.won(), sit.hand(2), sit.state.tokens) == (([1, 3], "ranked"), 0, {"a": 1, "b": 0})


def test_b72_in_duel_a_goal_reached_in_it_comes_before_the_ranking() -> None:
    sit = sixth("duel", hands={1: "helmet/1 pan/3", 2: 1}, tokens=(1, 1), keeps="vest/1")
    sit.discard(2, "vest/1")
    sit.nothing_circled(1, 3, 4)
    assert sit.won() == ([1, 3], "tokens")


def test_b19_all_may_perish_in_the_sixth_phase() -> None:
    sit = sixth(FREE, 2, hands={1: "helmet/1 vest/1", 2: 1}, keeps="vest/2")
    sit.discard(1, "vest/1")
    sit.discard(2, "vest/2")
    assert sit.won() == ([], "nobody")


# Ties


def tied(mode: str, hands: tuple[int, ...], *, first: int = 1, **given: Any) -> State:
    told = dict(enumerate(hands, 1))
    gone = [seat for seat, hand in told.items() if not hand]
    return a_state(len(hands), hands=told, first=first, gone=gone, options={"mode": mode}, **given)


@pytest.mark.parametrize(("first", "winner"), [(1, 4), (2, 4), (3, 2), (4, 2)])
def test_b16_among_the_largest_hands_the_last_in_turn_order_wins(first: int, winner: int) -> None:
    found = ranked(tied(FREE, (3, 5, 4, 5), first=first))
    assert (found.winners, found.case, found.cite) == ((winner,), "ranked", "B16")


def test_b16_the_eliminated_are_not_ranked() -> None:
    assert ranked(tied(FREE, (3, 4, 4, 0))).winners == (3,)


@pytest.mark.parametrize(
    ("hands", "winners"),
    [
        ((6, 1, 1, 5), (1, 3)),  # one hand decides, not their sum
        ((5, 5, 1, 1), (2, 4)),
        ((1, 5, 5, 1), (1, 3)),
        ((5, 5, 5, 5), (2, 4)),
    ],
)
def test_b17_a_team_tie_goes_by_the_largest_hand_then_by_turn_order(
    hands: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    found = ranked(tied(DEATH, hands))
    assert (found.winners, found.cite) == (winners, "B17")


def test_b17_turn_order_is_seen_from_the_first_player() -> None:
    assert ranked(tied(DEATH, (5, 5, 5, 5), first=4)).winners == (1, 3)
    assert ranked(tied(DEATH, (5, 5, 5, 5), first=3)).winners == (2, 4)


def test_b17_a_tie_of_tokens_goes_the_same_way() -> None:
    assert ranked(tied("duel", (3, 2, 2, 2), tokens=(1, 1))).winners == (1, 3)
    assert ranked(tied("duel", (3, 3, 2, 2), tokens=(1, 1))).winners == (2, 4)
    assert ranked(tied("duel", (3, 9, 2, 2), tokens=(1, 0))).winners == (1, 3)


# As functions of the state


def test_nothing_has_ended_while_two_sides_live() -> None:
    assert ending(a_state(4, options={"mode": DEATH}), is_shrink=False) is None
    assert ending(a_state(3), is_shrink=True) is None


def test_a_wipe_before_anybody_s_turn_is_nobody_s() -> None:
    state = replace(a_state(2, gone=[1, 2], options={"mode": FREE}), turn=None, killer="pan")
    found = ending(state, is_shrink=False)
    assert found is not None
    assert (found.winners, found.case) == ((), "nobody")


def test_who_is_left_alone_when_others_leave_has_won() -> None:
    sit = a_table(3, mode=FREE)
    sit.leave(1)
    sit.leave(3)
    assert (sit.won(), sit.last("won")["cite"]) == (([2], "survived"), "")


def test_a_team_that_is_left_alone_has_won_without_tokens() -> None:
    sit = a_table(4)
    sit.leave(1)
    sit.leave(3)
    assert sit.won() == ([2, 4], "survived")


def test_the_host_may_end_it_and_nobody_has_won() -> None:
    sit = a_table(3)
    sit.play(1, "rifle/1")
    sit.host(end=True)
    seen = sit.view()
    assert (seen["over"], seen["winners"], seen["phase"], seen["attack"]) == (
        True,
        [],
        "over",
        None,
    )
    sit.play(1, "rifle/1", refused="game_over")


def test_damage_values_of_a_table_decide_a_game() -> None:
    sit = a_table(2, mode=FREE, hands={1: "rifle/1 pan/1", 2: 5}, deck=does(rifle=(1, 5, "none")))
    sit.play(1, "rifle/1", 2, [4])
    sit.hit(2)
    sit.discard(2, *[f"smg/{n}" for n in (1, 2, 3, 4, 5)])
    assert sit.won() == ([1], "survived")


def test_who_leaves_while_a_shrunk_team_refills_ends_it_before_a_new_round() -> None:
    sit = tracked(2, hands={1: "helmet/1 smg/3", 2: "vest/1"}, draw=0, deck=numbered(vest=2))
    sit.play(1, "helmet/1")
    sit.flip("desert")
    assert (sit.phase, sit.waiting()) == ("draw", [(2, "card")])
    sit.leave(1)
    assert sit.won() == ([2], "survived")
    assert sit.rulings("new_round") == []

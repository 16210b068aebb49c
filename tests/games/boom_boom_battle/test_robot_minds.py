"""What robots decide: by the own hand and what everybody knows, sensibly, mostly truthfully."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.core.asks import Offer
from companion.core.events import Side
from companion.core.robots import Chance
from companion.core.rulings import Ruling, TakenBack
from companion.games.boom_boom_battle import robot_answering, rulings
from companion.games.boom_boom_battle.box import COUNTERS
from companion.games.boom_boom_battle.robot import Robot
from companion.games.boom_boom_battle.robot_aiming import Aiming
from companion.games.boom_boom_battle.robot_cards import Pack, RobotCards, exchanged
from companion.games.boom_boom_battle.robot_choosing import Choosing, Flight
from companion.games.boom_boom_battle.robot_mind import Mind
from companion.games.boom_boom_battle.state import Play, State, with_player
from tests.games.boom_boom_battle.robot_seats import Evening, L, R, Sure, card, only, robot
from tests.games.boom_boom_battle.table import a_state, numbered

FREE: dict[str, Any] = {"options": {"mode": "free_for_all"}}


def chooser(state: State, chance: Chance | int = 1) -> Choosing:
    """Return what chooses by a state; the hands in it are those that are told."""
    source = Random(chance) if isinstance(chance, int) else chance
    cards = RobotCards(state, source)
    cards.pack = Pack(state)
    mind = Mind(state.seats, source, 0, 1)
    return Choosing(mind, cards, Aiming(mind, cards))


def held(**given: Any) -> State:
    """Return a state in which the kit knows the hands, as the robots do."""
    options = {"hands": "tracked", **given.pop("options", {})}
    return a_state(given.pop("seats", 2), options=options, **given)


def chosen(state: State, seat: int = 1, *, is_extra: bool = False) -> list[Any]:
    return [chooser(state, seed).choose(seat, is_extra=is_extra) for seed in range(60)]


# A seat looks into its own hand alone


@pytest.mark.parametrize("seats", [2, 4])
def test_what_a_seat_chooses_does_not_depend_on_hands_that_it_does_not_see(seats: int) -> None:
    table, chance, compared = Evening(3, seats), Random(5), 0
    while not table.is_over:
        table.turn()
        seat, cards = table.state.turn, table.robot.cards
        if seat is None or table.state.phase != "turn":
            continue
        known, other = cards.pack, stirred(cards.pack, seat, chance)
        compared += known.state.players != other.state.players
        choices = []
        for pack in (known, other):
            made = chooser(pack.state, 9)
            choices.append(made.choose(seat, is_extra=False))
        assert choices[0] == choices[1]
    assert compared > 5


def stirred(pack: Pack, seat: int, chance: Random) -> Pack:
    """Return the pack with all cards in other places that this seat cannot see."""
    others = [c for one, player in pack.state.players.items() if one != seat for c in player.cards]
    hidden = [*others, *pack.draw, *pack.remaining]
    for _ in range(len(hidden)):
        one, other = chance.sample(hidden, 2)
        pack = exchanged(pack, one, other)
    return pack


# What is chosen


def test_a_flashbanged_seat_never_chooses_an_attack() -> None:
    state = held(hands={1: "rifle/1 pan/1 helmet/1", 2: 5}, front={1: "flashbang/1"})
    played = {one.card for one in chosen(state) if isinstance(one, Play)}
    assert played == {"helmet/1"}


def test_with_attacks_alone_a_flashbanged_seat_escapes() -> None:
    state = held(hands={1: "rifle/1 pan/1", 2: 5}, front={1: "flashbang/1"})
    assert {type(one) for one in chosen(state)} == {Flight}


def test_only_an_extra_action_can_be_declined() -> None:
    state = held(hands={1: "rifle/1 pan/1", 2: 5})
    assert None not in chosen(state)
    assert None in chosen(state, is_extra=True)


def test_b63_under_tunnel_a_second_card_of_the_name_mostly_ensures_the_hit() -> None:
    state = held(hands={1: "rifle/1 rifle/2", 2: 5}, place="tunnel", deck=numbered(rifle=3))
    plays = [one for one in chosen(state) if isinstance(one, Play)]
    assert {one.partner for one in plays} == {None, "rifle/1", "rifle/2"}
    assert sum(one.partner is not None for one in plays) > len(plays) / 2


def test_b24_a_rescue_goes_to_a_mate_who_is_gone_where_that_revives() -> None:
    options = {"mode": "death_match", "hospital_revive": "death_match"}
    hands = {1: "bandage/1 rifle/1", 2: 4, 3: 0, 4: 4}
    state = held(seats=4, hands=hands, gone=[3], place="hospital", options=options)
    state = with_player(state, 3, hand=0, cards=(), is_out=True)
    targets = [one.target for one in chosen(state) if getattr(one, "card", "") == "bandage/1"]
    assert set(targets) == {3}
    assert len(targets) > 40


def test_numbers_are_legal_and_a_grenade_spares_the_own_hand() -> None:
    state = held(hands={1: "grenade/1 rifle/1", 2: 5}, place="desert base", deck=numbered(rifle=1))
    plays = [one for one in chosen(state) if getattr(one, "card", "") == "grenade/1"]
    numbers = {number for one in plays for number in one.numbers}
    assert plays
    assert not numbers & set(state.circled)
    assert sum(1 in one.numbers for one in plays) < len(plays) / 3


# Answers


def at_table(chance: Chance, *ruled: Ruling, seats: int = 3, phones: float = 0) -> Robot:
    made = robot(chance, seats, phones, mode="free_for_all")
    made.heard([rulings.Begins(1), rulings.TurnBegan(1), *ruled])
    return made


def asked(seat: int) -> list[Offer]:
    yes = Offer(seat, "press", "hit", {"hit": True}, button=L)
    return [yes, Offer(seat, "press", "hit", {"pass": True}, button=R)]


def attacked(made: Robot, *numbers: int) -> Robot:
    first = made.cards.state.players[1].cards[0]
    made.heard([rulings.Played(1, first, 2, numbers, "gun")])
    return made


@pytest.mark.parametrize(("number", "is_true"), [(0.999, True), (0.0, False)])
def test_b66_the_answer_is_true_but_where_chance_wants_a_lie(number: float, is_true: bool) -> None:
    made = at_table(Sure(number))
    state = made.cards.state
    held_numbers = {state.deck.number(one) for one in state.players[2].cards}
    attacked(made, *sorted(held_numbers)[:1])
    # Who slips acts by phone: a seat that always does everything rare has one in its hand.
    move = only(made.moves(asked(2), 0))
    said = move.button is Side.LEFT if move.say is None else move.say == {"hit": True}
    assert said is is_true


def test_a_number_of_hits_is_pressed_once_and_then_it_closes() -> None:
    made = at_table(Sure())
    lmg = next(iter(made.cards.state.deck.of_kind("lmg")))
    numbers = sorted({made.cards.state.deck.number(c) for c in made.cards.state.players[2].cards})
    made.heard([rulings.Played(1, lmg, None, tuple(numbers[-2:]), "lmg")])
    offers = [Offer(2, "press", "hits", button=L)]
    moves = made.moves(offers, 0)
    assert [(one.gesture, one.button) for one in moves] == [("press", L)] * 2
    assert made.moves(offers, moves[-1].after + 1) == []


def test_who_cannot_strike_back_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(robot_answering, "REACTS", 1.0)
    made = at_table(Sure())
    attacked(made, 1)
    made.heard([rulings.Missed(2, 1, "gun"), rulings.Missed(3, 1, "gun")])
    able = {seat for seat in (2, 3) if counters_of(made, seat)}
    assert able == {2}
    offers = [offer for seat in (2, 3) for offer in window(seat)]
    moves = [(one.seat, one.button, one.card) for one in made.moves(offers, 0)]
    # Two are asked: the own button says whose card comes next.
    assert moves == [(2, L, None), (2, None, counters_of(made, 2)[0]), (3, R, None)]


def window(seat: int) -> list[Offer]:
    return [Offer(seat, "press", "counter", {"pass": True}, button=R), card(seat, "counter")]


def counters_of(made: Robot, seat: int) -> list[str]:
    cards = made.cards.state.players[seat].cards
    return [one for one in cards if made.cards.state.deck.kind(one) in COUNTERS]


# Laying


def test_b50_under_forest_the_attacker_lays_cards_of_whom_it_hit() -> None:
    made = attacked(at_table(Sure()), 1)
    pack = made.cards.pack
    made.cards.pack = replace(pack, state=replace(pack.state, location="forest"))
    made.heard([rulings.Hit(2, 1, 2, "rifle")])
    move = only(made.moves([card(1, "discard", "tray")], 0))
    assert move.card in made.cards.hand(2)
    assert (move.seat, move.reader) == (1, "tray")


def test_b77_all_cards_of_the_circled_location_are_laid_and_then_a_button_ends_it() -> None:
    made = at_table(Sure())
    own = made.cards.hand(2)
    number = made.cards.state.deck.number(own[0])
    made.heard([rulings.Shrinks(1), rulings.Circled(f"location/{number}", "desert", number)])
    end = Offer(2, "press", "shrink", {"done": True}, button=L)
    laid = []
    while (move := only(made.moves([card(2, "shrink", "tray"), end], 0))).card is not None:
        laid.append(move.card)
        made.heard([rulings.Discarded(2, (move.card,), "shrink")])
    assert laid
    assert {made.cards.state.deck.number(one) for one in laid} == {number}
    assert number not in {made.cards.state.deck.number(one) for one in made.cards.hand(2)}
    assert move.gesture == "press"


def test_b11_a_circled_card_that_was_drawn_is_shown_before_anything_else() -> None:
    made = at_table(Sure())
    own = made.cards.hand(1)[0]
    number = made.cards.state.deck.number(own)
    made.heard([rulings.Circled(f"location/{number}", "desert", number), rulings.TurnBegan(1)])
    turn = Offer(1, "press", "turn", {"escape": []}, button=R)
    assert only(made.moves([turn, card(1, "turn")], 0)).say == {"redraw": own}


# What was before


def test_after_an_undo_the_cards_lie_as_they_did_when_the_same_was_asked() -> None:
    made = at_table(Sure())
    turn = [Offer(1, "press", "turn", {"escape": []}, button=R), card(1, "turn")]
    made.moves(turn, 0)
    before = made.cards.pack
    made.heard([rulings.Escaped(1, made.cards.hand(1)[:2]), rulings.Drew(1, 2)])
    made.moves([card(2, "turn")], 0)
    made.heard([TakenBack(1)])
    made.moves(turn, 0)
    assert made.cards.pack.state.players == before.state.players


def test_a_card_that_is_ruled_to_lie_elsewhere_changes_places_and_none_is_lost() -> None:
    made = at_table(Sure())
    strange = made.cards.pack.remaining[0]
    mine = made.cards.hand(1)
    made.heard([rulings.Escaped(1, (strange,))])
    pack = made.cards.pack
    piles = [*pack.draw, *pack.remaining, *pack.state.discard]
    every = [*piles, *(c for one in pack.state.players.values() for c in one.cards)]
    assert sorted(every) == sorted(pack.state.deck.actions)
    assert pack.state.discard == (strange,)
    assert len(made.cards.hand(1)) == len(mine) - 1


def test_an_unknown_question_is_answered_as_it_is_offered() -> None:
    offer = Offer(2, "press", "new_question", {"yes": True}, button=L)
    moves = [move for seed in range(20) for move in robot(seed, 2, 0.5).moves([offer], 0)]
    assert {move.gesture for move in moves} == {"press", "say"}


def test_nothing_is_done_where_nothing_must() -> None:
    assert robot().moves([Offer(1, "card", "unknown", reader="centre", optional=True)], 0) == []

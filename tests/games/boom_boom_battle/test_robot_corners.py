"""What robots do where something is not as they took it to be: after a restart, or by chance."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.core.asks import Offer
from companion.games.boom_boom_battle import robot_declaring, rulings
from companion.games.boom_boom_battle.robot_aiming import Aiming
from companion.games.boom_boom_battle.robot_answering import Answering
from companion.games.boom_boom_battle.robot_cards import Pack, RobotCards, lying
from companion.games.boom_boom_battle.robot_choosing import Choosing
from companion.games.boom_boom_battle.robot_circle import Circle, Telling
from companion.games.boom_boom_battle.robot_declaring import Declaring
from companion.games.boom_boom_battle.robot_hearing import hear
from companion.games.boom_boom_battle.robot_laying import Laying
from companion.games.boom_boom_battle.robot_mind import Mind
from companion.games.boom_boom_battle.robot_turn import Turn
from companion.games.boom_boom_battle.state import Attack, Play, State
from tests.games.boom_boom_battle.robot_seats import L, R, Sure, card, only
from tests.games.boom_boom_battle.table import a_state
from tests.games.boom_boom_battle.test_robot_minds import chooser

HANDS = {1: "rifle/1 handgun/2 handgun/3", 2: "pan/1 sniper/1"}


def known(**given: Any) -> State:
    """Return a state in which all hands are known, as robots know them."""
    return a_state(2, options={"hands": "tracked"}, **{"hands": HANDS, **given})


def cards_of(state: State, **changes: Any) -> RobotCards:
    cards = RobotCards(state, Random(1))
    cards.pack = replace(Pack(state), **changes)
    return cards


def mind(phones: float = 0, chance: Any = None) -> Mind:
    return Mind((1, 2), chance or Sure(), phones, 1)


# What is heard of cards that are not there


def test_a_card_that_no_zone_can_give_is_not_taken_to_be_played() -> None:
    state = known(hands={1: "rifle/1", 2: "pan/1"})
    empty = Pack(replace(state, players={**state.players, 1: replace(state.players[1], cards=())}))
    assert hear(empty, rulings.Rescued(1, "bandage/1", 1, 2), Sure()) == empty


def test_a_hit_without_an_attack_is_heard_by_what_it_costs_alone() -> None:
    pack = hear(Pack(known()), rulings.Hit(2, 1, 2, "rifle"), Sure())
    assert pack.state.attack is None
    assert pack.owes == {2: 2}


@pytest.mark.parametrize("front", [{}, {2: "vest/1"}])
def test_what_lies_where_it_is_ruled_to_or_lies_nowhere_changes_no_place(
    front: dict[int, str],
) -> None:
    pack = Pack(known(front=front))
    assert lying(pack, 2, "vest/1") == pack


def test_another_card_than_was_taken_to_lie_there_changes_places() -> None:
    pack = lying(Pack(known(front={2: "vest/1"}), remaining=("vest/2",)), 2, "vest/2")
    assert pack.state.front_of(2) == ("vest/2",)
    assert pack.remaining == ("vest/1",)


def test_b76_the_second_shot_is_aimed_anew_and_the_first_one_s_hits_stay() -> None:
    fight = Attack(Play(1, "dbs/1", 2, (4,)), "dbs", hits={2: 1})
    pack = Pack(replace(known(), attack=fight))
    heard = hear(pack, rulings.FiredAgain(1, "dbs/1", 2, (5,)), Sure())
    assert heard.state.attack == replace(fight, play=Play(1, "dbs/1", 2, (5,)))
    assert heard.state.fight.hits == {2: 1}


def test_a_second_shot_without_a_first_is_an_attack_all_the_same() -> None:
    heard = hear(Pack(known()), rulings.FiredAgain(1, "dbs/1", 2, (5,)), Sure())
    assert heard.state.fight.play == Play(1, "dbs/1", 2, (5,))


# What is done


def test_b63_a_phone_strikes_back_with_a_pair_where_tunnel_lets_it() -> None:
    state = replace(known(place="tunnel"), attack=Attack(Play(2, "sniper/1", 1, (5,)), "sniper"))
    state = replace(state, attack=replace(state.fight, hits={1: 0}))
    cards, head = cards_of(state), mind(phones=1, chance=Random(3))
    offers = [Offer(1, "press", "counter", {"pass": True}, button=R), card(1, "counter")]
    said = set()
    for _ in range(60):
        head.notice()
        answering = Answering(head, cards, Aiming(head, cards))
        told = [move.say or {} for move in answering.counter(offers)]
        said |= {str(one["react"]) for one in told if "react" in one}
        cards.lay(1, ())
    assert str({"card": "handgun/2", "with": "handgun/3"}) in said


def test_b51_the_equipment_that_works_may_be_tapped_itself() -> None:
    cards, head = cards_of(known()), mind(chance=Sure(0))
    among = frozenset({"helmet/1", "vest/1"})
    button = Offer(2, "press", "equipment", {"react": {"card": "helmet/1"}}, button=L)
    tapped = Offer(2, "card", "equipment", among=among)
    move = only(Answering(head, cards, Aiming(head, cards)).equipment([button, tapped]))
    assert move.card == "helmet/1"


@pytest.mark.parametrize("is_offered", [True, False])
def test_where_no_location_is_taken_to_be_left_what_is_offered_is_flipped(
    is_offered: bool,
) -> None:
    left = () if is_offered else ("location/7",)
    circle = Circle(mind(), cards_of(known(), locations=left))
    offers = [Offer(1, "say", "location", {"location": "location/3"})] if is_offered else []
    offers = [*offers, card(1, "location", None)]
    told = only(circle.location(offers))
    assert told.card == ("location/3" if is_offered else "location/7")


def test_a_hand_that_is_taken_to_be_empty_tells_any_card() -> None:
    telling = Telling(mind(), cards_of(known(hands={1: "rifle/1", 2: 0})))
    told = only(telling.draw([card(2, "draw", None)]))
    assert told.say == {"draw": [max(known().deck.actions)]}  # anything, so that it goes on


def test_nobody_lays_a_card_of_a_hand_that_is_taken_to_be_empty() -> None:
    cards = cards_of(known(hands={1: "rifle/1", 2: 0}))
    laying = Laying(mind(), cards, chooser(cards.state))
    assert laying.exact([card(2, "discard", "tray")]) == []


def test_a_phone_that_has_rung_all_its_numbers_tells_the_play(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(robot_declaring, "RINGS_BY_PHONE", 1.0)
    monkeypatch.setattr(robot_declaring, "IN_VAIN", 0)  # so that the phone is asked at once
    cards, head = cards_of(known()), mind(chance=Sure(0.5))
    declaring = Declaring(head, cards, Aiming(head, cards))
    declaring.mean(Play(1, "rifle/1", 2, (5,)))
    offers = [Offer(1, "ring", "aim")]
    said = [only(declaring.aim(offers, 0)).say for _ in range(2)]
    assert said[0] == {"ring": 5}
    assert said[1] is not None
    assert said[1]["play"]["numbers"] == [5]


def test_whoever_has_nothing_to_begin_with_presses_the_button() -> None:
    cards, head = cards_of(known(hands={1: 0, 2: 0})), mind(chance=Sure(0))
    aiming = Aiming(head, cards)
    choosing = _Nothing(head, cards, aiming)
    turn = Turn(head, cards, aiming, choosing, Declaring(head, cards, aiming))
    begin = Offer(1, "press", "begin", {"done": True}, button=L)
    move = only(turn.begin([begin]))
    assert move.button is L or move.say == {"done": True}


class _Nothing(Choosing):
    """Chooses nothing."""

    def choose(self, seat: int, *, is_extra: bool) -> None:
        del seat, is_extra


def test_a_weight_that_chance_does_not_reach_is_the_last_one() -> None:
    assert mind(chance=Sure(1.0)).weighed([("a", 1.0), ("b", 1.0)]) == "b"

"""Bad input is refused with its reason: no card is spent, and the turn goes on (B41 and its kin).

Why a phone's word about a card that nobody has seen will not do is only told to its own seat.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from companion.core.events import CardPlaced, Pressed, Said
from companion.games.boom_boom_battle import words
from tests.games.boom_boom_battle.boxes import BOX, armed
from tests.games.boom_boom_battle.table import MS, L, Sitting

Act = Callable[[Sitting], Any]
HONOUR, TRACKED, BOTH = (False,), (True,), (False, True)
AUDIENCES = ("public", "host", 1, 2, 3, 4)
HANDS = {
    1: "rifle/1 rifle/2 smg/1 pan/1 lmg/1 grenade/1 smoke/2 bandage/1 dbs/1",
    2: "rifle/4 pan/2 handgun/1 vest/1 helmet/1",
    3: "smg/4 vest/2 bandage/3 handgun/2 flashbang/1",
    4: "shotgun/1 vest/3 desert_eagle/1",
}


@dataclass(frozen=True, slots=True)
class Case:
    """Is one bad act: what is refused, of whom, after which acts, and whether only it is told."""

    act: Act
    before: Act = lambda _sit: None
    given: Mapping[str, Any] = field(default_factory=dict)
    seat: int | None = 1
    hands: tuple[bool, ...] = BOTH
    is_private: bool | None = None  # None: where the kit knows the hands


def says(seat: int, **say: Any) -> Act:
    return lambda sit: sit.refused(Said(seat, say, at=sit.now + MS))


def play(card: str, target: int | None = None, numbers: Any = (), pair: str | None = None) -> Act:
    told = {"card": card, "target": target, "numbers": list(numbers) or None, "with": pair}
    return says(1, play={key: value for key, value in told.items() if value is not None})


def taps(card: str, reader: str = "centre") -> Act:
    return lambda sit: sit.refused(CardPlaced(card, reader, at=sit.now + MS))


def presses(seat: int) -> Act:
    return lambda sit: sit.refused(Pressed(seat, L, at=sit.now + MS))


def fired(card: str = "rifle/1") -> Act:
    """Fire at seat 2, who is missed where it is asked."""

    def act(sit: Sitting) -> None:
        sit.play(1, card, None if card.startswith(("lmg", "grenade")) else 2, [6])
        if not sit.state.house.is_tracked:
            sit.missed(*[seat for seat, _ in sit.waiting()])

    return act


def fired_at_all(sit: Sitting) -> None:
    sit.play(1, "lmg/1", numbers=[5, 6])


def swung(sit: Sitting) -> None:
    sit.play(1, "pan/1", 2)


def hit(sit: Sitting) -> None:
    sit.play(1, "rifle/1", 2, [4])
    if not sit.state.house.is_tracked:
        sit.hit(2)


def struck_with(sit: Sitting) -> None:
    fired()(sit)
    sit.react(2, "handgun/1")


def hit_for_good(sit: Sitting) -> None:
    hit(sit)
    sit.discard(2, "vest/1", "helmet/1")
    if sit.state.house.is_tracked:
        sit.draws(1, "sniper/3")


def thrown(sit: Sitting) -> None:
    sit.play(1, "grenade/1", numbers=[4])
    sit.hit(2)
    sit.missed(1, 3, 4)


def drew_two(sit: Sitting) -> None:
    escaped(sit)
    sit.draws(1, "sniper/3", "sniper/4")


def escaped(sit: Sitting) -> None:
    sit.escape(1, "rifle/1")


def shrinks(sit: Sitting) -> None:
    sit.escape(1, "rifle/1")
    if sit.state.house.is_tracked:
        sit.draws(1, "sniper/3")


PLACE = {"place": "village"}
CASES: Mapping[str, Case] = {
    "no_action_card": Case(play("location/1"), is_private=False),
    "card_front": Case(play("helmet/2"), given={"front": {2: "helmet/2"}}, is_private=False),
    "card_discard": Case(play("rifle/6", 2, [4]), given={"discard": "rifle/6"}, is_private=False),
    "card_out": Case(play("rifle/6", 2, [4]), given={"out": "rifle/6"}, is_private=False),
    "card_played": Case(says(2, react={"card": "pan/1"}), swung, seat=2, is_private=False),
    "card_circled": Case(
        play("vest/3"),
        given={**PLACE, "deck": {**BOX, "cards": {**BOX["cards"], "vest/3": {"location": 8}}}},
        hands=HONOUR,
        is_private=True,
    ),
    "not_in_hand": Case(play("sniper/1", 2, [4]), hands=TRACKED),
    "hand_empty": Case(
        says(1, escape=["pan/3", "pan/4"]),
        given={"hands": {1: 1}},
        hands=HONOUR,
        is_private=True,
    ),
    "card_unlisted": Case(
        play("unlisted/1"), given={"hands": {**HANDS, 1: "unlisted/1 pan/1"}}, is_private=True
    ),
    "flashbanged": Case(
        play("rifle/1", 2, [4]), given={"front": {1: "flashbang/2"}}, is_private=True
    ),
    "no_rescue": Case(play("bandage/1"), given={"place": "base"}, is_private=True),
    "all_have_one": Case(
        play("vest/3"),
        given={
            "seats": 2,
            "hands": {1: "vest/3 pan/1", 2: "rifle/4 pan/2"},
            "front": {1: "vest/1", 2: "vest/2"},
        },
        is_private=True,
    ),
    "target_out": Case(play("rifle/1", 3, [4]), given={"gone": (3,)}, is_private=True),
    "rescue_opponent": Case(play("bandage/1", 2), is_private=True),
    "target_self": Case(play("rifle/1", 1, [4]), is_private=True),
    "target_mate": Case(play("rifle/1", 3, [4]), given={"mode": "duel"}, is_private=True),
    "target_mountain": Case(play("rifle/1", 4, [4]), given={"place": "mountain"}, is_private=True),
    "no_target_wanted": Case(play("lmg/1", 2, [4]), is_private=True),
    "has_one": Case(play("smoke/2", 2), given={"front": {2: "smoke/1"}}, is_private=True),
    "no_number": Case(presses(2), struck_with, seat=2, is_private=False),
    "no_number_wanted": Case(play("pan/1", 2, [4]), is_private=True),
    "number_zero": Case(play("rifle/1", 2, [0]), is_private=True),
    "number_strange": Case(play("rifle/1", 2, [9]), is_private=True),
    "number_circled": Case(play("rifle/1", 2, [8]), given=PLACE, is_private=True),
    "number_twice": Case(play("rifle/1", 2, [4, 4]), is_private=True),
    "number_surplus": Case(play("rifle/1", 2, [4, 5, 6]), is_private=True),
    "no_pair": Case(play("rifle/1", 2, [], "rifle/2"), is_private=True),
    "pair_same": Case(
        play("rifle/1", 2, [], "rifle/1"), given={"place": "tunnel"}, is_private=True
    ),
    "pair_other_name": Case(
        play("rifle/1", 2, [], "smg/1"), given={"place": "tunnel"}, is_private=True
    ),
    "escape_count": Case(says(1, escape=["rifle/1", "pan/1", "smg/1"]), is_private=True),
    "card_repeated": Case(says(1, escape=["rifle/1", "rifle/1"]), is_private=True),
    "discard_count": Case(says(2, discard=["vest/1"]), hit, seat=2, is_private=True),
    "other_number": Case(
        says(2, discard=["vest/1"]),
        thrown,
        seat=2,
        hands=HONOUR,
        is_private=True,
    ),
    "picks_blind": Case(
        says(1, discard=["vest/1", "helmet/1"]), hit, {"place": "forest"}, hands=TRACKED
    ),
    "not_those_two": Case(
        says(1, keep="pan/1"),
        drew_two,
        PLACE,
        hands=TRACKED,
    ),
    "how_many": Case(says(2, hit=True), fired_at_all, seat=2, hands=HONOUR, is_private=False),
    "hit_or_not": Case(
        says(2, hit=2),
        lambda sit: sit.play(1, "rifle/1", 2, [4]),
        seat=2,
        hands=HONOUR,
        is_private=False,
    ),
    "too_many_hits": Case(says(2, hit=3), fired_at_all, seat=2, hands=HONOUR, is_private=False),
    "react_card": Case(presses(2), swung, seat=2, is_private=False),
    "no_block": Case(says(2, react={"card": "vest/1"}), swung, seat=2, is_private=True),
    "counter_hit": Case(
        says(2, react={"card": "handgun/1", "numbers": [4]}),
        hit_for_good,
        seat=2,
        is_private=True,
    ),
    "no_counter": Case(says(2, react={"card": "pan/2"}), fired(), seat=2, is_private=True),
    "not_that_card": Case(
        says(2, react={"card": "pan/2", "numbers": [4]}), struck_with, seat=2, is_private=True
    ),
    "shot_stays": Case(
        says(1, shot={"target": 3, "numbers": [4]}), fired("dbs/1"), is_private=False
    ),
    "draw_count": Case(
        says(1, draw=["sniper/3", "sniper/4"]), escaped, hands=TRACKED, is_private=False
    ),
    "not_drawn": Case(says(1, draw=["vest/1"]), escaped, hands=TRACKED),
    "not_circled": Case(says(1, redraw="pan/1"), hands=HONOUR, is_private=True),
    "no_window": Case(says(2, react={"card": "handgun/1"}), seat=2, is_private=False),
    "no_attack": Case(says(2, hit=True), seat=2, is_private=False),
    "no_shot": Case(says(1, shot={"numbers": [4]}), is_private=False),
    "no_discard": Case(says(1, discard=["rifle/1"]), is_private=False),
    "not_your_turn": Case(says(2, escape=["vest/1"]), seat=2, is_private=False),
    "no_phase": Case(says(1, location="location/1"), is_private=False),
    "no_draw": Case(says(1, draw=["sniper/1"]), is_private=False),
    "look_on_phone": Case(taps("rifle/1", "tray"), hands=TRACKED),
    "turn_card": Case(presses(1), is_private=False),
    "no_location": Case(says(1, location="rifle/1"), shrinks, {"draw": 1}, is_private=False),
    "location_out": Case(
        says(1, location="location/2"), shrinks, {"draw": 1, "place": "desert"}, is_private=False
    ),
}
ELSEWHERE = {"no_passenger", "lay_beside"}  # of the shrinking circle, with its other tests


def test_every_refusal_has_its_case() -> None:
    reasons = {key.partition("/")[2] for key in words.SENTENCES if key.startswith("refused/")}
    assert reasons == CASES.keys() | ELSEWHERE


def the_sitting(case: Case, *, knows: bool) -> Sitting:
    given = {"hands": HANDS, "mode": "free_for_all", **case.given}
    seats = given.pop("seats", 4)
    sit = armed(seats, knows=knows, **given)
    case.before(sit)
    return sit


EVERY = [
    pytest.param(reason, knows, id=f"{reason}-{'tracked' if knows else 'honour'}")
    for reason, case in CASES.items()
    for knows in case.hands
]


@pytest.mark.parametrize(("reason", "knows"), EVERY)
def test_bad_input_is_refused_and_changes_nothing(reason: str, knows: bool) -> None:
    case = CASES[reason]
    sit = the_sitting(case, knows=knows)
    before = sit.state, sit.asked(), sit.waiting(), sit.kinds()
    refusal = case.act(sit)
    assert (refusal.reason, refusal.seat) == (reason, case.seat)
    assert (sit.state, sit.asked(), sit.waiting(), sit.kinds()) == before


@pytest.mark.parametrize(("reason", "knows"), EVERY)
def test_who_is_told_why(reason: str, knows: bool) -> None:
    case = CASES[reason]
    sit = the_sitting(case, knows=knows)
    case.act(sit)
    is_private = knows if case.is_private is None else case.is_private
    for audience in AUDIENCES[: 2 + len(sit.state.seats)]:
        told = sit.view(audience)["refused"]
        is_told = not is_private or audience == case.seat
        assert told["reason"] == (reason if is_told else "private"), audience
        assert told["seat"] == case.seat
        assert is_told or "/" not in told["text"]


# What has been seen


def test_a_card_on_the_centre_has_been_seen_and_everybody_is_told_why() -> None:
    sit = armed(4, hands=HANDS, front={1: "flashbang/2"})
    sit.tap("rifle/1", refused="flashbanged")
    assert {sit.view(who)["refused"]["reason"] for who in AUDIENCES} == {"flashbanged"}


@pytest.mark.parametrize("knows", BOTH)
def test_a_card_that_is_being_declared_has_been_seen_too(knows: bool) -> None:
    sit = armed(4, hands=HANDS, knows=knows)
    sit.tap("rifle/1")
    sit.play(1, "rifle/1", 2, [0], refused="number_zero")
    assert {sit.view(who)["refused"]["reason"] for who in AUDIENCES} == {"number_zero"}


def test_a_known_card_tapped_in_vain_is_told_to_its_seat_alone() -> None:
    sit = armed(4, hands=HANDS, front={1: "flashbang/2"}, knows=True)
    for card, why in (("rifle/1", "flashbanged"), ("sniper/1", "not_in_hand")):
        sit.tap(card, refused=why)
        assert sit.view("host")["refused"]["reason"] == "private"
        assert sit.view(1)["refused"]["reason"] == why


@pytest.mark.parametrize("knows", BOTH)
def test_what_the_host_says_for_a_seat_was_told_aloud_unless_the_kit_knows_hands(
    knows: bool,
) -> None:
    sit = armed(4, hands=HANDS, knows=knows)
    sit.say(
        1, "host", play={"card": "rifle/1", "target": 2, "numbers": [0]}, refused="number_zero"
    )
    seen = {who: sit.view(who)["refused"]["reason"] for who in ("public", "host", 1, 2)}
    others = "private" if knows else "number_zero"
    assert seen == {"public": others, "host": others, 1: "number_zero", 2: others}


def test_a_refused_act_is_no_step() -> None:
    sit = armed(4, hands=HANDS)
    sit.play(1, "rifle/1", 2, [0], refused="number_zero")
    sit.host(undo=1, refused="nothing_to_undo")


@pytest.mark.parametrize("knows", BOTH)
def test_after_a_refusal_the_same_card_may_be_played_rightly(knows: bool) -> None:
    sit = armed(4, hands=HANDS, knows=knows)
    sit.play(1, "rifle/1", 1, [4], refused="target_self")
    sit.play(1, "rifle/1", 2, [0], refused="number_zero")
    sit.play(1, "rifle/1", 2, [4])
    assert sit.last("played")["card"] == "rifle/1"

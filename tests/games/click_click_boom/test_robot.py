from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from companion.core.asks import Offer
from companion.core.events import Side
from companion.core.header import Header, read_header
from companion.core.robots import Move
from companion.core.rulings import Ruling
from companion.core.stamps import NS_PER_S
from companion.games.click_click_boom import game, rulings
from companion.games.click_click_boom.robot import Robot
from companion.games.click_click_boom.robot_mind import LOST
from companion.games.click_click_boom.state import Kind
from firmware.shelf import manifest

MANIFEST = manifest("click_click_boom")
GAME = game(MANIFEST)
SHOOT_NS = round(3.9 * NS_PER_S)
BEGAN = (rulings.ShootoutBegan(1, 3),)
L, R = Side.LEFT, Side.RIGHT


def header(players: int = 3, **options: Any) -> Header:
    given = {
        "ringmaster": 1,
        "game": "click_click_boom",
        "seats": ["Ann", "Bo", "Cy", "Di", "Eve", "Flo"][:players],
        "options": options,
    }
    read, faults = read_header(given, {GAME.slug: (GAME.options, GAME.players)})
    assert read is not None, faults
    return read


def robot(seed: int = 1, phones: float = 0, heard: Sequence[Ruling] = BEGAN, **how: Any) -> Robot:
    made = Robot(header(**how), MANIFEST, Random(seed), phones=phones)
    made.heard(heard)
    return made


def holds(*seats: int) -> list[Offer]:
    return [
        Offer(seat, "hold", "commit", {"side": side.value}, button=side)
        for seat in seats
        for side in Side
    ]


def held(seat: int, side: Side, about: str = "commit") -> Offer:
    is_free = about == "commit"
    return Offer(seat, "let_go", about, {"let_go": True}, button=side, optional=is_free)


def reveals(*seats: int) -> list[Offer]:
    taps = [
        Offer(seat, "card", "reveal", reader="centre" if place == 0 else f"seat{seat}")
        for place, seat in enumerate(seats)
    ]
    says = [Offer(seat, "say", "reveal", {"show": kind.value}) for seat in seats for kind in Kind]
    return [*taps, *says]


def turn(seat: int, *, is_advanced: bool = False) -> list[Offer]:
    ends = {L: {"done": True}} | ({R: {"done": True, "same": True}} if is_advanced else {})
    return [
        *(Offer(seat, "press", "turn", say, button=side) for side, say in ends.items()),
        Offer(seat, "card", "pick", reader="centre", optional=True),
    ]


def played_turns(made: Robot, *seats: int) -> None:
    made.heard([rulings.TurnEnded(seat, "two") for seat in seats])


def moves_of(seeds: int, offers: Sequence[Offer], **how: Any) -> list[Move]:
    return [move for seed in range(seeds) for move in robot(seed, **how).moves(offers, 0)]


# Set-up


def test_character_cards_are_tapped_one_by_one_and_then_somebody_presses() -> None:
    offers = [
        *(Offer(seat, "card", "character", reader="centre", optional=True) for seat in (1, 2, 3)),
        *(Offer(seat, "press", "first_player", {"done": True}, button=L) for seat in (1, 2, 3)),
    ]
    made = robot(heard=())
    gestures = [made.moves(offers, 0)[0] for _ in range(8)]
    cards = [move.card for move in gestures if move.card]
    assert 1 <= len(set(cards)) == len(cards) <= 3
    assert gestures[-1].gesture in ("press", "say")


# A Turn


def test_a_turn_ends_with_either_button_or_by_phone() -> None:
    ends = {(move.gesture, move.button) for move in moves_of(99, turn(1)) if not move.card}
    assert ends == {("press", L), ("press", R), ("say", None)}


def test_picks_are_tapped_left_first_and_are_the_true_ones() -> None:
    for seed in range(40):
        made = robot(seed)
        taps: list[str | None] = []
        while (move := made.moves(turn(1), 0)[0]).gesture == "card":
            taps.append(move.card)
        laid = made.cards.lots[1].laid
        assert taps == [laid[L], laid[R]][: len(taps)]


def test_c39_the_same_card_is_told_with_the_end_of_the_turn() -> None:
    said: Counter[tuple[bool, bool]] = Counter()
    for seed in range(60):
        made = robot(seed, phones=1, variant="advanced")
        while (move := made.moves(turn(1, is_advanced=True), 0)[0]).gesture == "card":
            pass
        if move.say is not None:
            said[made.cards.lots[1].is_same, bool(move.say.get("same"))] += 1
    assert set(said) == {(True, True), (False, False)}


def test_in_a_stand_off_nobody_picks_the_same_card() -> None:
    for seed in range(30):
        made = robot(seed, heard=(*BEGAN, rulings.StandOff((1, 2))), variant="advanced")
        made.moves(turn(1, is_advanced=True), 0)
        assert not made.cards.lots[1].is_same


def test_an_ability_is_used_at_most_once_a_turn() -> None:
    jill = Offer(1, "say", "jill", {"ability": {"look": True}}, optional=True)
    used = 0
    for seed in range(50):
        made = robot(seed)
        moves = [made.moves([*turn(1), jill], 0)[0] for _ in range(4)]
        count = sum(move.say == jill.say for move in moves)
        assert count <= 1
        used += count
    assert 5 < used < 30


def test_c35_a_swap_swaps_real_hands() -> None:
    made = robot()
    hand = set(made.cards.lots[2].hand)
    made.heard([rulings.Swapped(1, 2)])
    assert set(made.cards.lots[1].hand) == hand


# Sides


def test_everybody_who_is_asked_holds_a_side() -> None:
    moves = robot().moves(holds(1, 2, 3), 0)
    assert [move.seat for move in moves] == [1, 2, 3]


def test_panel_players_press_and_phone_players_say() -> None:
    by_hand = Counter(move.gesture for move in moves_of(200, holds(1, 2)))
    by_phone = Counter(move.gesture for move in moves_of(200, holds(1, 2), phones=1))
    assert by_hand["hold"] > 3 * by_hand["say"] > 0
    assert by_phone["say"] > 3 * by_phone["hold"] > 0


def test_the_choice_of_a_side_does_not_look_at_the_cards() -> None:
    names = [*MANIFEST["cards"]]
    fields = [MANIFEST["cards"][name] for name in names]
    other = dict(zip([*names[24:36], *names[:24], *names[36:]], fields, strict=True))
    for seed in range(20):
        one = robot(seed)
        two = Robot(header(), {**MANIFEST, "cards": other}, Random(seed), phones=0)
        two.heard(BEGAN)
        played_turns(one, 1, 2, 3)
        played_turns(two, 1, 2, 3)
        assert one.cards.lots[1].laid != two.cards.lots[1].laid
        assert one.moves(holds(1, 2, 3), 0) == two.moves(holds(1, 2, 3), 0)


def test_heather_avoids_the_boom_that_she_was_told_of() -> None:
    chosen: Counter[Side | None] = Counter()
    for seed in range(400):
        made = robot(seed)
        played_turns(made, 1)
        if made.cards.lots[1].laid[L].startswith("boom"):
            made.heard([rulings.AskedNeighbour(1, 2, "left")])
            chosen.update(move.button for move in made.moves(holds(1), 0) if move.button)
    assert chosen[R] > 2 * chosen[L]


def test_a_neighbour_answers_the_truth_and_seldom_lies() -> None:
    truths: Counter[bool] = Counter()
    told = Offer(2, "say", "told", {"told": "pay"}, optional=True)
    for seed in range(300):
        made = robot(seed)
        played_turns(made, 1)
        made.heard([rulings.AskedNeighbour(1, 2, "right")])
        for move in made.moves([*holds(3), told], 0):
            if move.say and "told" in move.say:
                card = made.cards.lots[1].laid[R]
                truths[move.say["told"] == card.partition("/")[0]] += 1
    assert truths[True] > 9 * truths[False] > 0


def test_without_cards_on_the_table_nothing_is_told() -> None:
    made = robot()
    made.heard([rulings.AskedNeighbour(1, 2, "left")])
    told = Offer(2, "say", "told", {"told": "pay"}, optional=True)
    assert [move.seat for move in made.moves([*holds(3), told], 0)] == [3]


def test_the_first_player_rings_when_all_hold() -> None:
    ring = Offer(1, "ring", "call", {"ring": 1})
    moves = moves_of(80, [held(1, L), held(2, R), ring])
    assert Counter(move.gesture for move in moves)["ring"] > 40


def test_now_and_then_a_hold_is_changed_or_taken_back_before_the_ring() -> None:
    offers = [held(1, L), held(2, R), Offer(1, "ring", "call", {"ring": 1})]
    changes = [
        move
        for move in moves_of(300, offers, phones=0.5)
        if move.gesture in ("hold", "let_go") or (move.say and "ring" not in move.say)
    ]
    assert 20 < len(changes) < 100
    assert all(
        move.button in (None, R if move.seat == 1 else L)
        for move in changes
        if move.gesture == "hold"
    )


def test_a_hold_made_by_phone_is_changed_by_phone() -> None:
    words = set()
    for seed in range(200):
        made = robot(seed, phones=1)
        made.moves(holds(1), 0)
        if made._mind.notes.by_phone[1]:
            moves = made.moves([held(1, L), Offer(2, "ring", "call", {"ring": 1})], 0)
            words |= {tuple(move.say or ()) for move in moves if move.seat == 1}
    assert words == {("side",), ("let_go",)}


def test_a_hold_that_is_not_taken_is_tried_the_other_way() -> None:
    made = robot()
    gestures = [made.moves(holds(1), 0)[0].gesture for _ in range(LOST + 30)]
    assert gestures[LOST:].count("say") > 20


def test_a_tapped_ability_is_followed_by_a_choice_while_others_hold() -> None:
    choice = [
        Offer(1, "choose", "brandon_player", button=L),
        Offer(1, "choose", "brandon_player", button=R),
        Offer(1, "say", "brandon_player", {"ability": {"force": 2}}),
    ]
    moves = moves_of(60, [*choice, *holds(2)], phones=0.5)
    assert {move.gesture for move in moves if move.seat == 1} == {"choose", "say"}
    assert sum(move.seat == 2 for move in moves) == 60


def test_heather_chooses_on_the_buttons() -> None:
    menu = [Offer(1, "press", "heather", {"ability": {"ask": side.value}}, side) for side in Side]
    moves = moves_of(40, menu)
    assert {move.button for move in moves if move.gesture == "press"} == {L, R}


def test_while_heather_thinks_of_her_ability_she_does_not_hold() -> None:
    ask = Offer(1, "say", "heather", {"ability": {"ask": "left"}}, optional=True)
    batches = [robot(seed).moves([*holds(1, 2), ask], 0) for seed in range(60)]
    assert any(move.say == ask.say for batch in batches for move in batch)
    assert all([move.seat for move in batch].count(1) == 1 for batch in batches)


# The reveal


def counting(seed: int, **how: Any) -> Robot:
    made = robot(seed, **how)
    played_turns(made, 1, 2, 3)
    made.heard([rulings.Called(1)])
    return made


def test_hands_let_go_in_time_mostly() -> None:
    offers = [held(1, L, "shoot"), held(2, R, "shoot"), held(3, R, "shoot")]
    afters = [
        move.after
        for seed in range(300)
        for move in counting(seed).moves(offers, 7)
        if move.gesture in ("let_go", "say")
    ]
    late = [after for after in afters if after > SHOOT_NS + 1.5 * NS_PER_S]
    early = [after for after in afters if after < SHOOT_NS]
    assert 0 < len(late) < 40
    assert 0 < len(early) < 40
    assert len(afters) >= 880


def test_the_moment_to_let_go_is_kept_when_asked_again() -> None:
    made = counting(3)
    first = made.moves([held(1, L, "shoot")], 0)[0].after
    assert made.moves([held(1, L, "shoot")], 1000)[0].after == first - 1000


def test_what_is_overdue_is_let_go_at_once() -> None:
    made = counting(3)
    made.moves([held(1, L, "shoot")], 0)
    assert made.moves([held(1, L, "shoot")], 60 * NS_PER_S)[0].after == 1


def test_a_let_go_that_did_not_help_is_tried_the_other_way() -> None:
    made = counting(3)
    gestures = [made.moves([held(1, L, "shoot")], 0)[0].gesture for _ in range(LOST + 2)]
    assert gestures == ["let_go"] * LOST + ["say"] * 2


def test_seldom_a_card_is_tapped_before_shoot() -> None:
    offers = [
        held(1, L, "shoot"),
        Offer(1, "card", "shoot", reader="centre", optional=True),
        Offer(2, "card", "shoot", reader="seat2", optional=True),
    ]
    moves = [move for seed in range(900) for move in counting(seed).moves(offers, 0)]
    taps = [move for move in moves if move.gesture == "card"]
    assert 0 < len(taps) < 20
    assert {move.seat for move in taps} == {1}


def shown(made: Robot, seat: int, side: Side) -> list[Move]:
    made.moves([held(seat, side, "shoot")], 0)
    made.heard([rulings.Shot(1)])
    return [*made.moves(reveals(seat), SHOOT_NS)]


def test_the_committed_card_is_shown() -> None:
    made = counting(5)
    (move,) = shown(made, 1, R)
    assert move.card == made.cards.lots[1].laid[R]
    assert move.reader == "centre"


def test_c32_brandons_word_goes_before_the_hold() -> None:
    made = counting(5)
    made.heard([rulings.Forced(2, 1, "left")])
    (move,) = shown(made, 1, R)
    assert move.card == made.cards.lots[1].laid[L]


def test_phone_players_show_at_once_and_the_others_when_the_lights_lead() -> None:
    for seed in range(20):
        made = counting(seed, phones=0.5)
        made.moves([held(seat, L, "shoot") for seat in (1, 2, 3)], 0)
        made.heard([rulings.Shot(1)])
        for move in made.moves(reveals(1, 2, 3), SHOOT_NS):
            kind = made.cards.lots[move.seat].laid[L].partition("/")[0]
            assert move.say == {"show": kind} or (move.card and move.seat == 1)


def test_who_still_holds_does_not_show() -> None:
    made = counting(5)
    made.moves([held(1, L, "shoot")], 0)
    made.heard([rulings.Shot(1)])
    moves = made.moves([held(1, L, "shoot"), *reveals(1)], SHOOT_NS)
    assert [move.gesture for move in moves] == ["let_go"]


def test_a_card_that_is_refused_again_and_again_is_guessed_at_last() -> None:
    made = counting(5)
    shown(made, 1, R)
    moves = [made.moves(reveals(1), SHOOT_NS)[0] for _ in range(LOST + 40)]
    assert {str(move.say) for move in moves[LOST:]} == {str({"show": kind.value}) for kind in Kind}


def test_a_reveal_without_a_count_is_made_at_once() -> None:
    made = robot()
    assert made.moves([held(1, L, "shoot"), *reveals(1)], 5)[0].after < 2 * NS_PER_S


def test_c48_a_void_count_is_held_and_counted_anew() -> None:
    made = counting(3)
    made.moves([held(1, L, "shoot")], 0)
    made.heard([rulings.CountVoided("foul"), rulings.Called(1)])
    later = 20 * NS_PER_S
    assert made.moves([held(1, L, "shoot")], later)[0].after > SHOOT_NS - NS_PER_S


def test_cards_of_a_showdown_end_in_the_piles_and_one_is_passed() -> None:
    made = counting(3)
    chosen = made.cards.lots[1].laid[L]
    made.heard([rulings.Revealed(1, "left", "pay"), rulings.CardsPassed((1, 2, 3), "left")])
    made.heard([rulings.TokenPassed(2, "right")])
    assert made.cards.lots[1].pile == [chosen]
    assert [len(lot.hand) for lot in made.cards.lots.values()] == [5, 6, 6]


def test_c28_carla_lays_a_card_face_down() -> None:
    made = counting(3)
    made.heard([rulings.Revealed(1, "left", "boom"), rulings.Saved(1)])
    assert len(made.cards.lots[1].hidden) == 1


# Reactions


@pytest.mark.parametrize("about", ["carla", "rory"])
def test_a_reaction_is_used_passed_or_left(about: str) -> None:
    offers = [
        Offer(1, "press", about, {"ability": {"save": True}}, button=L),
        Offer(1, "press", about, {"pass": True}, button=R),
        Offer(1, "card", about, card=f"ability/{about}", reader="centre", optional=True),
    ]
    batches = [robot(seed).moves(offers, 0) for seed in range(80)]
    does = {(move.gesture, move.button) for batch in batches for move in batch}
    assert {("press", L), ("press", R), ("card", None)} <= does
    assert any(not batch for batch in batches)


def test_a_reaction_is_decided_once() -> None:
    offers = [Offer(1, "press", "rory", {"pass": True}, button=R)]
    for seed in range(30):
        made = robot(seed)
        with_use = [Offer(1, "press", "rory", {"ability": {"steal": True}}, button=L), *offers]
        assert len({bool(made.moves(with_use, 0)) for _ in range(5)}) == 1


# Breaking ties


def unplayed(*seats: int) -> list[Offer]:
    taps = [Offer(seat, "card", "unplayed", reader="centre") for seat in seats]
    says = [Offer(seat, "say", "unplayed", {"unplayed": ["boom"] * 6}) for seat in seats]
    return [*taps, *says]


def test_c52_unplayed_cards_are_shown_with_the_own_button_first() -> None:
    made = robot(2)
    moves = [made.moves(unplayed(2, 3), 0) for _ in range(6)]
    if moves[0][0].gesture == "say":
        pytest.fail("choose a seed in which seat 2 shows its cards")
    assert all(move[0].gesture == "press" for move in moves)
    assert sorted(str(move[1].card) for move in moves) == sorted(made.cards.lots[2].hand)


def test_c52_the_last_player_needs_no_button() -> None:
    assert [move.gesture for move in robot(2).moves(unplayed(2), 0)] == ["card"]


def test_c52_a_phone_tells_the_true_kinds() -> None:
    (move,) = robot(1, phones=1).moves(unplayed(1, 2), 0)
    assert move.say == {"unplayed": ["boom", "stolen", "stolen", "pay", "pay", "pay"]}


def test_unplayed_cards_that_nobody_takes_are_guessed() -> None:
    made = robot(2)
    moves = [made.moves(unplayed(2), 0)[0] for _ in range(6 + LOST + 1)]
    assert moves[6].say != moves[-1].say == {"unplayed": ["boom"] * 6}


def hidden(*seats: int) -> list[Offer]:
    taps = [Offer(seat, "card", "turn_up", reader="centre") for seat in seats]
    return [*taps, *(Offer(seat, "say", "turn_up", {"show": "boom"}) for seat in seats)]


def test_c29_the_hidden_card_is_turned_up_truly() -> None:
    ways = set()
    for seed in range(60):
        made = counting(seed, phones=0.5)
        made.heard([rulings.Revealed(1, "left", "boom"), rulings.Saved(1)])
        card = made.cards.lots[1].hidden[0]
        (move,) = made.moves(hidden(1), 0)
        assert move.card == card or move.say == {"show": card.partition("/")[0]}
        ways.add(move.gesture)
    assert ways == {"card", "say"}


def test_a_hidden_card_that_is_not_known_is_guessed() -> None:
    assert robot().moves(hidden(1), 0)[0].say == {"show": "boom"}


def drawn(about: str, *seats: int) -> list[Offer]:
    presses = [Offer(seat, "press", about, {"done": True}, button=L) for seat in seats]
    words = ("click", "boom")
    says = [
        Offer(seat, "say", "drawn", {"drawn": word}, optional=True)
        for seat in (1, 2, 3)
        for word in words
    ]
    return [*presses, *says]


def test_the_tied_pick_in_order() -> None:
    assert {move.seat for move in moves_of(20, drawn("pick_one", 2))} == {2}


def test_only_who_drew_the_click_has_it() -> None:
    presses, tellers = set(), set()
    for seed in range(60):
        made = robot(seed, heard=(*BEGAN, rulings.Tied((1, 2, 3), 3)))
        moves = [made.moves(drawn("has_click", 1, 2, 3), 0)[0] for _ in range(20)]
        clicks = {m.seat for m in moves if m.gesture == "press" or m.say != {"drawn": "boom"}}
        booms = {m.seat for m in moves if m.say == {"drawn": "boom"}}
        assert len(clicks) == 1
        assert not clicks & booms
        presses |= clicks
        tellers |= booms
    assert presses == tellers == {1, 2, 3}


# What is not known


def test_rulings_that_move_no_card_are_heard_too() -> None:
    made = robot()
    hand = list(made.cards.lots[1].hand)
    made.heard([rulings.Died(1), rulings.Looted((2, 3), 1, 0)])
    assert made.cards.lots[1].hand == hand


def test_an_unknown_question_is_answered_as_it_is_offered() -> None:
    offer = Offer(2, "press", "new_question", {"yes": True}, button=L)
    moves = moves_of(20, [offer])
    assert {move.gesture for move in moves} == {"press", "say"}


def test_nothing_is_done_where_nothing_must() -> None:
    assert robot().moves([Offer(1, "card", "unknown", reader="centre", optional=True)], 0) == []

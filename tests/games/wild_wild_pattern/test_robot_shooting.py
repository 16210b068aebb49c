from __future__ import annotations

from collections import Counter
from typing import Any

from companion.core.robots import Chance, Move
from companion.core.stamps import NS_PER_MS, NS_PER_S
from companion.games.wild_wild_pattern import rulings
from companion.games.wild_wild_pattern.claims import claims
from companion.games.wild_wild_pattern.deck import read_deck
from companion.games.wild_wild_pattern.robot import Robot
from companion.games.wild_wild_pattern.robot_mind import LOST
from companion.games.wild_wild_pattern.robot_places import DECK, GONE, Pile
from companion.games.wild_wild_pattern.robot_shots import BLINK_NS
from tests.games.wild_wild_pattern.robot_tables import (
    MANIFEST,
    L,
    R,
    Sure,
    answers,
    at_go,
    card,
    drew,
    hand,
    hear,
    only,
    play,
    robot,
    shoot,
    stop,
)
from tests.games.wild_wild_pattern.wheels import DEFAULTS, wheel

FACES = read_deck(MANIFEST, {}).faces
SOON = 4 * NS_PER_S
V7 = wheel("B-GUN R-LOOT B-DYN G-BARREL B-SHOE Y-LOOT R-STAR G-WANTED")
W_DYN = "white/dynamite"


def acts(made: Robot, *seats: int, now: int = 0) -> list[Move]:
    """Return who covers or clicks now, beside what is told of drawn cards."""
    return answers(made.moves(shoot(*seats or (1, 2, 3)), now))


def shots(seeds: int, phones: float = 0) -> list[Move]:
    """Return who shoots first at so many tables."""
    tables = (acts(at_go(seed, phones)) for seed in range(seeds))
    return [min(moves, key=lambda move: move.after) for moves in tables]


# After GO


def test_most_cover_and_some_click() -> None:
    sides = Counter(move.button for move in shots(70))
    assert sides[L] > 3 * sides[R] > 0


def test_nobody_is_quicker_than_people_are() -> None:
    assert min(move.after for move in shots(50)) > 200 * NS_PER_MS


def test_on_phones_the_card_and_the_slot_are_told_at_once_or_later() -> None:
    keys = Counter(key for move in shots(80, phones=1) for key in move.say or ())
    assert {"cover", "click", "side"} == {*keys}


def test_a_cover_on_a_phone_tells_the_own_card() -> None:
    for seed in range(30):
        made = at_go(seed, phones=1)
        for move in made.moves(shoot(1, 2, 3), 0):
            if move.say and "cover" in move.say:
                assert move.say["cover"]["card"] == hand(made, move.seat)


def test_only_who_acts_in_the_same_blink_is_told_to_the_hands() -> None:
    for seed in range(60):
        afters = [move.after for move in acts(at_go(seed))]
        assert max(afters) - min(afters) <= BLINK_NS


def test_w9_some_are_as_quick_as_each_other_to_the_nanosecond() -> None:
    apart: Counter[str] = Counter()
    for seed in range(110):
        afters = sorted(move.after for move in acts(at_go(seed, 0.5)))
        if len(afters) > 1:
            ns = afters[1] - afters[0]
            apart["tied" if ns == 0 else "nearly" if ns < NS_PER_MS else "behind"] += 1
    assert min(apart["tied"], apart["nearly"], apart["behind"]) > 2


def test_the_moment_to_shoot_is_kept_when_asked_again() -> None:
    made = at_go(2)
    first, again = acts(made)[0], acts(made, now=1000)[0]
    assert (again.seat, again.after) == (first.seat, first.after - 1000)


def test_who_is_not_first_goes_on_when_nobody_was() -> None:
    made = at_go(2)
    first = {move.seat for move in acts(made)}
    others = [seat for seat in (1, 2, 3) if seat not in first]
    assert {move.seat for move in acts(made, *others, now=SOON)} == {*others}


def test_w9_after_a_tie_all_take_back_and_go_again() -> None:
    made = at_go(Sure())
    made.moves(shoot(1, 2, 3), 0)
    hear(made, rulings.Together((1, 2, 3), 0))
    assert all(move.after > NS_PER_S for move in made.moves(shoot(1, 2, 3), SOON))


def test_a_shot_that_is_not_taken_is_tried_by_hand() -> None:
    made = at_go(Sure(0), phones=1)
    gestures = [made.moves(shoot(1), SOON)[-1].gesture for _ in range(LOST + 2)]
    assert gestures[-1] == "press"


def test_w19_at_go_a_challenge_is_seen_and_told_in_a_moment() -> None:
    chance = Sure()
    made = at_go(chance)
    made.cards.fetch("challenge/trade", (Pile.HAND, 2))
    made.moves(shoot(1, 2, 3), 0)
    assert made.cards.at((Pile.ASIDE, 2)) == ("challenge/trade",)
    assert made.cards.hand(2) not in (None, "challenge/trade")
    chance.number = 0.3
    said = [move for move in made.moves([*shoot(1, 2, 3), *drew(1, 2, 3)], 0) if move.say]
    assert not said or all(move.after > 0 for move in said)


def test_w19_who_has_only_a_challenge_tells_it_and_does_not_shoot() -> None:
    made = at_go(Sure())
    made.cards.fetch("challenge/trade", (Pile.HAND, 2))
    for left in made.cards.at(DECK):
        made.cards.move(left, GONE)
    moves = made.moves(shoot(1, 2, 3), 0)
    of_two = [move for move in moves if move.seat == 2]
    assert only(of_two).say == {"drew": "challenge/trade"}
    assert only(of_two).after > 0
    late = made.moves(shoot(2), 0)
    assert late[-1].after > 30 * NS_PER_S


def test_what_is_covered_with_is_mostly_a_claim_that_holds() -> None:
    right: Counter[bool] = Counter()
    for seed in range(120):
        made = at_go(seed)
        for move in made.moves(shoot(1, 2, 3), 0):
            if move.button is L:
                meant = made._shots.meaning(move.seat)
                legal = claims(made.cards.wheel, hand(made, move.seat), FACES, DEFAULTS)
                words = [(slot, one.words) for slot, one, _ in legal]
                right[(meant.slot, meant.words) in words] += 1
                assert ((meant.slot, meant.words) in words) == (meant.wrong is None)
    assert right[True] > 4 * right[False] > 0


def test_w4_a_claim_without_the_played_card_is_made_where_it_must_be_in_it() -> None:
    wrong: Counter[str | None] = Counter()
    for seed in range(40):
        made = robot(seed, require_participation=True)
        for slot, stack in enumerate(V7):
            made.cards.move(stack[0], (Pile.SLOT, slot))
        made.cards.move(W_DYN, (Pile.HAND, 1))
        wrong.update(made._shots.meaning(m.seat).wrong for m in acts(made, 1) if m.button is L)
    assert wrong["not_involved"] > 1
    assert wrong[None] > 3


# Clementine


def clicked(seed: Chance | int, phones: float = 0) -> tuple[list[Move], str]:
    made = at_go(seed, phones)
    clicks = card(1, "click")
    return [*made.moves([clicks, *stop(2, 3)], 0)], hand(made, 1)


def test_w26_the_clicker_lays_its_own_card() -> None:
    moves, own = clicked(Sure())
    assert only(moves).card == own
    told, own = clicked(Sure(), phones=1)
    assert only(told).say == {"click": own}


def test_w51_somebody_stops_her_before_the_card_is_known() -> None:
    moves = [move for seed in range(60) for move in clicked(seed)[0] if move.seat != 1]
    assert 2 < len(moves) < 40
    assert {move.gesture for move in moves} == {"press"}


def test_a_clicked_card_that_is_not_taken_is_guessed_at_last() -> None:
    made = at_go(Sure())
    own = hand(made, 1)
    tried = [only(made.moves([card(1, "click")], 0)).card for _ in range(LOST + 1)]
    assert tried[:LOST] == [own] * LOST
    assert tried[LOST] == made.cards.next()
    for left in made.cards.at(DECK):
        made.cards.move(left, GONE)
    assert only(made.moves([card(1, "click")], 0)).card in made.cards.all()


def stops(seeds: int, phones: float = 0, until: int = 10 * NS_PER_S, **how: Any) -> list[Move]:
    moves: list[Move] = []
    for seed in range(seeds):
        made = at_go(seed, phones, **how)
        hear(made, rulings.Clementine(1, hand(made, 1), 10.0))
        moves += made.moves(stop(2, 3, until=until), 0)
    return moves


def test_w31_some_stop_her_and_some_find_nothing() -> None:
    moves = stops(100)
    assert 60 < len(moves) < 160
    assert {L, R} <= {move.button for move in moves}


def test_w30_some_stop_her_in_her_last_instant() -> None:
    assert sum(move.after == 10 * NS_PER_S for move in stops(200)) > 3


def test_w30_her_last_instant_is_before_the_tie_window_that_follows_it() -> None:
    afters = [move.after for move in stops(200, tie_window=0.2)]
    assert max(afters) == 10 * NS_PER_S - NS_PER_S // 5


def test_w31_on_a_phone_she_is_stopped_with_the_cover() -> None:
    covers = [move for move in stops(60, phones=1) if move.say and "cover" in move.say]
    assert len(covers) > 5


def test_who_finds_nothing_lets_her_sing() -> None:
    made = at_go(Sure())
    hear(made, rulings.Clementine(1, hand(made, 1), 10.0))
    assert made.moves(stop(2, 3), 0) == []
    assert made.moves(stop(2, 3), 1) == []


def test_a_card_that_nobody_saw_is_not_covered_with() -> None:
    made = at_go(Sure(0))
    assert made.moves(stop(2, 3), 0) == []
    play(made, hand(made, 1))
    hear(made, rulings.Together((2, 3), 0))
    assert len(made.moves(stop(2, 3), 0)) == 2

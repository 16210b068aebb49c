from __future__ import annotations

from random import Random

from companion.core.asks import Offer
from companion.core.events import Side
from companion.core.robots import Move
from companion.games.template.robot import QUICKEST_NS, SLOWEST_NS, Robot
from tests.games.template.tables import GAME, header

LET_GO = {"let_go": True}
PRIZE = Offer(1, "card", "prize", reader="centre")
POINT = Offer(1, "press", "prize", {"point": True}, button=Side.LEFT)


def robot(seed: int = 1) -> Robot:
    return Robot(header(), GAME.manifest, Random(seed))


def all_moves(*offers: Offer) -> list[Move]:
    return [move for seed in range(300) for move in robot(seed).moves(offers, 0)]


def test_everybody_who_is_missing_holds_a_side_once() -> None:
    holds = [
        Offer(seat, "hold", "ready", {"side": side.value}, button=side)
        for seat in (1, 2)
        for side in Side
    ]
    assert [move.seat for move in robot().moves(holds, 0)] == [1, 2]


def test_a_ready_hold_is_kept() -> None:
    kept = Offer(1, "let_go", "ready", LET_GO, button=Side.LEFT, optional=True)
    assert robot().moves([kept], 0) == ()


def test_hands_let_go_a_human_time_after_the_signal() -> None:
    moves = all_moves(Offer(1, "let_go", "draw", LET_GO, button=Side.LEFT))
    assert len(moves) == 300
    assert all(QUICKEST_NS <= move.after < SLOWEST_NS for move in moves)


def test_nerves_are_seldom_lost_before_it() -> None:
    assert 0 < len(all_moves(Offer(1, "let_go", "wait", LET_GO, button=Side.LEFT))) < 30


def test_some_play_by_hand_and_some_by_phone() -> None:
    moves = all_moves(Offer(1, "let_go", "draw", LET_GO, button=Side.LEFT))
    assert {move.gesture for move in moves} == {"let_go", "say"}


def test_a_winner_takes_now_a_prize_and_now_the_point() -> None:
    moves = all_moves(PRIZE, POINT)
    assert {move.gesture for move in moves} == {"card", "press", "say"}
    assert {move.card for move in moves if move.gesture == "card"} == set(GAME.manifest["cards"])


def test_no_prize_is_drawn_twice_and_then_there_is_the_point() -> None:
    player = robot()
    moves = [move for _ in range(40) for move in player.moves([PRIZE, POINT], 0)]
    cards = [move.card for move in moves if move.card]
    assert sorted(cards) == sorted(GAME.manifest["cards"])
    assert len(moves) == 40


def test_a_robot_needs_to_hear_nothing() -> None:
    robot().heard([])

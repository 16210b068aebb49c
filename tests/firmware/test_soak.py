"""The soak: robots' games through pins and tags end, count their coins, and keep their secrets."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from companion.core.asks import Offer
from companion.core.events import Side
from companion.core.game import Audience, Game, Table
from companion.core.gestures import Press
from companion.core.header import Header
from companion.core.robots import Chance, Move
from companion.core.rulings import Ruling
from companion.games.click_click_boom import rulings
from companion.games.click_click_boom.robot import Robot
from companion.games.click_click_boom.state import PlayedCard, State, with_seat
from companion.games.click_click_boom.tie_break import break_tie
from firmware.clock import NS_PER_MS, NS_PER_S
from firmware.shelf import games
from firmware.signals import CLOSED, OPEN, Edge
from firmware.soak import (
    LONGEST_SILENCE_NS,
    MOST_STEPS_AT_ONCE,
    Plan,
    Soak,
    Soaked,
    SoakFault,
    deck_of,
    leaked,
    soak,
)

GAMES = games()
CCB: Game[State] = GAMES["click_click_boom"]
DECKS = deck_of(GAMES)
TWO = {"allow_two": True}


def a_plan(seed: int, players: int, **more: Any) -> Plan:
    return Plan(seed, players, CCB.slug, **more)


def play(plan: Plan, game: Game[Any] = CCB) -> Soaked:
    return Soak(plan, {game.slug: game}, DECKS).play()


# Whole games


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {"variant": "quick", **TWO}),
        (6, {"variant": "quick", "foul_policy": "recount"}),
        (2, {"variant": "advanced", "foul_policy": "fine", **TWO}),
        (3, {"variant": "standard", "pass_after_last": True}),
        (4, {"variant": "advanced", "felix_any": False, "dues_replace_ante": True}),
    ],
)
@pytest.mark.soak
def test_robots_play_a_game_to_its_end(players: int, options: Mapping[str, Any]) -> None:
    soaked = play(a_plan(1, players, options=options))
    assert set(soaked.winners) <= set(range(1, players + 1))
    assert soaked.winners
    assert soaked.rulings > 10
    assert soaked.edges > 50
    assert soaked.polls > 100
    assert soaked.records > soaked.rulings / 4


@pytest.mark.parametrize("phones", [0.0, 1.0])
@pytest.mark.soak
def test_all_may_play_by_hand_or_all_by_phone(phones: float) -> None:
    robot = partial(Robot, phones=phones)
    assert play(a_plan(2, 3, options={"variant": "quick"}, robot=robot)).winners


def test_the_same_plan_is_the_same_game() -> None:
    plan = a_plan(3, 3, options={"variant": "quick"})
    assert play(plan) == soak(plan, GAMES)


def test_another_seed_is_another_game() -> None:
    one, two = (play(a_plan(seed, 3, options={"variant": "quick"})) for seed in (4, 5))
    assert one != two


@pytest.mark.soak
@pytest.mark.parametrize("board", ["two_seats", "four_bells"])
def test_another_game_is_played_on_another_board(board: str) -> None:
    assert play(Plan(1, 2, "template", board=board), GAMES["template"]).winners


def test_a_plan_s_board_is_the_kit_s() -> None:
    table = Soak(a_plan(1, 3, board="four_bells"), GAMES, DECKS)
    table.kit.hands.press("4.bell")
    with pytest.raises(KeyError, match=r"no line '5\.left'"):
        table.kit.hands.press("5.left")


# What robots hold is what the kit counts


class Known(Robot):
    """Is a robot that can be found again."""

    last: Known | None = None

    def __init__(self, header: Header, manifest: Mapping[str, Any], chance: Chance) -> None:
        super().__init__(header, manifest, chance)
        type(self).last = self


def compare(state: State, robot: Robot) -> None:
    """Assert that the cards at the table are those that the kit counts and knows."""
    for seat in state.seats:
        lot = robot.cards.lots[seat.number]
        assert seat.unplayed + len(seat.played) == len(lot.all())
        picks = [seat.left, seat.right]
        assert all(card in (None, *lot.laid.values()) for card in picks)
        if seat.card is not None and not seat.is_saved:
            assert lot.side is not None
            assert lot.laid[lot.side] == seat.card


@pytest.mark.soak
@pytest.mark.parametrize("variant", ["standard", "advanced"])
def test_cards_at_the_table_are_those_that_the_kit_counts_and_knows(variant: str) -> None:
    table = Soak(a_plan(8, 4, options={"variant": variant}, robot=Known), GAMES, DECKS)
    table.begin()
    quiet = 0
    while not table.run.is_over:
        table.step()
        robot = Known.last
        # Between two records the robot has not heard of the last one.
        if robot is not None and table.run.state.phase in ("turn", "commit", "countdown"):
            robots: Any = table._parts[2]
            if not robots._has_changed():
                compare(table.run.state, robot)
                quiet += 1
    assert quiet > 100


# Ties


def tied(
    hidden: Sequence[int], seats: Sequence[int]
) -> Callable[[Table[State]], Coroutine[Any, Any, None]]:
    """Return a flow that begins a shootout and breaks a tie at once."""

    async def flow(table: Table[State]) -> None:
        table.rule(rulings.ShootoutBegan(3, table.state.pot))
        table.state = replace(table.state, first_player=1)
        for seat in hidden:
            _hide(table, seat)
        winner = await break_tie(table, seats)
        table.state = replace(table.state, phase="over", winners=(winner,))
        table.rule(rulings.Won((winner,)))

    return flow


def _hide(table: Table[State], seat: int) -> None:
    table.rule(rulings.TurnEnded(seat, "two"), rulings.Revealed(seat, "left", "boom"))
    table.rule(rulings.Saved(seat), rulings.TokenPassed(1, "right"))
    pile = (PlayedCard(None, is_hidden=True),)
    table.state = with_seat(table.state, seat, unplayed=5, played=pile)


@pytest.mark.parametrize("phones", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("hidden", [(), (1, 2, 3)])
def test_c23_ties_are_broken_with_the_cards_at_the_table(
    hidden: Sequence[int], phones: float
) -> None:
    steps: set[int] = set()
    for seed in range(2):
        game = replace(CCB, play=tied(hidden, (1, 2, 3)), robot=partial(Robot, phones=phones))
        table = Soak(a_plan(seed, 3, options={"claim_window": 1}), {CCB.slug: game}, DECKS)
        soaked = table.play()
        assert soaked.refusals == {}
        assert len(soaked.winners) == 1
        found = [one.ruling for one in table.run.rulings]
        steps |= {one.step for one in found if isinstance(one, rulings.Tied)}
    assert 1 in steps
    assert hidden or steps == {1, 2, 3}


# What is wrong is told


def test_what_a_game_has_lost_is_told_with_the_plan() -> None:
    def set_up(header: Header, manifest: Mapping[str, Any]) -> State:
        return replace(CCB.set_up(header, manifest), pot=1)

    with pytest.raises(SoakFault, match=r"40 coins at a table of 3, .*seed=1"):
        play(a_plan(1, 3), replace(CCB, set_up=set_up))


def test_what_is_lost_in_the_middle_of_a_game_is_told_too() -> None:
    def count(state: State) -> str | None:
        return "a card fell under the table" if state.showdown == 2 else None

    with pytest.raises(SoakFault, match="a card fell under the table"):
        play(a_plan(1, 3), replace(CCB, count=count))


@pytest.mark.parametrize(("audiences", "told"), [(("host",), "host"), ((2, 3), "seat:2 and seat")])
def test_a_card_that_nobody_may_know_is_found_in_a_view(
    audiences: Sequence[Audience], told: str
) -> None:
    def view(state: State, audience: Audience) -> dict[str, Any]:
        picks = [seat.left for seat in state.seats if seat.left]
        return {**CCB.view(state, audience), "oops": picks if audience in audiences else []}

    with pytest.raises(SoakFault, match=f"is in the view of {told}"):
        play(a_plan(1, 3), replace(CCB, view=view))


@pytest.mark.parametrize(
    ("audiences", "is_leak"),
    [((), False), (("seat:2",), False), (("seat:1", "seat:2"), True), (("public",), True)],
)
def test_one_seat_alone_may_know_a_card_that_the_table_has_not_seen(
    audiences: Sequence[str], is_leak: bool
) -> None:
    views = {
        one: {"card": "pay/1" if one in audiences else "pay/12"}
        for one in ("public", "host", "seat:1", "seat:2")
    }
    assert (leaked(views, frozenset({"pay/1"})) is not None) is is_leak


def test_a_game_that_fails_is_told() -> None:
    async def flow(table: Table[State]) -> None:
        await CCB.play(table)
        raise ZeroDivisionError("too late")

    with pytest.raises(SoakFault, match="ZeroDivisionError in flow"):
        play(a_plan(1, 2, options={"variant": "quick", **TWO}), replace(CCB, play=flow))


class Idle:
    """Is a robot that does nothing at all."""

    def __init__(self, header: Header, manifest: Mapping[str, Any], chance: Chance) -> None:
        del header, manifest, chance

    def heard(self, rulings: Sequence[Ruling]) -> None:
        del rulings

    def moves(self, offers: Sequence[Offer], now: int) -> Sequence[Move]:
        del offers, now
        return ()


def test_a_table_at_which_nothing_happens_is_a_deadlock() -> None:
    with pytest.raises(SoakFault, match=r"deadlock; offers: \(Offer\(seat=1"):
        play(a_plan(1, 3, interval_ns=LONGEST_SILENCE_NS // 50, robot=Idle))


def test_a_plan_that_is_no_game_is_refused() -> None:
    with pytest.raises(ValueError, match=r"options.variant: found 'slow'"):
        play(a_plan(1, 3, options={"variant": "slow"}))
    with pytest.raises(ValueError, match="seats: found 2"):
        play(a_plan(1, 2))
    with pytest.raises(ValueError, match="two_seats has 2 seats"):
        play(a_plan(1, 3, board="two_seats"))
    with pytest.raises(ValueError, match="four_bells, four_seats"):
        play(a_plan(1, 3, board="mega"))
    with pytest.raises(KeyError):
        Soak(Plan(1, 3, "chess"), GAMES, DECKS)


def test_without_a_game_there_is_no_run() -> None:
    with pytest.raises(SoakFault, match="no game is on the table"):
        _ = Soak(a_plan(1, 3), GAMES, DECKS).run


class Eager:
    """Is a part that always wants to act and never does."""

    def next_ns(self) -> int:
        return 0

    def step(self, now_ns: int) -> None:
        del now_ns


def test_a_kit_whose_time_stands_still_is_told() -> None:
    table = Soak(a_plan(1, 3), GAMES, DECKS)
    table.begin()
    table._parts = (Eager(),)
    for _ in range(MOST_STEPS_AT_ONCE):
        table.step()
    with pytest.raises(SoakFault, match="time stands still"):
        table.step()


def test_a_deadline_that_waits_for_a_bouncing_line_lets_time_go_on() -> None:
    async def flow(_table: Table[State]) -> None:
        await Press(lambda: (1,), "turn", {Side.LEFT: {"done": True}}).within(NS_PER_S)

    table = Soak(a_plan(1, 3, robot=Idle), {CCB.slug: replace(CCB, play=flow)}, DECKS)
    table.begin()
    end_ns = table.clock.now_ns() + NS_PER_S
    for ms, level in ((-1, CLOSED), (2, OPEN), (5, CLOSED)):
        table.kit.hands.edge(Edge("2.left", level, end_ns + ms * NS_PER_MS))
    while not table.run.is_over:
        table.step()
    assert table.clock.now_ns() > end_ns + 25 * NS_PER_MS


def test_when_no_part_wants_to_act_nothing_happens_any_more() -> None:
    table = Soak(a_plan(1, 3), GAMES, DECKS)
    table.begin()
    table._parts = ()
    with pytest.raises(SoakFault, match="nothing happens any more"):
        table.step()

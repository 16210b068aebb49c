"""Robots at the simulated kit: what scripted moves come to at the table, and when."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from companion.core.asks import Offer
from companion.core.events import (
    CardLifted,
    CardPlaced,
    HostDid,
    Pressed,
    Rang,
    Released,
    Said,
    Side,
    TableEvent,
)
from companion.core.game import Game
from companion.core.header import Header
from companion.core.robots import Chance, Move, Robot
from companion.core.rulings import Resumed, Ruling
from firmware.clock import NS_PER_MS, NS_PER_S
from firmware.hands import LIFTED_NS, LONGEST_DWELL_NS, MOST_TRIES
from firmware.items import Told
from firmware.robots import IDLE_NS, robots_for
from firmware.running import Kit
from firmware.shelf import games
from firmware.soak import Plan, Soak, deck_of

L, R = Side.LEFT, Side.RIGHT
GAMES: Mapping[str, Game[Any]] = games()
DECKS = deck_of(GAMES)
Batch = Sequence[Move]


@dataclass(slots=True)
class Script:
    """Is a robot that makes the moves of a script, batch by batch; then it waits.

    A batch may be a function of what is offered.
    """

    batches: list[Batch | Callable[[Sequence[Offer]], Batch]]
    asked: list[int] = field(default_factory=list)
    told: list[Ruling] = field(default_factory=list)
    made: int = 0

    def __call__(self, header: Header, manifest: Mapping[str, Any], chance: Chance) -> Robot:
        del header, manifest, chance
        self.made += 1
        return self

    def heard(self, rulings: Sequence[Ruling]) -> None:
        self.told += rulings

    def moves(self, offers: Sequence[Offer], now: int) -> Batch:
        self.asked.append(now)
        if not self.batches:
            return ()
        batch = self.batches.pop(0)
        return batch(offers) if callable(batch) else batch


class Scene:
    """Is a kit at which a script is played, in virtual time."""

    def __init__(self, *batches: Any, seconds: float = 5, seed: int = 1, **plan: Any) -> None:
        self.script = Script(list(batches))
        given = Plan(seed, plan.pop("players", 3), robot=self.script, **plan)
        self.soak = Soak(given, GAMES, DECKS)
        self.soak.begin()
        self.began_ns = self.soak.clock.now_ns()
        self.advance(seconds)

    def advance(self, seconds: float) -> None:
        until_ns = self.soak.clock.now_ns() + round(seconds * NS_PER_S)
        while self.soak.clock.now_ns() < until_ns:
            self.soak.step()

    def host(self, **act: Any) -> None:
        now_ns = self.soak.clock.now_ns()
        self.soak.sitting.inbox.put(Told(now_ns, HostDid(act, at=now_ns)), now_ns)
        self.advance(0.1)

    def events(self, *kinds: type[TableEvent]) -> list[Any]:
        assert self.soak.sitting.played is not None
        kept = [getattr(one, "event", None) for one in self.soak.sitting.played.referee.kept]
        return [event for event in kept if isinstance(event, kinds)]


def card(seat: int, name: str, after: int = 0, reader: str = "centre") -> Move:
    return Move(seat, "card", after, card=name, reader=reader)


def press(seat: int, side: Side = L, after: int = 0) -> Move:
    return Move(seat, "press", after, button=side)


def hold(seat: int, side: Side, after: int = 0) -> Move:
    return Move(seat, "hold", after, button=side)


def let_go(seat: int, side: Side, after: int = 0) -> Move:
    return Move(seat, "let_go", after, button=side)


START = (press(1),)
TURNS = tuple((press(seat),) for seat in (1, 2, 3))
TO_COMMIT = (START, *TURNS)


@pytest.mark.parametrize("seed", range(5))
def test_a_press_bounces_and_is_one_press_and_one_release(seed: int) -> None:
    scene = Scene(START, seed=seed)
    (pressed,), (released,) = scene.events(Pressed), scene.events(Released)
    assert (pressed.seat, pressed.side) == (1, L)
    assert 50 * NS_PER_MS <= released.at - pressed.at <= 150 * NS_PER_MS


def test_a_timed_move_is_made_to_the_nanosecond() -> None:
    scene = Scene((press(1, after=1_234_567_891),))
    assert scene.events(Pressed)[0].at == scene.script.asked[0] + 1_234_567_891


@pytest.mark.parametrize(("pace", "least", "most"), [(1.0, 0.5, 1.5), (0.1, 0.05, 0.15)])
def test_leisure_is_scaled_by_the_pace(pace: float, least: float, most: float) -> None:
    scene = Scene(START, pace=pace)
    thought_s = (scene.events(Pressed)[0].at - scene.script.asked[0]) / NS_PER_S
    assert least <= thought_s <= most


def test_a_hold_lasts_until_it_is_let_go() -> None:
    scene = Scene(*TO_COMMIT, (hold(2, R),), (let_go(2, R, NS_PER_S),))
    held = next(event for event in scene.events(Pressed) if event.side is R)
    (gone,) = (event for event in scene.events(Released) if event.side is R)
    assert (held.seat, gone.seat) == (2, 2)
    assert gone.at - held.at > NS_PER_S
    assert gone.at - NS_PER_S in scene.script.asked


@pytest.mark.parametrize("seed", range(6))
def test_a_hold_that_is_changed_ends_with_one_finger_down(seed: int) -> None:
    scene = Scene(*TO_COMMIT, (hold(2, R),), (hold(2, L),), seed=seed)
    assert scene.soak.run.down() == ("2.left",)
    assert scene.soak.run.holds.sides() == {2: L}


def test_a_button_that_is_down_comes_up_before_it_is_pressed_again() -> None:
    scene = Scene(*TO_COMMIT, (hold(2, R),), (press(2, R),))
    of_two = [type(one) for one in scene.events(Pressed, Released) if one.side is R]
    assert of_two == [Pressed, Released, Pressed, Released]


def test_a_hold_that_nobody_waits_for_any_more_is_let_go() -> None:
    scene = Scene((hold(1, L),), seconds=2)
    assert [type(one) for one in scene.events(Pressed, Released)] == [Pressed, Released]
    assert scene.soak.run.down() == ()


def test_letting_go_of_what_is_not_held_does_nothing() -> None:
    scene = Scene((let_go(1, L),))
    assert scene.events(Pressed, Released) == []


def test_the_bell_rings_once() -> None:
    (rang,) = Scene((Move(1, "ring", 0),)).events(Rang)
    assert rang.bell is None


def test_what_is_said_comes_from_the_seats_phone_with_its_moment() -> None:
    scene = Scene((Move(2, "say", NS_PER_S, say={"done": True}),))
    (said,) = scene.events(Said)
    assert (said.seat, said.say, said.by) == (2, {"done": True}, "phone")
    assert said.at == scene.script.asked[0] + NS_PER_S


def test_a_seat_does_one_thing_after_another_and_seats_act_side_by_side() -> None:
    says = [Move(seat, "say", 0, say={"side": "left"}) for seat in (1, 2, 3)]
    scene = Scene(
        *TO_COMMIT, (*says, Move(1, "say", 0, say={"side": "right"})), pace=1.0, seconds=12
    )
    said = scene.events(Said)
    ones = [one.say["side"] for one in said if one.seat == 1]
    assert ones == ["left", "right"]
    assert max(one.at for one in said) - min(one.at for one in said) < 1.2 * NS_PER_S


# Cards


def test_a_card_is_laid_seen_and_taken_away() -> None:
    scene = Scene(START, (card(1, "pay/1"),))
    placed, lifted = scene.events(CardPlaced, CardLifted)
    assert (placed.card, lifted.card) == ("pay/1", "pay/1")
    assert scene.soak.kit.fields["centre"].uids == ()


def test_the_same_card_is_laid_again_only_when_it_was_seen_to_go() -> None:
    scene = Scene(START, (card(1, "pay/1"),), (card(1, "pay/1"),))
    seen = [type(one) for one in scene.events(CardPlaced, CardLifted)]
    assert seen == [CardPlaced, CardLifted, CardPlaced, CardLifted]


def test_a_card_goes_to_another_reader_only_when_it_was_seen_to_go() -> None:
    scene = Scene(START, (card(1, "pay/1"),), (card(1, "pay/1", reader="tray"),))
    assert scene.soak.refusals["two_places"] == 0
    assert [one.reader for one in scene.events(CardPlaced)] == ["centre", "tray"]


def test_cards_of_two_seats_wait_for_each_other() -> None:
    scene = Scene(START, (card(1, "pay/1"), card(2, "pay/2")))
    assert len(scene.events(CardPlaced)) == 2
    assert scene.soak.refusals["unclear_card"] == 0


def test_readers_take_cards_side_by_side() -> None:
    scene = Scene(START, (card(1, "pay/1", 1), card(2, "pay/2", 1, "tray")))
    first, second = scene.events(CardPlaced)
    assert abs(first.at - second.at) < 100 * NS_PER_MS


def test_a_card_that_a_broken_reader_does_not_see_is_laid_again() -> None:
    scene = Scene(seconds=0.1)
    scene.soak.kit.fault("centre", "silent", {})
    scene.script.batches += [(card(1, "pay/1"),)]
    scene.advance(6)
    assert scene.events(CardPlaced) == []
    scene.soak.kit.fault("centre", "none", {})
    scene.advance(10)
    assert [one.card for one in scene.events(CardPlaced)] == ["pay/1"]


def test_who_cannot_get_a_card_seen_gives_up_and_is_asked_again() -> None:
    scene = Scene(seconds=0.1)
    scene.soak.kit.fault("centre", "silent", {})
    scene.script.batches += [(card(1, "pay/1"),), (press(1),)]
    scene.advance(MOST_TRIES * (LONGEST_DWELL_NS / NS_PER_S + 2))
    assert [one.seat for one in scene.events(Pressed)] == [1]


def test_a_card_that_is_never_seen_to_go_is_laid_again_after_a_while() -> None:
    scene = Scene(START, (card(1, "pay/1"),), (card(1, "pay/1"),), seconds=0)
    while not scene.events(CardPlaced):
        scene.soak.step()
    began_ns = scene.soak.clock.now_ns()
    scene.soak.kit.fault("centre", "silent", {})
    laid: list[int] = []
    while len(laid) < 1:
        was = scene.soak.kit.fields["centre"].uids
        scene.soak.step()
        now = scene.soak.kit.fields["centre"].uids
        laid += [scene.soak.clock.now_ns()] if now and not was else []
    assert laid[0] - began_ns > LIFTED_NS


def test_a_card_on_the_shared_reader_is_claimed_by_whose_it_is() -> None:
    scene = Scene((card(3, "character/jill"),), seconds=4)
    assert [one.seat for one in scene.events(Pressed)] == [3]
    assert (
        scene.soak.run.game.view(scene.soak.run.state, "public")["seats"]["3"]["character"]
        == "jill"
    )


# When to ask


def test_a_ruling_is_heard_once_and_the_robot_asked_anew() -> None:
    scene = Scene(START, seconds=3)
    kinds = [ruling.kind for ruling in scene.script.told]
    assert kinds == ["first_player", "shootout_began"]


def test_what_was_planned_at_leisure_is_dropped_when_something_is_ruled() -> None:
    late = Move(2, "say", 0, say={"done": True})
    scene = Scene((press(1, after=1), press(1), press(1), late), pace=2.0)
    assert scene.events(Said) == []


def test_what_has_its_moment_is_not_dropped_but_planned_anew() -> None:
    scene = Scene((press(1, after=1), press(2, after=30 * NS_PER_MS)))
    assert [one.seat for one in scene.events(Pressed)] == [1, 2]


def test_a_robot_that_waits_is_asked_again() -> None:
    scene = Scene(seconds=3)
    waits = {b - a for a, b in zip(scene.script.asked, scene.script.asked[1:], strict=False)}
    assert waits == {IDLE_NS}


def test_nothing_is_done_in_a_pause_and_then_the_game_goes_on() -> None:
    scene = Scene(seconds=1)
    scene.host(pause=True)
    scene.script.batches.append(START)
    scene.advance(3)
    assert scene.events(Pressed) == []
    scene.host(resume=True)
    scene.advance(3)
    assert any(isinstance(ruling, Resumed) for ruling in scene.script.told)
    assert [one.seat for one in scene.events(Pressed)] == [1]


def test_an_undo_is_heard_and_the_game_goes_on() -> None:
    scene = Scene(START, seconds=2)
    scene.host(undo=1)
    scene.host(resume=True)
    scene.script.batches.append((press(2),))
    scene.advance(2)
    kinds = [ruling.kind for ruling in scene.script.told]
    assert kinds[2:] == ["taken_back", "resumed", "first_player", "shootout_began"]


def test_when_the_game_is_over_every_finger_leaves() -> None:
    scene = Scene(*TO_COMMIT, (hold(2, R),), seconds=5)
    assert scene.soak.run.down() == ("2.right",)
    scene.host(end=True)
    scene.advance(1)
    assert scene.soak.run.down() == ()


def test_a_new_game_has_a_new_robot() -> None:
    scene = Scene(START, seconds=2)
    scene.soak.begin()
    scene.script.batches.append(START)
    scene.advance(2)
    assert scene.script.made == 2
    assert [one.seat for one in scene.events(Pressed)] == [1]


def test_a_game_without_a_robot_is_left_alone() -> None:
    bare = {slug: replace(game, robot=None) for slug, game in GAMES.items()}
    soak = Soak(Plan(1, 3), bare, DECKS)
    soak.begin()
    for _ in range(100):
        soak.step()
    assert soak.sitting.played is not None
    assert soak.sitting.played.referee.kept == []


def test_without_a_game_robots_rest() -> None:
    soak = Soak(Plan(1, 3), GAMES, DECKS)
    for _ in range(20):
        soak.step()
    assert soak.sitting.played is None


# At a running kit


def test_robots_play_at_a_running_simulated_kit() -> None:
    soak = Soak(Plan(1, 3, robot=Script([])), GAMES, DECKS)
    devices = SimpleNamespace(simulated=soak.kit)
    kit = cast("Kit", SimpleNamespace(sitting=soak.sitting, devices=devices))
    script = Script([START, (card(1, "pay/1"),)])
    robots = robots_for(kit, Random(1), pace=0.1)
    soak.sitting.games = {"click_click_boom": replace(GAMES["click_click_boom"], robot=script)}
    soak._parts = tuple(robots if part is soak._parts[2] else part for part in soak._parts)
    soak.begin()
    for _ in range(300):
        soak.step()
    assert soak.sitting.played is not None
    kept = [getattr(one, "event", None) for one in soak.sitting.played.referee.kept]
    assert [event.card for event in kept if isinstance(event, CardPlaced)] == ["pay/1"]


def test_robots_do_not_play_at_a_real_kit() -> None:
    kit = cast("Kit", SimpleNamespace(devices=SimpleNamespace(simulated=None)))
    with pytest.raises(ValueError, match="simulated kit only"):
        robots_for(kit, Random(1))

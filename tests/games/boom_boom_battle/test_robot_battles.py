from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from companion.core.rulings import Foul, Ruling
from companion.games.boom_boom_battle import robot_answering, robot_laying, rulings
from companion.games.boom_boom_battle.box import NAMED, PLACES
from companion.games.boom_boom_battle.piles import count
from companion.games.boom_boom_battle.robot_cards import Pack
from firmware.soak import Plan, deck_of
from firmware.soak import Soak as Kit
from tests.contract.test_robots import Hands
from tests.games.boom_boom_battle.robot_seats import Evening, differing, robot
from tests.games.boom_boom_battle.table import GAME, numbered, tracked

GAMES = {GAME.slug: GAME}
DECKS = deck_of(GAMES)
SEATS = {"duel": (2, 4, 6), "death_match": (2, 4, 6), "free_for_all": (2, 3, 4, 5, 6)}
TABLES = [(mode, hands) for mode in SEATS for hands in ("honour", "tracked")]
BOARDS = ("standard", "four_seats", "four_bells")
MANY, MOST = 60, 100  # tables that are played, and until something rare has happened


def short_deck(*kinds: str) -> dict[str, Any]:
    """Return a deck without the cards of some kinds."""
    gone = [f"{kind}/{number}" for kind in kinds for number in range(1, NAMED[kind] + 1)]
    cards = {name: {"kind": "missing"} for name in gone}
    return {"cards": cards, "counts": {"missing": len(gone)}}


@pytest.fixture(scope="module")
def told() -> Counter[str]:
    """Return how often what was ruled at many tables, with modes, hands and seats in turn."""
    found: Counter[str] = Counter()
    for seed in range(MANY):
        mode, hands = TABLES[seed % len(TABLES)]
        seats = SEATS[mode][seed // len(TABLES) % len(SEATS[mode])]
        table = Evening(seed, seats, mode=mode, hands=hands)
        table.play()
        for ruling in table.ruled:
            found.update((ruling.kind, *details(ruling)))
    return found


def details(ruling: Ruling) -> tuple[str, ...]:
    """Return the kind of card that was played, and how; the location; the foul."""
    match ruling:
        case rulings.Played(card=card, case=case):
            return card.partition("/")[0], case
        case rulings.LaidBefore(card=card) | rulings.Rescued(card=card):
            return (card.partition("/")[0],)
        case rulings.NewRound(location=place):
            return (place,)
        case Foul(foul=foul):
            return (foul,)
        case _:
            return ()


# Whole games


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_a_game_ends_at_the_kit_in_every_mode_and_both_hands(number: int) -> None:
    mode, hands = TABLES[number]
    options = {"mode": mode, "hands": hands}
    plan = Plan(7, 4, GAME.slug, options, board=BOARDS[number % len(BOARDS)])
    assert Kit(plan, GAMES, DECKS).play().rulings > 20


@pytest.mark.parametrize("hands", ["honour", "tracked"])
def test_a_game_ends_at_the_pace_of_people(hands: str) -> None:
    plan = Plan(8, 2, GAME.slug, {"hands": hands}, pace=1.0)
    assert Kit(plan, GAMES, DECKS).play().virtual_s > 60


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("hands", ["honour", "tracked"])
def test_the_cards_of_the_robots_lie_as_the_kit_knows_them(seats: int, hands: str) -> None:
    table = Evening(seats, seats, hands=hands)
    compared = 0
    while not table.is_over:
        table.turn()
        pack = table.robot.cards.pack
        assert count(pack.state) is None
        assert (len(pack.draw), len(pack.remaining)) == (pack.state.draw, pack.state.remaining)
        if table.state.phase == "turn":
            compared += 1
            assert differing(table) == []
    assert compared > 10


def test_one_seed_is_one_evening() -> None:
    one, two, other = Evening(4), Evening(4), Evening(5)
    for table in (one, two, other):
        table.play()
    assert one.ruled == two.ruled != other.ruled


# What is played


def test_every_kind_is_played(told: Counter[str]) -> None:
    assert set(NAMED) <= set(told)


def test_every_location_comes_into_force(told: Counter[str]) -> None:
    assert set(PLACES) <= set(told)


def test_what_comes_of_single_answers_happens(told: Counter[str]) -> None:
    assert {"blocked", "countered", "blown", "carried", "evacuated"} <= set(told)
    assert {"reshuffled", "redrawn", "extra_action", "looked"} <= set(told)


def test_mistakes_are_made_and_lies_are_told(told: Counter[str]) -> None:
    assert {"not_aimed", "taken_back_play", "lied"} <= set(told)


def test_b66_more_is_pressed_than_can_have_hit() -> None:
    assert happens("no_such_count", lambda seed: Evening(seed, 2 + seed % 3))


def test_b24_a_mate_is_revived_under_hospital_where_the_table_plays_that() -> None:
    options: dict[str, Any] = {"mode": "death_match", "hospital_revive": "death_match"}
    assert happens("revived", lambda seed: Evening(seed, 6 - 2 * (seed % 2), **options))


@pytest.mark.parametrize("phones", [0, 1])
def test_b63_a_pair_is_played_under_tunnel(phones: int) -> None:
    assert any(_plays_pair(seed, phones) for seed in range(10))


def _plays_pair(seed: int, phones: int) -> bool:
    """Let a robot play whose hand has a pair while Tunnel is in force."""
    hands = {1: "rifle/1 rifle/2 shotgun/1", 2: 5}
    sit = tracked(2, hands=hands, place="tunnel", deck=numbered(rifle=3))
    made = robot(seed, phones=phones, hands="tracked")
    made.cards.pack = Pack(sit.state)
    table = Hands(sit.referee, made)
    while not sit.rulings("played", "escaped"):
        table.turn()
    return sit.rulings("played", "escaped")[0].get("case") == "pair"


def test_b9_a_short_deck_runs_out_and_the_game_ends() -> None:
    deck = short_deck("rifle", "sniper", "lmg", "grenade", "shotgun", "pan", "smg")
    assert happens("lost_draw", lambda seed: Evening(seed, 2, deck, mode="duel"))


@pytest.mark.parametrize("seed", range(6))
def test_a_game_ends_where_hardly_anybody_tells_the_truth(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(robot_answering, "LIES", 0.4)
    monkeypatch.setattr(robot_laying, "HIDES", 0.4)
    table = Evening(seed, 2 + seed % 3, hands="honour")
    table.play()
    assert any(isinstance(ruling, Foul) for ruling in table.ruled)


def happens(wanted: str, table: Callable[[int], Evening]) -> bool:
    """Play tables until something happens at one of them; tell whether it did."""
    for seed in range(MOST):
        evening = table(seed)
        evening.play()
        if any(wanted in (ruling.kind, *details(ruling)) for ruling in evening.ruled):
            return True
    return False


# Interruptions


@pytest.mark.parametrize("seed", range(4))
def test_a_game_ends_however_often_it_is_taken_back(seed: int) -> None:
    hands = "tracked" if seed % 2 else "honour"
    table, chance = Evening(seed, 3, hands=hands), Random(seed)
    for _ in range(12):
        table.turns(chance.randrange(25))
        steps = min(1 + chance.randrange(6), table.referee.steps())
        if table.is_over or not steps:
            break
        table.host(undo=steps)
        table.host(resume=True)
    table.play()


@pytest.mark.parametrize("hands", ["honour", "tracked"])
def test_a_game_ends_after_restarts_that_nobody_remembers_the_cards_of(hands: str) -> None:
    table, chance = Evening(3, 4, hands=hands), Random(3)
    for _ in range(3):
        table.turns(chance.randrange(60))
        if not table.is_over:
            table.restart()
    table.play()


@pytest.mark.parametrize("hands", ["honour", "tracked"])
def test_a_game_ends_when_a_player_leaves_it(hands: str) -> None:
    table = Evening(1, 3, hands=hands)
    table.turns(40)
    table.host(adjust={"seat": 2, "alive": False})
    table.play()
    assert not {2} & set(table.state.winners)


def test_a_hand_that_the_host_corrects_is_corrected_in_the_heads_too() -> None:
    table = Evening(1, 3)
    while table.state.phase != "turn":
        table.turn()
    for more in (2, -3):
        table.host(adjust={"seat": 2, "hand": more})
        assert differing(table) == []
    table.play()

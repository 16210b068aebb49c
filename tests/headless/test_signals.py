"""Files through pins and chips: bounce, late callbacks, tags and faulty readers in whole games."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.cards.deck_map import simulated_uid
from companion.core.game import Game
from companion.core.lines import FAULTS
from companion.core.playthrough import read_playthrough
from firmware.playback import Playback, Unmet

FILES = Path(__file__).parents[1] / "playthroughs" / "click_click_boom"
TAGS = {"04A3C6CAE26180": "pay/1", "DEADBEEF": "stolen/1", "0411223344556677AABB": "pay/2"}
HEADER = {
    "ringmaster": 1,
    "game": "click_click_boom",
    "seats": ["Ann", "Bo", "Cy"],
    "first": 1,
    "tags": TAGS,
}
UIDS = tuple(TAGS)
MILD = ("none", "noise", "flicker")  # a reader may live with these
BACK_S = 5  # a reader is back within so many seconds after its fault ends
HOLD_BACK_S = 0.025

Line = dict[str, Any]
Games = dict[str, Game[Any]]


def play(games: Games, *lines: Line) -> Playback:
    """Play lines, put in the order of their moments."""
    ordered = sorted(lines, key=lambda line: line["at"])
    text = "\n".join(json.dumps(line) for line in (HEADER, *ordered))
    playback = Playback(read_playthrough(text, "test", games), games)
    playback.unmet = list(playback.play())
    return playback


def unmet(games: Games, *lines: Line) -> tuple[Unmet, ...]:
    return tuple(play(games, *lines).unmet)


def to_reveal(at: float = 0) -> list[Line]:
    """Return the lines that bring three players to where Ann's card is awaited, at 12 s."""
    turns = [{"at": at + seat, "say": {"seat": seat, "done": True}} for seat in (1, 2, 3)]
    holds = [
        {"at": at + 4 + seat / 10, "say": {"seat": seat, "side": "left"}} for seat in (1, 2, 3)
    ]
    ring = {"at": at + 5, "ring": "bell"}
    letting = [
        {"at": at + 9 + seat / 10, "say": {"seat": seat, "let_go": True}} for seat in (1, 2, 3)
    ]
    return [*turns, *holds, ring, *letting]


def how(kind: str) -> Line:
    numbers: dict[str, Line] = {
        "noise": {"rate": 0.05},
        "slow": {"seconds": 0.5},
        "version": {"value": 0},
    }
    return numbers.get(kind, {"every": 3, "length": 1} if kind == "flicker" else {})


@pytest.mark.parametrize(
    ("reader", "by_phone", "by_card"), [("centre", 1, 2), ("seat1", 2, 1)], ids=("centre", "seat")
)
@pytest.mark.parametrize("kind", [kind for kind in FAULTS if kind != "none"])
def test_phones_go_on_and_a_mended_reader_is_back_in_time(
    games: Games, kind: str, reader: str, by_phone: int, by_card: int
) -> None:
    mended = 20
    found = unmet(
        games,
        *to_reveal(),
        {"at": 12, "fault": reader, "kind": kind, **how(kind)},
        {"at": 16, "say": {"seat": by_phone, "show": "pay"}},
        {"at": 17, "expect": {f"seats.{by_phone}.shown": "pay", "phase": "reveal"}},
        {"at": mended, "fault": reader, "kind": "none"},
        {"at": mended + BACK_S, "field": reader, "tags": [UIDS[0]]},
        {"at": mended + BACK_S + 0.5, "expect": {f"seats.{by_card}.shown": "pay"}},
        {"at": mended + BACK_S + 0.5, "expect": {"readers_failed": {}}},
    )
    assert found == ()


@pytest.mark.parametrize("kind", [kind for kind in FAULTS if kind not in MILD])
def test_the_board_tells_of_a_reader_that_fails(games: Games, kind: str) -> None:
    fault = {"at": 1, "fault": "tray", "kind": kind, **how(kind)}
    view = play(games, fault, {"at": 8}).view()
    assert list(view["readers_failed"]) == ["tray"]
    assert view["phase"] == "turn"


def test_every_kind_of_fault_is_in_some_file() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in FILES.glob("*.jsonl"))
    assert [kind for kind in FAULTS if f'"kind": "{kind}"' not in text] == []


def chatter(rng: Random, at: float, line: str, level: int) -> list[Line]:
    """Return the edges of a contact that bounces for up to 9 ms and then stands."""
    more = [round(rng.uniform(0.0001, 0.009), 6) for _ in range(2 * rng.randint(0, 2))]
    times = [0.0, *sorted(more)]
    return [
        {"at": round(at + after, 9), "edge": line, "level": level ^ (count % 2)}
        for count, after in enumerate(times)
    ]


def round_of_edges(rng: Random | None) -> list[Line]:
    """Return a whole round on contacts, clean or with bounce."""
    edges = [
        *((seat, f"{seat}.left", 0) for seat in (1, 2, 3)),
        *((seat + 0.2, f"{seat}.left", 1) for seat in (1, 2, 3)),
        *((4 + seat / 5, f"{seat}.right", 0) for seat in (1, 2, 3)),
        (6, "bell", 0),
        (6.1, "bell", 1),
        (9.899999999, "1.right", 1),
        (9.9, "2.right", 1),
        (11.400000001, "3.right", 1),
    ]
    if rng is None:
        return [{"at": at, "edge": line, "level": level} for at, line, level in edges]
    return [one for at, line, level in edges for one in chatter(rng, at, line, level)]


@pytest.mark.parametrize("seed", range(8))
def test_bounce_changes_nothing(games: Games, seed: int) -> None:
    clean = play(games, *round_of_edges(None), {"at": 13}).view()
    bounced = play(games, *round_of_edges(Random(seed)), {"at": 13}).view()
    assert [foul["ms"] for foul in clean["fouls"]] == [0.000001, 1500.000001]
    assert bounced == clean


@pytest.mark.parametrize("seed", range(8))
def test_callbacks_within_the_hold_back_come_in_any_order(games: Games, seed: int) -> None:
    rng = Random(seed)
    late = [
        {**line, "arrives": round(line["at"] + rng.uniform(0, HOLD_BACK_S), 9)}
        for line in round_of_edges(None)
    ]
    clean = play(games, *round_of_edges(None), {"at": 13}).view()
    assert play(games, *late, {"at": 13}).view() == clean


@pytest.mark.parametrize("order", [*permutations((1, 2, 3))])
def test_buttons_at_one_stamp_give_one_result(games: Games, order: tuple[int, ...]) -> None:
    presses = [{"at": 2, "edge": f"{seat}.left", "level": 0} for seat in order]
    view = play(games, *presses, {"at": 3}).view()
    assert (view["phase"], view["refused"]) == ("commit", None)


@pytest.mark.parametrize("uids", [*permutations(UIDS[:2])], ids=("as_laid", "the_other_way"))
def test_two_tags_laid_at_once_give_one_result(games: Games, uids: tuple[str, ...]) -> None:
    found = unmet(
        games,
        {"at": 0.5, "field": "centre", "tags": list(uids)},
        {"at": 0.8, "field": "centre", "tags": []},
        *to_reveal(1),
        {"at": 12, "card": "stolen/1", "reader": "centre"},
        {"at": 12.1, "expect": {"seats.1.shown": None, "refused.reason": "private"}},
        {"at": 13, "card": "pay/1", "reader": "seat1"},
        {"at": 13.1, "expect": {"seats.1.shown": "pay"}},
    )
    assert found == ()


def test_a_file_without_tags_of_its_own_plays_the_simulated_kits(games: Games) -> None:
    given = {key: value for key, value in HEADER.items() if key != "tags"}
    uid = simulated_uid("click_click_boom", "boom/1")
    lines = [
        *to_reveal(),
        {"at": 12, "field": "centre", "tags": [uid]},
        {"at": 12.5, "expect": {"seats.1.shown": "boom"}},
    ]
    text = "\n".join(json.dumps(line) for line in (given, *lines))
    assert Playback(read_playthrough(text, "test", games), games).play() == ()


def test_a_files_own_tags_take_the_place_of_the_simulated_kits(games: Games) -> None:
    uid = simulated_uid("click_click_boom", "boom/1")
    lines = ({"at": 1, "field": "centre", "tags": [uid]}, {"at": 2})
    assert play(games, *lines).view()["refused"]["reason"] == "unknown_card"

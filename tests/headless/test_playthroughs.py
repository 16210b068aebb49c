"""Every playthrough holds, can be exported and played again, and shows nobody an unseen card."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from math import inf
from pathlib import Path
from typing import Any

import pytest

from companion.core.events import CardPlaced
from companion.core.game import Game
from companion.core.lines import ExpectLine, write_line
from companion.core.playthrough import read_playthrough
from companion.core.records import Record
from companion.core.stamps import to_decimal
from companion.core.steps import Step
from firmware import shelf
from firmware.playback import Playback, Unmet

FOLDER = Path(__file__).parents[1] / "playthroughs"
FILES = sorted(FOLDER.glob("*/*.jsonl"))
LONGEST = 400  # lines: a file is read by people
ANY_CARD = re.compile(r'"(?:pay|stolen|boom)/\d+"')
RING = re.compile(r'"ring"|"bell"')
A_PICK = re.compile(r'"card": "(?:pay|stolen|boom)')


def has_picks(path: Path) -> bool:
    """Tell whether cards are tapped before the first ring; not if Heather is answered (C51)."""
    before = RING.split(path.read_text(encoding="utf-8"), maxsplit=1)[0]
    return bool(A_PICK.search(before)) and '"told"' not in before


def named(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


PICKED = [path for path in FILES if has_picks(path)]
each_file = pytest.mark.parametrize("path", FILES, ids=named)


@dataclass(slots=True)
class Performance:
    """Holds what a playthrough led to: records, what did not hold, all views at the end."""

    unmet: tuple[Unmet, ...] = ()
    records: list[Record] = field(default_factory=list)
    picks: dict[str, int] = field(default_factory=dict)
    shot_at: int | None = None
    leaks: list[str] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    views: Mapping[str, Any] = field(default_factory=dict)
    failure: str | None = None


@cache
def all_games() -> dict[str, Game[Any]]:
    return shelf.games()


def perform(text: str, name: str, *, watched: bool = True) -> Performance:
    """Play a text; if watched, keep the bytes of every view that is published."""
    games = all_games()
    played = Performance()
    playback = Playback(read_playthrough(text, name, games), games)
    phase = ["setup"]

    def run() -> Any:
        assert playback.sitting.played is not None
        return playback.sitting.played.referee.run

    def heard(record: Record, step: Step) -> None:
        played.records.append(record)
        event = record.event
        if isinstance(event, CardPlaced) and phase[0] == "turn":
            played.picks.setdefault(event.card, event.at)
        if played.shot_at is None and any(one.ruling.kind == "shot" for one in step.rulings):
            played.shot_at = event.at
        phase[0] = run().state.phase
        played.failure = run().failure

    def publish(views: Mapping[str, Any], ticket: int) -> None:
        del ticket
        seen = json.dumps(views)
        for audience, shown in views.items():
            text = json.dumps(shown)
            played.leaks += [card for card in hidden_from(audience, run()) if f'"{card}"' in text]
        played.leaks += ANY_CARD.findall(seen)
        played.shown.append(seen)

    playback.listen(heard, publish if watched else None)
    played.unmet = playback.play()
    played.views = playback.sitting.views()
    return played


def hidden_from(audience: str, run: Any) -> list[str]:
    """Return the unseen cards that an audience may not know: all but those of its own seat."""
    unseen = run.game.private_cards(run.state)
    return [card for card in unseen if f"seat:{run.game.owner(run.state, card)}" != audience]


@cache
def performance(path: Path) -> Performance:
    return perform(path.read_text(encoding="utf-8"), path.name)


@each_file
def test_every_expectation_holds(path: Path) -> None:
    assert performance(path).unmet == ()


@each_file
def test_no_game_fails(path: Path) -> None:
    assert performance(path).failure is None


@each_file
def test_no_view_ever_shows_a_card_that_the_table_has_not_seen(path: Path) -> None:
    assert performance(path).shown
    assert performance(path).leaks == []


@each_file
def test_the_export_of_its_records_plays_to_the_same_views(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    lines = [write_line(record.event) for record in performance(path).records]
    end = read_playthrough(text, path.name, all_games()).lines[-1].line.at
    export = [text.split("\n", 1)[0], *lines, f'{{"at": {to_decimal(end)}}}']
    again = perform("\n".join(export), "export", watched=False)
    assert again.views == performance(path).views


@each_file
def test_it_can_be_read_and_expects_something(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    placed = read_playthrough(text, path.name, all_games()).lines
    assert text.count("\n") <= LONGEST
    assert any(isinstance(one.line, ExpectLine) for one in placed)


def test_the_readme_names_every_file() -> None:
    told = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert [path.stem for path in FILES if f"`{path.stem}`" not in told] == []


def test_the_readme_names_no_file_that_is_not_there() -> None:
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    told = re.findall(r"^- `([a-z0-9-]+)`", text, re.MULTILINE)
    assert sorted(set(told)) == sorted(path.stem for path in FILES)


# What the kit knows of unseen cards must not show: with other cards, everything looks the same.


def other(card: str) -> str:
    """Return a card of another kind; each playing card has its own."""
    kind, _, number = card.partition("/")
    match kind, int(number) if number.isdigit() else 0:
        case "pay", count if count <= 12:
            return f"stolen/{count}"
        case "pay", count:
            return f"boom/{count - 12}"
        case "stolen", count:
            return f"pay/{count}"
        case "boom", count:
            return f"pay/{count + 12}"
        case _:
            return card


def until_first_shoot(path: Path) -> str:
    """Return a file's text up to the first SHOOT, without what it expects."""
    header, *rows = path.read_text(encoding="utf-8").split("\n")
    shot_at = performance(path).shot_at or inf
    lines = [row for row in rows if row and '"expect"' not in row]
    return "\n".join([header, *(row for row in lines if json.loads(row)["at"] * 1e9 < shot_at)])


@pytest.mark.parametrize("path", PICKED, ids=named)
def test_other_picks_would_have_looked_the_same(path: Path) -> None:
    text = until_first_shoot(path)
    changed = re.sub(r"(?:pay|stolen|boom)/\d+", lambda card: other(card[0]), text)
    shown = perform(changed, "other").shown
    assert changed != text
    assert shown == performance(path).shown[: len(shown)]

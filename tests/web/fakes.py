"""Fakes of all ports, and views as a real table would push them."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from web.app import create_app
from web.hub import Hub
from web.ports import Answer, Json, Limits, Ports

VIEWS = json.loads((Path(__file__).parent / "views.json").read_text(encoding="utf-8"))
_BELL = json.loads((Path(__file__).parent / "bell_views.json").read_text(encoding="utf-8"))
_PATTERN = json.loads((Path(__file__).parent / "pattern_views.json").read_text(encoding="utf-8"))
_BATTLE = json.loads((Path(__file__).parent / "battle_views.json").read_text(encoding="utf-8"))
ORIGIN = "http://localhost"
PIN = "314159"


def _audiences(
    public: Json,
    you: Json,
    offers: Json | None = None,
    host: Json | None = None,
    own: Json | None = None,
) -> Json:
    seats = {
        f"seat:{seat}": {**public, **(own or {}).get(seat, {}), "you": said}
        for seat, said in you.items()
    }
    shown = {**public, "offers": offers or {}, **(host or {})}
    return {"public": public, "host": shown, **seats}


# A game of Boom Boom (2013) at its moments: `burst`, `stray`, `call`, `check`, `start`, `over`.
BELL = {moment: _audiences(**seen) for moment, seen in _BELL.items()}


# A game of Wild Wild Pattern at its moments: `wheel`, `shootout`, `claim`, `right`, `wrong`,
# `challenge`, `clementine`, `bank`; its cards and its Bank are the same `always`.
PATTERN = {
    moment: _audiences(**{**seen, "public": {**seen["public"], **_PATTERN["always"]}})
    for moment, seen in _PATTERN.items()
    if moment != "always"
}

# A game of BOOM BOOM at its moments; its box is the same `always`. Of `tracked` hands each seat
# sees its own: `own`.
BATTLE = {
    moment: _audiences(**{**seen, "public": {**_BATTLE["always"], **seen["public"]}})
    for moment, seen in _BATTLE.items()
    if moment != "always"
}


class FakeClock:
    """Tells milliseconds that move only when a test says so."""

    def __init__(self) -> None:
        self.ms = 1_000_000.0

    def __call__(self) -> float:
        return self.ms


class RealClock(FakeClock):
    """Tells the machine's monotonic milliseconds, for pages in a real browser."""

    def __call__(self) -> float:
        return time.monotonic() * 1000


@dataclass
class FakeCommands:
    """Takes everything, or answers what the test has set; remembers what came."""

    said: list[tuple[int, Json, str | None, str]] = field(default_factory=list)
    done: list[Json] = field(default_factory=list)
    headers: list[Json] = field(default_factory=list)
    answer: Answer = field(default_factory=lambda: Answer(taken=True))

    def say(self, seat: int, say: Json, *, question: str | None, by: str) -> Answer:
        self.said.append((seat, say, question, by))
        return self.answer

    def host(self, act: Json) -> Answer:
        self.done.append(act)
        return self.answer

    def set_up(self, header: Json) -> Answer:
        self.headers.append(header)
        return self.answer


class FakeArchive:
    """Knows one finished and one running game."""

    def games(self) -> Sequence[Json]:
        began = 1_750_000_000.0
        ccb = "click_click_boom"
        names = ["Ann", {"name": "Bo"}, "Cy"]
        return [
            {"id": 2, "game": ccb, "seats": names, "began": began, "over": False, "winners": []},
            {"id": 1, "game": ccb, "seats": names, "began": "2025-06-01T20:15:00", "over": True,
             "winners": [1, 2]},
        ]  # fmt: skip

    def export(self, game: int) -> str | None:
        return '{"ringmaster": 1}\n' if game in {1, 2} else None


class FakeHealth:
    """Reports one finding of each state, and a check-up with a clone."""

    def checkup(self) -> Sequence[Json]:
        clone = {"part": "reader centre", "state": "warning", "text": "FM17522, a clone.",
                 "cure": "Try a few tags."}  # fmt: skip
        return [{"part": "lgpio", "state": "ok", "text": "It is installed.", "cure": ""}, clone]

    def report(self) -> Sequence[Json]:
        ok = {"part": "panel", "state": "ok", "text": "13 of 13 lines claimed.", "cure": ""}
        slow = {"part": "journal", "state": "warning", "text": "The disk takes 80 ms to commit.",
                "cure": "A better SD card helps."}  # fmt: skip
        bad = {"part": "reader tray", "state": "error", "text": "No answer since 20:15.",
               "cure": "Check its cable."}  # fmt: skip
        return [ok, slow, bad]


class FakeShelf:
    """Offers Click Click Boom and a game without characters."""

    def games(self) -> Sequence[Json]:
        options = [
            {"name": "variant", "default": "standard", "allowed": ["quick", "advanced"]},
            {"name": "foul_policy", "default": "warn", "allowed": ["warn", "recount", "fine"]},
            {"name": "late_after", "default": 1.5, "allowed": {"min": 0.3, "max": 10}},
            {"name": "felix_any", "default": True, "allowed": [True, False]},
        ]
        characters = ["carla", "brandon", "heather", "felix", "rory", "jill"]
        boom = {"slug": "click_click_boom", "title": "Click Click Boom", "players": [3, 6],
                "characters": characters, "options": options}  # fmt: skip
        plain = {"slug": "template", "title": "Template", "players": {"min": 2, "max": 4}}
        return [boom, plain, {"slug": "bare"}]


@dataclass
class FakeKit:
    """Remembers what was pressed and laid."""

    done: list[tuple[str, Any]] = field(default_factory=list)
    lying: dict[str, list[str]] = field(default_factory=lambda: {"centre": ["boom/3"]})

    def layout(self) -> Json:
        kinds = {"pay": 18, "stolen": 12, "boom": 6}
        cards = [f"{kind}/{n}" for kind, count in kinds.items() for n in range(1, count + 1)]
        return {
            "seats": [1, 2, 3, 4],
            "readers": ["centre", "tray"],
            "cards": [*cards, "ability/carla", "ability/rory"],
            "lying": self.lying,
            "lights": {"1": "on", "2": "blink", "3": "off", "4": "blink"},
            "down": [],
        }

    def press(self, line: str) -> None:
        self.done.append(("press", line))

    def release(self, line: str) -> None:
        self.done.append(("release", line))

    def place(self, reader: str, cards: Sequence[str]) -> None:
        self.done.append(("place", (reader, list(cards))))
        self.lying = {**self.lying, reader: list(cards)}


@dataclass
class FakeStore:
    """Keeps the seating in memory."""

    kept: Json | None = None

    def load(self) -> Json | None:
        return self.kept

    def save(self, seating: Json) -> None:
        self.kept = json.loads(json.dumps(seating))


@dataclass
class Table:
    """Bundles an app with its fakes; the verbs that tests read by."""

    ports: Ports
    hub: Hub
    app: Flask
    clock: FakeClock
    commands: FakeCommands
    kit: FakeKit

    def client(self) -> FlaskClient:
        return self.app.test_client()

    def post(self, client: FlaskClient, path: str, body: object, **more: Any) -> TestResponse:
        headers = {"Origin": ORIGIN, **more.pop("headers", {})}
        return client.post(path, json=body, headers=headers, **more)

    @property
    def code(self) -> str:
        return str(self.app.extensions["ringmaster"].seating.code)

    def seated(self, seat: int) -> FlaskClient:
        client = self.client()
        answer = self.post(client, "/api/join", {"code": self.code, "seat": seat})
        assert answer.status_code == 200, answer.text
        return client

    def hosted(self) -> FlaskClient:
        client = self.client()
        assert self.post(client, "/api/login", {"pin": PIN}).status_code == 200
        return client


def a_table(
    *,
    views: Json | None = None,
    limits: Limits | None = None,
    clock: FakeClock | None = None,
    **more: Any,
) -> Table:
    """Make an app on fakes with the views of a running game pushed."""
    clock = clock if clock is not None else FakeClock()
    commands, kit = FakeCommands(), FakeKit()
    ports = Ports(
        commands=commands,
        archive=FakeArchive(),
        health=FakeHealth(),
        shelf=FakeShelf(),
        now_ms=clock,
        pin=PIN,
        secret_key="a secret of tests",
        simulated=kit,
        limits=limits if limits is not None else Limits(),
    )
    ports = replace(ports, **more)
    hub = Hub(clock, epoch="abcd")
    hub.push(VIEWS["commit"] if views is None else views)
    return Table(ports, hub, create_app(ports, hub), clock, commands, kit)

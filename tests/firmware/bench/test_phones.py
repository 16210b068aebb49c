"""Phones: fifty at once see every ruling exactly once, and a stop under them is clean."""

from __future__ import annotations

import socket
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from firmware.bench import phones
from firmware.bench.phones import Phone, Seen, watch


def test_fifty_phones_see_every_ruling_exactly_once_and_the_stop_is_clean() -> None:
    seen = watch(50, 1.5, 20)

    assert (seen.lost, seen.doubled) == (0, 0)
    assert seen.rulings == 30 + phones.BEFORE
    assert seen.clean_ends == 50
    assert seen.are_pins_released
    assert len(seen.latencies_ms) == 50 * 30


def test_the_figures_tell_losses_and_bounds() -> None:
    seen = Seen(50, 30, 2, 1, 0.7, 50, are_pins_released=True, latencies_ms=(1.0, 9.0))
    figures = {figure.name: figure for figure in seen.figures()}

    assert figures["rulings lost on all phones"].value == 2
    assert figures["rulings doubled on all phones"].value == 1
    assert figures["pins released after it"].value == 1.0
    assert figures["ruling to phone, p99"].value == 9.0
    assert replace(seen, lost=0).figures()[0].value == 0


def state(*numbers: int) -> bytes:
    rulings = ", ".join(f'{{"number": {number}, "at": {number}}}' for number in numbers)
    return f'event: state\ndata: {{"rulings": [{rulings}]}}\n\n'.encode()


@pytest.fixture
def phone() -> Any:
    with socket.create_server(("127.0.0.1", 0)) as server:
        made = Phone(server.getsockname()[1])
        other, _ = server.accept()
        assert b"GET /events" in other.recv(65536)
        yield made, other
        made.close()
        other.close()


def test_a_phone_counts_each_ruling_once_and_notes_when_it_came(phone: Any) -> None:
    made, kit = phone
    kit.sendall(state(1, 2) + state(1, 2, 3)[:20])
    made._socket.settimeout(10)
    made.read()
    kit.sendall(state(1, 2, 3)[20:])
    made.read()
    kit.close()
    made.read()
    made.count()

    assert made.ended
    assert [number for number, _, _ in made.seen] == [1, 2, 3]
    assert made.seen[0][2] < made.seen[2][2]


def test_a_kit_without_a_game_has_ruled_nothing() -> None:
    kit: Any = SimpleNamespace(
        door=lambda: SimpleNamespace(host=lambda _act: None),
        sitting=SimpleNamespace(played=None),
        devices=SimpleNamespace(simulated=None),
    )

    assert phones._rule(kit, 0.001, 1) == ()
    assert not phones.are_released(kit)

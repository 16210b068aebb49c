"""Translation: every signal of the kit, and what it means at a table."""

from __future__ import annotations

import pytest

from companion.core.events import (
    CardLifted,
    CardPlaced,
    HostDid,
    Pressed,
    Rang,
    Released,
    Restarted,
    Said,
    Side,
    TableEvent,
    Woke,
)
from firmware.inbox import Change
from firmware.signals import CLOSED, OPEN, TagGone, TagSeen, TagsUnclear
from firmware.translate import event_of, is_at_table, lines_at_table


def named(uid: str) -> str:
    return {"AA": "pay/1"}.get(uid, f"unknown/{uid}")


@pytest.mark.parametrize(
    ("signal", "event"),
    [
        (Change("2.left", CLOSED, 5), Pressed(2, Side.LEFT, at=9)),
        (Change("6.right", OPEN, 5), Released(6, Side.RIGHT, at=9)),
        (Change("bell", CLOSED, 5), Rang(None, at=9)),
        (Change("4.bell", CLOSED, 5), Rang(4, at=9)),
        (Change("bell", OPEN, 5), None),
        (Change("4.bell", OPEN, 5), None),
        (TagSeen("centre", "AA", 5), CardPlaced("pay/1", "centre", at=9)),
        (TagSeen("seat2", "BB", 5), CardPlaced("unknown/BB", "seat2", at=9)),
        (TagGone("tray", "AA", 5), CardLifted("pay/1", "tray", at=9)),
        (TagsUnclear("tray", "several", 5), CardPlaced("unclear/several", "tray", at=9)),
    ],
    ids=str,
)
def test_a_signal_means_one_event_or_nothing(
    signal: Change | TagSeen | TagGone | TagsUnclear, event: TableEvent | None
) -> None:
    assert event_of(signal, 9, named) == event


@pytest.mark.parametrize(
    "event",
    [
        Pressed(3, Side.LEFT, at=0),
        Released(1, Side.LEFT, at=0),
        Said(3, {"done": True}, at=0),
        Rang(None, at=0),
        Rang(3, at=0),
        CardPlaced("pay/1", "centre", at=0),
        CardPlaced("pay/1", "seat3", at=0),
        CardLifted("pay/1", "tray", at=0),
        HostDid({"pause": True}, at=0),
        Woke(at=0),
        Restarted(("bell",), at=0),
    ],
    ids=str,
)
def test_what_a_table_of_three_has(event: TableEvent) -> None:
    assert is_at_table(event, 3)


@pytest.mark.parametrize(
    "event",
    [
        Pressed(4, Side.LEFT, at=0),
        Released(6, Side.LEFT, at=0),
        Said(4, {"done": True}, at=0),
        Said(0, {"done": True}, at=0),
        Rang(4, at=0),
        CardPlaced("pay/1", "seat4", at=0),
        CardLifted("pay/1", "seat6", at=0),
    ],
    ids=str,
)
def test_what_a_table_of_three_does_not_have(event: TableEvent) -> None:
    assert not is_at_table(event, 3)


def test_the_lines_of_a_table_are_those_of_its_seats_and_the_bell() -> None:
    lines = ("4.left", "bell", "3.right", "3.bell", "1.left", "30.left")

    assert lines_at_table(lines, 3) == ("1.left", "3.bell", "3.right", "bell")

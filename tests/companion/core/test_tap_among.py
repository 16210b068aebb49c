"""Taps of certain cards alone, and on any reader: whose card it is, and who may claim it."""

from __future__ import annotations

from companion.core.game import Table
from companion.core.gestures import Tap, Tapped
from companion.core.steps import Verdict
from tests.companion.core.tables import Flow, Kit, Toy, is_moot, living, note, toy


def tapping(
    among: frozenset[str] | None, reader: str | None = "centre", *, first: bool = False
) -> Flow:
    """Return a flow in which seat 1 lays any card, and everybody certain ones."""

    async def flow(table: Table[Toy]) -> None:
        while True:
            wanted = Tap(living(table), "show", lambda *_: None, reader=reader, among=among)
            own = Tap(lambda: living(table)()[:1], "hold", lambda *_: None)
            came = await (own | wanted if first else wanted)
            if is_moot(came):
                return
            assert isinstance(came, Tapped)
            note(table, f"{came.seat}: {came.card}")

    return flow


BOOM = frozenset({"boom/1"})


def test_another_card_is_none_of_its_business() -> None:
    kit = Kit(toy(tapping(BOOM)))
    step = kit.card(1, "pay/1", "seat2")
    assert (step.verdict, kit.notes()) == (Verdict.REFUSED, [])
    kit.card(2, "boom/1", "seat2")
    assert kit.notes() == ["2: boom/1"]


def test_a_card_that_only_one_seat_is_asked_for_is_that_seat_s() -> None:
    kit = Kit(toy(tapping(BOOM, first=True)))
    kit.card(1, "pay/1")
    assert kit.notes() == ["1: pay/1"]


def test_a_card_that_several_are_asked_for_is_nobody_s_until_one_presses() -> None:
    kit = Kit(toy(tapping(BOOM, first=True)))
    kit.card(1, "boom/1")
    assert (kit.notes(), kit.referee.run.claimants()) == ([], (1, 2, 3))
    kit.press(2, 3)
    assert kit.notes() == ["3: boom/1"]


def test_where_no_card_is_meant_none_is_taken() -> None:
    kit = Kit(toy(tapping(frozenset())))
    step = kit.card(1, "boom/1")
    assert (step.verdict, kit.referee.run.claimants()) == (Verdict.REFUSED, ())


def test_without_a_reader_any_one_serves() -> None:
    kit = Kit(toy(tapping(BOOM, None)))
    for at, reader in ((1, "centre"), (5, "tray")):
        kit.card(at, "boom/1", reader)
        kit.press(at + 1, 2)
        kit.lift(at + 2, "boom/1", reader)
    kit.card(9, "boom/1", "seat3")
    assert kit.notes() == ["2: boom/1", "2: boom/1", "3: boom/1"]


def test_with_a_reader_another_one_does_not() -> None:
    kit = Kit(toy(tapping(BOOM, "tray")))
    assert kit.card(1, "boom/1").verdict is Verdict.REFUSED
    assert kit.card(2, "boom/1", "tray").verdict is Verdict.REFUSED  # it lies in two places
    kit.lift(3, "boom/1")
    kit.card(4, "boom/1", "tray")
    assert kit.referee.run.claimants() == (1, 2, 3)


def test_an_offer_says_which_cards_are_meant() -> None:
    kit = Kit(toy(tapping(BOOM, None)), seats=2)
    offers = kit.referee.run.offers()
    assert [(one.seat, one.reader, one.among) for one in offers] == [
        (1, None, BOOM),
        (2, None, BOOM),
    ]

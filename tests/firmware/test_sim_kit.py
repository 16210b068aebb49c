"""The simulated kit: its devices as one, readers fitted on demand, and the panel page's hands."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from companion.cards.deck_map import simulated_uid
from firmware.board import shipped
from firmware.clock import VirtualClock
from firmware.inbox import Inbox
from firmware.mock.kit import SimulatedKit, WebHands
from firmware.panel.lights import Pattern
from firmware.signals import CLOSED, Edge, TagGone, TagSeen
from tests.firmware.evenings import BEGAN_NS, MS, Evening, S

GAME = "click_click_boom"


def a_kit(board: str = "standard") -> tuple[SimulatedKit, VirtualClock]:
    clock = VirtualClock(BEGAN_NS)
    return SimulatedKit(shipped(board), clock, Inbox(10 * MS, 25 * MS)), clock


def polled(kit: SimulatedKit, clock: VirtualClock, times: int = 20) -> list[object]:
    found: list[object] = []
    for _ in range(times):
        clock.advance(50 * MS)
        found += kit.readers.poll(clock.now_ns())
    return found


def names(kit: SimulatedKit) -> list[str]:
    return [one.name for one in kit.readers.statistics()]


def test_only_the_boards_readers_are_polled_until_another_is_used() -> None:
    kit, clock = a_kit("two_seats")
    before = names(kit)
    kit.lay("seat2", ["04A3C6CAE26180"])

    assert (before, names(kit)) == (["centre"], ["centre", "seat2"])
    (seen,) = [one for one in polled(kit, clock) if isinstance(one, TagSeen)]
    assert (seen.reader, seen.uid) == ("seat2", "04A3C6CAE26180")


def test_a_reader_is_fitted_once() -> None:
    kit, _ = a_kit()
    for _ in range(2):
        kit.wire("tray")
        kit.fault("seat1", "none", {})
        kit.lay("seat1", [])

    assert names(kit) == ["centre", "tray", "seat1"]


def test_there_are_readers_for_six_seats_and_no_more() -> None:
    kit, _ = a_kit()
    with pytest.raises(KeyError, match="no reader 'seat7'; it has centre, tray, seat1"):
        kit.lay("seat7", [])
    with pytest.raises(KeyError, match="no reader 'bell'"):
        kit.fault("bell", "silent", {})


def test_a_tag_that_is_taken_away_is_gone() -> None:
    kit, clock = a_kit()
    kit.lay("tray", ["04A3C6CAE26180"])
    first = polled(kit, clock)
    kit.lay("tray", [])

    assert [type(one) for one in first + polled(kit, clock)] == [TagSeen, TagGone]


def test_planned_edges_are_delivered_when_they_are_due() -> None:
    kit, clock = a_kit()
    kit.hands.edge(Edge("1.left", CLOSED, BEGAN_NS + 5), BEGAN_NS + 9)
    assert kit.next_ns() == BEGAN_NS + 5
    clock.advance(9)
    kit.step(clock.now_ns())

    assert kit.next_ns() is None


def test_closing_leaves_every_pin_released() -> None:
    kit, _ = a_kit()
    kit.close()
    kit.close()

    assert kit.hands.all_released()


# The panel page


def hands_of(evening: Evening, woken: list[int], board: str = "standard") -> WebHands:
    def cards() -> Sequence[str]:
        return ("boom/1", "pay/1")

    return WebHands(
        evening.kit,
        shipped(board),
        cards,
        lambda card: simulated_uid(GAME, card),
        lambda: woken.append(1),
    )


def test_the_page_is_told_what_there_is() -> None:
    evening = Evening(first=1)
    layout = hands_of(evening, []).layout()

    assert layout["seats"] == [1, 2, 3, 4, 5, 6]
    assert layout["readers"] == ["centre", "tray"]
    assert layout["cards"] == ["boom/1", "pay/1"]
    assert layout["lying"] == {}


def test_the_page_is_told_of_lights_in_the_words_that_it_knows() -> None:
    evening = Evening(first=1)
    evening.tap("1.left", "2.left", "3.left")
    evening.press("2.right")
    evening.settle()
    lights = hands_of(evening, []).layout()["lights"]

    assert lights == {"1": "blink", "2": "on", "3": "blink", "4": "off", "5": "off", "6": "off"}


def test_a_light_that_hurries_blinks_on_the_page() -> None:
    evening = Evening(first=1)
    evening.kit.panel.lights.set(3, Pattern.FAST, evening.clock.now_ns())

    assert hands_of(evening, []).layout()["lights"]["3"] == "blink"


def test_a_click_presses_and_lets_go_and_wakes_the_table() -> None:
    woken: list[int] = []
    evening = Evening(first=1)
    hands = hands_of(evening, woken)
    hands.press("1.left")
    evening.settle()
    hands.release("1.left")
    evening.settle()

    assert len(woken) == 2
    assert evening.rulings("turn_ended")


def test_a_line_that_the_board_does_not_have_is_a_key_error() -> None:
    hands = hands_of(Evening(first=1), [])
    with pytest.raises(KeyError, match=r"no line '7\.left'"):
        hands.press("7.left")
    with pytest.raises(KeyError, match=r"no line '1\.bell'"):
        hands.release("1.bell")


def test_cards_are_laid_by_their_names_and_lie_until_they_are_taken_away() -> None:
    evening = Evening(first=1, reads=True)
    hands = hands_of(evening, [])
    hands.place("centre", ["pay/1"])
    evening.advance(S)
    lying = hands.layout()["lying"]
    hands.place("centre", [])
    evening.advance(2 * S)

    assert lying == {"centre": ["pay/1"]}
    assert hands.layout()["lying"] == {"centre": []}
    assert [type(event).__name__ for event in evening.events()] == ["CardPlaced", "CardLifted"]

"""Line faults: what stands closed or crackles is named, with a way to play on."""

from __future__ import annotations

import pytest

from firmware.line_faults import HELD_BELL_NS, HELD_BUTTON_NS, changes_ns, findings
from firmware.notice_board import Finding

S = 1_000_000_000
SINCE = 100 * S


def held(line: str, held_ns: int) -> tuple[Finding, ...]:
    return findings((), {line: SINCE}, SINCE + held_ns)


@pytest.mark.parametrize("bell", ["bell", "2.bell"])
def test_a_bell_that_stands_closed_for_more_than_10_s_is_an_error(bell: str) -> None:
    assert held(bell, HELD_BELL_NS) == ()

    (finding,) = held(bell, HELD_BELL_NS + 1)
    assert (finding.part, finding.state) == (bell, "error")
    assert finding.text == f"The contact {bell} has been held down for 10 s."


def test_the_cure_says_where_to_look_and_where_to_ring_meanwhile() -> None:
    shared, own = held("bell", 11 * S)[0].cure, held("2.bell", 11 * S)[0].cure

    assert shared == (
        "Look at the plunger and its contact, or unplug it. Meanwhile ring on the phones, "
        "on the host's page, or on a bell of a seat's own."
    )
    assert own.endswith("ring on that seat's phone, on the host's page, or on the shared bell.")


def test_a_button_may_be_held_for_10_minutes_and_is_then_worth_a_look() -> None:
    assert held("2.left", HELD_BUTTON_NS) == ()

    (finding,) = held("2.left", HELD_BUTTON_NS + 1)
    assert (finding.part, finding.state) == ("2.left", "warning")
    assert finding.text == "The contact 2.left has been held down for 10 min."
    assert finding.cure.startswith("If no hand is on it,")
    assert finding.cure.endswith("play that seat on its phone, or on the host's page.")


@pytest.mark.parametrize("line", ["bell", "3.bell", "3.right"])
def test_a_line_that_crackles_is_named_as_that_alone(line: str) -> None:
    (finding,) = findings((line,), {line: SINCE}, SINCE + 3600 * S)

    assert (finding.part, finding.state) == (line, "error")
    assert finding.text == (
        f"The contact {line} crackles without end. It counts again once it is calm."
    )
    assert finding.cure.startswith("Check its wires. Meanwhile ")


def test_crackling_lines_come_first_and_each_kind_in_the_order_of_names() -> None:
    closed = {"bell": SINCE, "3.bell": SINCE, "2.bell": SINCE}
    found = findings(("1.left", "2.bell"), closed, SINCE + 11 * S)

    assert [finding.part for finding in found] == ["1.left", "2.bell", "3.bell", "bell"]


@pytest.mark.parametrize(
    ("held_s", "length"),
    [(19, "10 s"), (20, "20 s"), (59, "50 s"), (60, "1 min"), (119, "1 min"), (7200, "120 min")],
)
def test_how_long_it_was_held_is_told_in_tens_of_seconds_and_then_in_minutes(
    held_s: int, length: str
) -> None:
    assert held("bell", held_s * S)[0].text.endswith(f" for {length}.")


@pytest.mark.parametrize("line", ["bell", "1.left"])
def test_what_is_told_changes_at_the_moments_that_are_named_and_at_no_others(line: str) -> None:
    at, closed, moments = SINCE, {line: SINCE}, 0
    while (moment := changes_ns(closed, at)) is not None and moment < SINCE + 1000 * S:
        assert moment > at
        assert findings((), closed, moment - 1) == findings((), closed, at)
        assert findings((), closed, moment) != findings((), closed, at)
        at, moments = moment, moments + 1

    assert moments == {"bell": 21, "1.left": 7}[line]


def test_the_moment_after_10_s_exactly_is_the_next_nanosecond() -> None:
    at = SINCE + HELD_BELL_NS

    assert changes_ns({"bell": SINCE}, at) == at + 1


def test_nothing_changes_by_itself_while_nothing_is_closed() -> None:
    assert changes_ns({}, SINCE) is None
    assert findings((), {}, SINCE) == ()


def test_the_next_change_is_the_first_of_all_lines() -> None:
    assert changes_ns({"bell": SINCE, "1.left": SINCE - 595 * S}, SINCE) == SINCE + 5 * S + 1

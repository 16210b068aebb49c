from __future__ import annotations

from companion.timing.ready import EarlyLook, go, judge

GO_AFTER = 1_000_000_000


def test_go_is_due_a_while_after_the_last_hold() -> None:
    assert go({1: 500, 2: 900, 3: 100}, (1, 2, 3), GO_AFTER) == 900 + GO_AFTER


def test_go_is_not_due_while_somebody_does_not_hold() -> None:
    assert go({1: 500}, (1, 2), GO_AFTER) is None


def test_go_is_not_due_for_nobody() -> None:
    assert go({1: 500}, (), GO_AFTER) is None


def test_a_hold_of_somebody_who_is_not_asked_does_not_delay_go() -> None:
    assert go({1: 500, 4: 9_000}, (1,), GO_AFTER) == 500 + GO_AFTER


def test_a_hold_that_began_at_the_first_stamp_of_all_counts() -> None:
    assert go({1: 0, 2: 0}, (1, 2), GO_AFTER) == GO_AFTER


def test_letting_go_before_go_is_an_early_look_by_so_many_ms() -> None:
    assert judge(released=GO_AFTER - 1_500_000, due=GO_AFTER) == EarlyLook(1.5)


def test_letting_go_at_go_or_later_is_none() -> None:
    assert judge(released=GO_AFTER, due=GO_AFTER) is None
    assert judge(released=GO_AFTER + 1, due=GO_AFTER) is None


def test_letting_go_before_go_was_due_has_no_figure() -> None:
    assert judge(released=5, due=None) == EarlyLook(None)

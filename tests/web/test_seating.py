from __future__ import annotations

import json

import pytest

from tests.web.fakes import FakeStore
from web.ports import Json
from web.seating import CODE_LETTERS, Seating, SeatPass


def test_a_code_is_four_letters_none_of_which_looks_like_another() -> None:
    code = Seating().code
    assert len(code) == 4
    assert set(code) <= set(CODE_LETTERS)
    assert not set(CODE_LETTERS) & set("0O1IL5S2Z8B")


def test_a_code_is_one_in_upper_and_lower_case() -> None:
    seating = Seating()
    assert seating.is_code(seating.code.lower())
    assert not seating.is_code(seating.code + "A")
    assert not seating.is_code("")
    assert not seating.is_code("ÄÖÜẞ")


def test_a_seat_is_one_phones_until_it_is_freed() -> None:
    seating = Seating()
    first = seating.take(2)
    assert first is not None
    assert seating.holds(first)
    assert seating.take(2) is None
    seating.free(2)
    assert not seating.holds(first)
    second = seating.take(2)
    assert second is not None
    assert seating.holds(second)
    assert not seating.holds(first)


def test_a_new_game_ends_all_passes_and_the_code() -> None:
    seating = Seating()
    held, code = seating.take(1), seating.code
    seating.rotate()
    assert held is not None
    assert not seating.holds(held)
    assert not seating.is_taken(1)
    assert seating.code != code


def test_a_new_code_keeps_the_seats() -> None:
    seating = Seating()
    held, code = seating.take(1), seating.code
    seating.new_code()
    assert held is not None
    assert seating.holds(held)
    assert seating.code != code


def test_a_pass_of_another_game_holds_no_seat() -> None:
    seating = Seating()
    seating.take(1)
    assert not seating.holds(SeatPass("another", 1, 0))


def test_seats_and_code_outlive_a_restart() -> None:
    store = FakeStore()
    before = Seating(store)
    before.free(3)
    held = before.take(3)
    after = Seating(store)
    assert held is not None
    assert after.holds(held)
    assert after.code == before.code
    assert after.take(3) is None


@pytest.mark.parametrize(
    "kept",
    [{}, {"game": "a", "code": "B", "epochs": 3, "taken": []}, {"game": "a", "code": "B"},
     {"game": "a", "code": "B", "epochs": {"x": 1}, "taken": []},
     {"game": "a", "code": "B", "epochs": {}, "taken": None}],
)  # fmt: skip
def test_a_damaged_store_frees_all_seats(kept: Json) -> None:
    seating = Seating(FakeStore(kept))
    assert len(seating.code) == 4
    assert seating.take(1) is not None


@pytest.mark.parametrize("epochs", ['{"1": 1e999}', "[]", '{"one": 1}', "null"])
def test_a_damaged_seating_frees_all_seats(epochs: str) -> None:
    store = FakeStore(
        json.loads(f'{{"game": "g", "code": "CODE", "epochs": {epochs}, "taken": [1]}}')
    )
    seating = Seating(store)

    assert not seating.is_taken(1)
    assert not seating.is_code("CODE")

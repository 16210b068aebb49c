from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from companion.core.asks import Offer
from companion.core.events import Side
from companion.core.rulings import (
    BegunAnew,
    Corrected,
    Ended,
    Failed,
    Foul,
    Numbered,
    Paused,
    Replaced,
    Resumed,
    Ruling,
    TakenBack,
    plain,
)
from companion.core.texts import (
    COMMON_SENTENCES,
    LABELS,
    REASONS,
    asking,
    joined,
    label,
    reason_text,
    sentence,
)

NAMES = {1: "Ann", 2: "Bo {x}", 3: "Cy"}


@dataclass(frozen=True, slots=True)
class Shown(Ruling):
    card: str
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PaidOut(Ruling):
    """Rules a payment, for these tests."""

    seat: int
    to: int
    seats: tuple[int, ...] = ()
    case: str | None = None
    side: Side = Side.LEFT
    money: float = 0.5


@pytest.mark.parametrize(
    ("ruling", "text"),
    [
        (Foul(1, "early", 12.25), "Foul by Ann: early (12.25 ms)."),
        (Foul(1, "lied", None), "Foul by Ann: lied."),
        (
            Corrected(3, {"coins": -1, "alive": False}),
            "The host corrected Cy: -1 coins, alive: no.",
        ),
        (Replaced(2, "Zoe"), "Zoe plays on at seat 2."),
        (Paused(), "The game is paused."),
        (Resumed(), "The game goes on."),
        (TakenBack(2), "Taken back: 2. The host resumes the game."),
        (BegunAnew(), "The kit was restarted. The host resumes the game."),
        (Ended(), "The host ended the game."),
        (Failed("a slip"), "The game stopped on a fault of its own (a slip). Undo rescues it."),
    ],
)
def test_every_common_ruling_has_its_sentence(ruling: Ruling, text: str) -> None:
    assert sentence(ruling, NAMES, COMMON_SENTENCES) == text


def test_every_common_sentence_belongs_to_a_ruling() -> None:
    kinds = {
        one.__name__ for one in Ruling.__subclasses__() if one.__module__ == Ruling.__module__
    }
    keys = {key.partition("/")[0] for key in COMMON_SENTENCES}
    assert {key.replace("_", "") for key in keys} == {kind.lower() for kind in kinds}


@pytest.mark.parametrize(
    ("catalogue", "ruling", "text"),
    [
        ({"paid_out": "{seat} to {to}"}, PaidOut(1, 2), "Ann to Bo {x}"),
        ({"paid_out": "{seat}"}, PaidOut(7, 2), "seat 7"),
        ({"paid_out": "{seats}"}, PaidOut(1, 2), "nobody"),
        ({"paid_out": "{seats}"}, PaidOut(1, 2, (1,)), "Ann"),
        ({"paid_out": "{seats}"}, PaidOut(1, 2, (1, 3, 9)), "Ann, Cy and seat 9"),
        ({"paid_out": "{side} {money}"}, PaidOut(1, 2), "left 0.5"),
        ({"paid_out": "a", "paid_out/open": "b"}, PaidOut(1, 2), "b"),
        ({"paid_out": "a", "paid_out/open": "b"}, PaidOut(1, 2, case="x"), "a"),
        ({"paid_out": "a", "paid_out/x": "c"}, PaidOut(1, 2, case="x"), "c"),
        ({"paid_out": "a", "paid_out/x": "c"}, PaidOut(1, 2, case="y"), "a"),
        ({"shown": "{card}"}, Shown("rifle/2"), "rifle/2"),
        ({"shown": "{card}", "card/rifle": "Rifle"}, Shown("rifle/2"), "Rifle 2"),
        ({"shown": "{card}", "card/base": "Base"}, Shown("base"), "Base"),
        ({"shown": "{cards}", "card/rifle": "Rifle"}, Shown("", ()), "nothing"),
        ({"shown": "{cards}", "card/a": "A"}, Shown("", ("a/1", "b/2")), "A 1 and b/2"),
    ],
)
def test_values_become_words(catalogue: Mapping[str, str], ruling: Ruling, text: str) -> None:
    assert sentence(ruling, NAMES, catalogue) == text


def test_a_ruling_that_the_catalogue_does_not_know_has_no_sentence() -> None:
    with pytest.raises(KeyError, match="paid_out"):
        sentence(PaidOut(1, 2), NAMES, COMMON_SENTENCES)


@pytest.mark.parametrize("reason", sorted(REASONS))
@pytest.mark.parametrize("seat", [None, 1, 9])
def test_every_reason_has_a_sentence(reason: str, seat: int | None) -> None:
    text = reason_text(reason, seat, NAMES, {})
    assert text.endswith(".")
    assert "{" not in text


@pytest.mark.parametrize(("seat", "text"), [(1, "Ann is out."), (None, "The host is out.")])
def test_a_reason_names_the_seat(seat: int | None, text: str) -> None:
    assert reason_text("seat_out", seat, NAMES, {}) == text


def test_a_game_may_word_a_reason_its_own_way() -> None:
    assert reason_text("over", 3, NAMES, {"refused/over": "Too late, {seat}."}) == "Too late, Cy."
    with pytest.raises(KeyError):
        reason_text("nonsense", 1, NAMES, {})


def test_a_question_names_whom_it_asks() -> None:
    catalogue = {"go": "{seat}: go on."}
    assert asking(Offer(3, "press", "go"), NAMES, catalogue) == "Cy: go on."
    assert asking(Offer(9, "press", "go"), NAMES, catalogue) == "seat 9: go on."
    with pytest.raises(KeyError):
        asking(Offer(1, "press", "other"), NAMES, catalogue)


OWN = {
    "felix=swap": "Swap with {other}",
    "brandon=force": "Force {other} to {side}",
    "turn=same": "Both picked it",
    "turn=done": "Done",
}


@pytest.mark.parametrize(
    ("offer", "text"),
    [
        (Offer(1, "hold", "hold", {"side": "left"}, button=Side.LEFT), "Hold LEFT"),
        (Offer(1, "let_go", "hold", {"let_go": True}, button=Side.LEFT), "Let go"),
        (Offer(1, "ring", "call", {"ring": 1}), "Ring the bell"),
        (Offer(1, "press", "go", {"pass": True}, button=Side.RIGHT), "RIGHT"),
        (Offer(1, "press", "turn", {"done": True}, button=Side.LEFT), "Done"),
        (Offer(1, "say", "show", {"show": "pay"}), "pay"),
        (Offer(1, "say", "felix", {"ability": {"swap": 2}}), "Swap with Bo {x}"),
        (Offer(1, "say", "felix", {"ability": {"swap": 8}}), "Swap with 8"),
        (
            Offer(1, "say", "brandon", {"ability": {"force": 3, "side": "right"}}),
            "Force Cy to RIGHT",
        ),
        (Offer(1, "choose", "choose", button=Side.RIGHT), "RIGHT"),
    ],
)
def test_a_phones_button_has_a_label(offer: Offer, text: str) -> None:
    assert label(offer, NAMES, OWN) == text


def test_every_label_of_a_gesture_can_be_written() -> None:
    for gesture in LABELS:
        text = label(Offer(1, gesture, "x", {"a": 1}, button=Side.LEFT), NAMES, {})
        assert text
        assert "{" not in text


@pytest.mark.parametrize(
    ("words", "text"),
    [([], "nobody"), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")],
)
def test_words_join_into_a_list(words: list[str], text: str) -> None:
    assert joined(words) == text


@pytest.mark.parametrize(
    ("value", "json"),
    [
        (Side.LEFT, "left"),
        ((1, Side.RIGHT), [1, "right"]),
        ([(1,)], [[1]]),
        ({1: Side.LEFT}, {"1": "left"}),
        (None, None),
        (1.5, 1.5),
    ],
)
def test_values_become_json(value: Any, json: Any) -> None:
    assert plain(value) == json


def test_a_ruling_has_its_kind_and_number_on_the_wire() -> None:
    assert PaidOut(1, 2).kind == "paid_out"
    assert Numbered(7, 5, Foul(1, "early", 2.0, "C46")).to_json() == {
        "number": 7,
        "ruling": "foul",
        "cite": "C46",
        "seat": 1,
        "foul": "early",
        "ms": 2.0,
    }

from __future__ import annotations

import json

import pytest

from companion.core.asks import Offer, Refused
from companion.core.cues import Beat, Hush, Sound, Sweep
from companion.core.game import Table
from companion.core.gestures import Choose, Holding, Press, Pressing, Ring, Tap
from companion.core.rulings import Foul
from companion.core.views import LAST_RULINGS
from tests.companion.core.tables import Kit, L, R, Toy, living, note, noting, ns, toy

GO = {L: {"done": True}}


async def _presses(table: Table[Toy]) -> None:
    while True:
        match await Press(living(table), "go", GO):
            case Pressing(seat=seat, side=side):
                note(table, seat)
                if side is R:
                    table.rule(Foul(seat, "early", 1.5))
            case other:
                note(table, other)


def test_every_view_has_what_is_common_to_all_games() -> None:
    kit = Kit(toy(_presses), options={"lead": 1.25})
    common = {
        "game",
        "phase",
        "over",
        "winners",
        "waiting",
        "margin_ms",
        "seats",
        "fouls",
        "refused",
        "options",
        "rulings",
    }
    for audience in ("public", "host", 1):
        seen = kit.view(audience)
        assert common <= seen.keys()
        assert seen["refused"] is None
        assert seen["margin_ms"] is None
        assert seen["seats"]["2"]["name"] == "Bo"
        assert seen["options"] == {
            "lead": 1.25,
            "beat": 1.0,
            "go_after": 1.0,
            "claim_window": 3.0,
            "ring_gap": 0.8,
            "loud": False,
        }


def test_a_view_is_json() -> None:
    kit = Kit(toy(_presses))
    kit.press(1, 1, R)
    for audience in ("public", "host", 3):
        seen = kit.referee.view(audience)
        assert json.loads(json.dumps(seen)) == seen


def test_who_is_waited_for_is_told_once_a_seat_and_gesture() -> None:
    two = {L: {"done": True}, R: {"pass": True}}
    optional = Press(lambda: (3,), "go", GO, optional=True)
    ask = Press(lambda: (1,), "go", two).within(ns(5)) | Ring(lambda: (2,), "call") | optional
    assert Kit(toy(noting(ask))).view()["waiting"] == [
        {"seat": 1, "gesture": "press", "until": 5.0, "text": "Ann: go on."},
        {"seat": 2, "gesture": "ring", "until": None, "text": "Bo: ring."},
    ]


def test_until_is_told_in_the_kits_time() -> None:
    kit = Kit(toy(noting(Press(lambda: (1,), "go", GO).within(ns(5)))))
    kit.host(1, pause=True)
    kit.host(11, resume=True)
    assert kit.view()["waiting"][0]["until"] == 15.0
    assert kit.view(1)["you"]["offers"][0]["until"] == 15.0


def test_a_seat_sees_what_its_own_phone_can_send() -> None:
    choose = Choose(lambda: (2,), "choose", lambda: (1, 3), lambda other: {"count": other})
    kit = Kit(toy(noting(Press(lambda: (1,), "go", GO) | choose)))
    assert kit.view(1)["you"] == {
        "seat": 1,
        "offers": [
            {
                "gesture": "press",
                "about": "go",
                "say": {"done": True},
                "label": "LEFT",
                "question": "0.1",
                "button": "left",
                "until": None,
            }
        ],
    }
    assert [one["say"] for one in kit.view(2)["you"]["offers"]] == [{"count": 1}, {"count": 3}]
    assert kit.view(3)["you"]["offers"] == []
    assert "you" not in kit.view()


def test_the_host_sees_what_everybodys_phone_can_send() -> None:
    kit = Kit(toy(_presses))
    offers = kit.view("host")["offers"]
    assert offers == {str(seat): kit.view(seat)["you"]["offers"] for seat in (1, 2, 3)}
    assert "offers" not in kit.view(1)
    assert "offers" not in kit.view()


def test_no_view_tells_which_side_is_held() -> None:
    kit = Kit(toy(noting(Holding(lambda: (1, 2), "hold", lambda: (1,)))))
    kit.say(1, 1, side="right")
    (let_go,) = kit.view(1)["you"]["offers"]
    assert (let_go["say"], let_go["label"], let_go["button"]) == ({"let_go": True}, "Let go", None)
    shown = [kit.view("public"), kit.view(2)["waiting"], kit.view("host")["offers"]["1"]]
    assert "right" not in json.dumps(shown).lower()


def test_a_phone_offers_no_letting_go_of_the_panels_hold_but_the_host_does() -> None:
    kit = Kit(toy(noting(Holding(lambda: (1, 2), "hold", lambda: (1,)))))
    kit.press(1, 1, R)
    assert kit.view(1)["you"]["offers"] == []
    assert [offer["say"] for offer in kit.view("host")["offers"]["1"]] == [{"let_go": True}]


def test_fouls_are_the_whole_games() -> None:
    kit = Kit(toy(_presses))
    kit.press(1, 2, R)
    for second in range(2, 80):
        kit.press(second, 1)
    kit.press(90, 3, R)
    assert kit.view()["fouls"] == [
        {"seat": 2, "kind": "early", "ms": 1.5},
        {"seat": 3, "kind": "early", "ms": 1.5},
    ]


def test_rulings_are_the_last_ones_with_their_texts_and_numbers() -> None:
    kit = Kit(toy(_presses))
    for second in range(1, 61):
        kit.press(second, 1)
    shown = kit.view()["rulings"]
    assert len(shown) == LAST_RULINGS
    assert shown[-1] == {
        "number": 60,
        "ruling": "noted",
        "cite": "",
        "word": "1",
        "at": 60.0,
        "text": "1",
    }


def test_the_last_refusal_is_told_with_its_reason() -> None:
    kit = Kit(toy(_presses))
    kit.say(1, 2, show=1)
    expected = {
        "seat": 2,
        "reason": "not_waited_for",
        "text": "Nobody is waiting for that now.",
        "fresh": True,
    }
    assert [kit.view(audience)["refused"] for audience in ("public", "host", 2)] == [expected] * 3


def _private(seat: int, _card: str) -> Refused | None:
    return Refused("none_left", rank=2, private=seat)


def test_a_refusal_is_no_news_once_something_was_accepted() -> None:
    kit = Kit(toy(_presses))
    kit.say(1, 2, show=1)
    assert kit.view()["refused"]["fresh"] is True
    kit.press(2, 1)
    assert kit.view()["refused"] | {"text": ""} == {
        "seat": 2,
        "reason": "not_waited_for",
        "text": "",
        "fresh": False,
    }


def test_a_private_reason_is_told_to_its_seat_alone() -> None:
    async def flow(table: Table[Toy]) -> None:
        await Tap(living(table), "show", _private)

    kit = Kit(toy(flow))
    kit.card(1, "pay/1", "seat2")
    hidden = {
        "seat": 2,
        "reason": "private",
        "text": "Why is told to that seat alone.",
        "fresh": True,
    }
    assert kit.view(2)["refused"] == {
        "seat": 2,
        "reason": "none_left",
        "text": "None is left for Bo.",
        "fresh": True,
    }
    for audience in ("public", "host", 1, 3):
        assert kit.view(audience)["refused"] == hidden
        assert "none_left" not in json.dumps(kit.view(audience))
    assert "none_left" not in json.dumps(kit.records[-1].rulings)


def test_beats_and_sounds_are_told_ahead() -> None:
    async def flow(table: Table[Toy]) -> None:
        table.cue(Beat(ns(1), "3"), Beat(ns(2), "2"), Sound(ns(3), "shoot"))
        await Press(living(table), "go", GO)

    assert Kit(toy(flow)).view()["cues"] == [
        {"at": 1.0, "kind": "beat", "word": "3"},
        {"at": 2.0, "kind": "beat", "word": "2"},
        {"at": 3.0, "kind": "sound", "word": "shoot"},
    ]


def test_a_hush_takes_back_what_is_not_due_yet() -> None:
    async def flow(table: Table[Toy]) -> None:
        table.cue(Beat(ns(1), "3"), Beat(ns(2), "2"), Beat(ns(3), "1"))
        await Press(living(table), "go", GO)
        table.cue(Hush(ns(2)))
        await Press(living(table), "go", GO)

    kit = Kit(toy(flow))
    step = kit.press(2, 1)
    assert step.cues == (Hush(ns(2)),)
    assert [one["word"] for one in kit.view()["cues"]] == ["3", "2"]


def test_a_sweep_is_for_the_lights_alone() -> None:
    async def flow(table: Table[Toy]) -> None:
        await Press(living(table), "go", GO)
        table.cue(Sweep(ns(1), (1, 2, 3)))

    kit = Kit(toy(flow))
    assert kit.press(1, 1).cues == (Sweep(ns(1), (1, 2, 3)),)
    assert kit.view()["cues"] == []


def test_only_the_last_cues_are_told() -> None:
    async def flow(table: Table[Toy]) -> None:
        for second in range(40):
            table.cue(Beat(ns(second), str(second)))
        await Press(living(table), "go", GO)

    assert [one["word"] for one in Kit(toy(flow)).view()["cues"]] == [
        str(second) for second in range(24, 40)
    ]


def test_a_paused_game_waits_for_nobody() -> None:
    kit = Kit(toy(_presses))
    kit.host(1, pause=True)
    seen = kit.view(1)
    assert (seen["paused"], seen["waiting"], seen["you"]["offers"]) == (True, [], [])


@pytest.mark.parametrize("audience", ["public", "host", 1])
def test_a_view_does_not_change_the_table(audience: str | int) -> None:
    kit = Kit(toy(_presses))
    kit.press(1, 1)
    assert kit.view(audience) == kit.view(audience)


@pytest.mark.parametrize("audience", ["public", "host", 2])
def test_a_view_looks_once_at_what_is_asked(
    audience: str | int, monkeypatch: pytest.MonkeyPatch
) -> None:
    kit = Kit(toy(_presses))
    run, looks = kit.referee.run, list[tuple[Offer, ...]]()
    offers = run.offers

    def looked() -> tuple[Offer, ...]:
        looks.append(offers())
        return looks[-1]

    monkeypatch.setattr(run, "offers", looked)
    kit.view(audience)

    assert looks == [offers()]

from __future__ import annotations

import pytest

from companion.core.asks import Everyone, Offer, Refused
from companion.core.attribution import Presses, attribute, takers
from companion.core.events import CardPlaced, Rang
from companion.core.game import Table
from companion.core.gestures import Press, Ring, Ringing, Tap, Tapped
from companion.core.steps import Step, Verdict
from tests.companion.core.tables import Kit, L, R, Toy, living, note, noting, ns, toy

NOBODY = Presses(frozenset(), {})


def _any_card(_seat: int, _card: str) -> Refused | None:
    return None


async def _taps(table: Table[Toy]) -> None:
    """Take cards from anybody living, one after another."""
    while True:
        match await Tap(living(table), "show", _any_card):
            case Tapped(seat=seat, card=card):
                note(table, f"{seat} {card}")
            case _:
                return


async def _rings(table: Table[Toy]) -> None:
    while True:
        match await Ring(living(table), "call"):
            case Ringing(seat=seat):
                note(table, seat)
            case _:
                return


def _is_refused(step: Step, reason: str) -> bool:
    return step.refusal is not None and step.refusal.reason == reason


def _card_offers(*seats: int) -> list[Offer]:
    return [Offer(seat, "card", "show", reader="centre") for seat in seats]


def test_a_card_on_a_seats_reader_is_that_seats() -> None:
    kit = Kit(toy(_taps))
    kit.card(1, "pay/1", "seat2")
    assert kit.notes() == ["2 pay/1"]


def test_a_seats_reader_comes_before_the_cards_owner() -> None:
    placed = CardPlaced("own/1", "seat2", at=0)
    assert attribute(placed, _card_offers(1, 2), 1, NOBODY, 0) == CardPlaced(
        "own/1", "seat2", 2, at=0
    )


def test_a_card_with_an_owner_is_the_owners() -> None:
    kit = Kit(toy(_taps))
    kit.press(0.5, 3)
    kit.card(1, "own/2")
    assert kit.notes() == ["2 own/2"]


def test_a_card_is_the_only_asked_seats() -> None:
    async def flow(table: Table[Toy]) -> None:
        match await (Tap(lambda: (2,), "show", _any_card) | Press(living(table), "go", {})):
            case Tapped(seat=seat):
                note(table, seat)
            case other:
                note(table, other)

    kit = Kit(toy(flow))
    kit.card(1, "pay/1")
    assert kit.notes() == ["2"]


def test_a_press_before_the_card_claims_it() -> None:
    kit = Kit(toy(_taps))
    assert kit.press(1, 3).verdict is Verdict.IGNORED
    kit.release(1.1, 3)
    kit.card(4, "pay/1")
    assert kit.notes() == ["3 pay/1"]


def test_a_press_claims_up_to_the_very_end_of_the_claim_window() -> None:
    kit = Kit(toy(_taps), options={"claim_window": 2})
    kit.press(1, 3)
    kit.release(1.1, 3)
    kit.card(3.000000001, "pay/1")
    assert kit.notes() == []


def test_a_button_that_is_down_claims_however_long_ago_it_went_down() -> None:
    kit = Kit(toy(_taps))
    kit.press(1, 3)
    kit.card(60, "pay/1")
    assert kit.notes() == ["3 pay/1"]


def test_a_button_that_is_down_since_before_a_restart_claims() -> None:
    kit = Kit(toy(_taps))
    kit.restart(1, "3.left", "2.bell", "bell")
    kit.host(2, resume=True)
    kit.card(3, "pay/1")
    assert kit.notes() == ["3 pay/1"]


def test_of_several_the_last_press_claims_and_at_one_stamp_the_lower_seat() -> None:
    kit = Kit(toy(_taps))
    kit.press(1, 1)
    kit.press(2, 3)
    kit.press(2, 2)
    kit.card(3, "pay/1")
    assert kit.notes() == ["2 pay/1"]


def test_a_press_of_a_seat_that_is_not_asked_claims_nothing() -> None:
    async def flow(table: Table[Toy]) -> None:
        match await Tap(lambda: (1, 2), "show", _any_card):
            case Tapped(seat=seat):
                note(table, seat)
            case other:
                note(table, other)

    kit = Kit(toy(flow))
    assert _is_refused(kit.press(1, 3), "not_waited_for")
    kit.card(1.5, "pay/1")
    assert kit.referee.run.claimants() == (1, 2)


def test_a_card_before_the_press_waits_for_it() -> None:
    kit = Kit(toy(_taps))
    assert kit.card(1, "pay/1").verdict is Verdict.ACCEPTED
    assert kit.notes() == []
    assert [one["gesture"] for one in kit.view()["waiting"]] == ["claim"] * 3 + ["card"] * 3
    assert kit.view()["waiting"][1]["text"] == "Is this Bo's?"
    kit.lift(1.5, "pay/1")
    kit.press(9, 2, R)
    assert kit.notes() == ["2 pay/1"]
    assert [one["gesture"] for one in kit.view()["waiting"]] == ["card"] * 3


def test_a_phone_claims_a_card_that_waits_for_its_seat() -> None:
    kit = Kit(toy(_taps))
    kit.card(1, "pay/1")
    offers = kit.view(2)["you"]["offers"]
    assert [offer["say"] for offer in offers if offer["gesture"] == "claim"] == [{"mine": True}]
    assert kit.say(2, 2, mine=True).verdict is Verdict.ACCEPTED
    assert kit.notes() == ["2 pay/1"]
    assert _is_refused(kit.say(3, 3, mine=True), "not_waited_for")


def test_a_claimed_card_keeps_the_stamp_at_which_it_was_laid() -> None:
    async def flow(table: Table[Toy]) -> None:
        match await Tap(living(table), "show", _any_card):
            case Tapped(at=at, stamp=stamp):
                note(table, f"{at} {stamp}")
            case other:
                note(table, other)

    kit = Kit(toy(flow))
    kit.card(1, "pay/1")
    kit.press(9, 2)
    assert kit.notes() == [f"{ns(9)} {ns(1)}"]


def test_a_card_claimed_at_its_own_stamp_has_one_time() -> None:
    kit = Kit(toy(_taps))
    kit.card(1, "pay/1")
    kit.press(1, 2)
    assert kit.notes() == ["2 pay/1"]


def test_a_second_card_before_the_first_is_claimed_is_refused() -> None:
    kit = Kit(toy(_taps))
    kit.card(1, "pay/1")
    assert _is_refused(kit.card(2, "pay/2"), "claim_first")
    kit.press(3, 1)
    assert kit.notes() == ["1 pay/1"]


def test_a_card_whose_owner_is_known_need_not_wait_for_a_claim() -> None:
    kit = Kit(toy(_taps))
    kit.card(1, "pay/1")
    kit.card(2, "own/1")
    assert kit.notes() == ["1 own/1"]


def test_a_claiming_press_counts_as_the_last_press() -> None:
    kit = Kit(toy(_taps))
    kit.card(1, "pay/1")
    kit.press(2, 2)
    kit.release(2.1, 2)
    kit.card(3, "pay/2")
    assert kit.notes() == ["2 pay/1", "2 pay/2"]


def test_a_card_is_forgotten_once_nobody_is_asked_for_one() -> None:
    async def flow(table: Table[Toy]) -> None:
        await Tap(living(table), "show", _any_card).within(ns(5))
        await Ring(lambda: (1,), "call")
        await Tap(living(table), "show", _any_card)

    kit = Kit(toy(flow))
    kit.card(1, "pay/1")
    kit.woke(6)
    kit.ring(7)
    assert kit.referee.run.claimants() == ()


def test_a_claimed_card_that_will_not_do_is_refused_to_the_claimant() -> None:
    async def flow(table: Table[Toy]) -> None:
        await Tap(living(table), "show", lambda _seat, _card: Refused("none_left"))

    kit = Kit(toy(flow))
    kit.card(1, "pay/1")
    step = kit.press(2, 2)
    assert step.refusal is not None
    assert (step.refusal.seat, step.refusal.reason) == (2, "none_left")
    assert kit.referee.run.claimants() == ()


def test_a_ring_of_ones_own_bell_is_ones_own() -> None:
    kit = Kit(toy(_rings))
    kit.press(1, 1)
    kit.ring(2, bell=3)
    assert kit.notes() == ["3"]


def test_a_ring_of_the_shared_bell_goes_to_the_last_press() -> None:
    kit = Kit(toy(_rings))
    assert kit.press(1, 2).verdict is Verdict.IGNORED
    kit.ring(2)
    assert kit.notes() == ["2"]


def test_a_ring_that_nobody_claims_is_refused() -> None:
    kit = Kit(toy(_rings))
    assert _is_refused(kit.ring(1), "not_waited_for")


def test_a_ring_is_the_only_asked_seats() -> None:
    async def flow(table: Table[Toy]) -> None:
        await Ring(lambda: (2,), "call")
        note(table, "rung")

    kit = Kit(toy(flow))
    kit.press(0.5, 1)
    kit.ring(1)
    assert kit.notes() == ["rung"]


def test_a_ring_is_not_a_card() -> None:
    offers = [*_card_offers(1), Offer(2, "ring", "call")]
    assert takers(Rang(at=0), offers) == (2,)
    assert takers(CardPlaced("pay/1", "centre", at=0), offers) == (1,)


def test_a_card_is_taken_only_where_it_is_asked_for() -> None:
    offers = [
        Offer(1, "card", "show", reader="tray"),
        Offer(2, "card", "show", reader="centre", card="pay/2"),
        Offer(3, "card", "show"),
        Offer(3, "card", "show"),
    ]
    assert takers(CardPlaced("pay/1", "centre", at=0), offers) == (3,)
    assert takers(CardPlaced("pay/2", "centre", at=0), offers) == (2, 3)
    assert takers(CardPlaced("pay/1", "tray", at=0), offers) == (1, 3)


def test_a_card_that_nobody_is_asked_for_is_nobodys() -> None:
    placed = CardPlaced("pay/1", "centre", at=0)
    assert attribute(placed, [], None, NOBODY, 0) == placed
    assert attribute(placed, _card_offers(1, 2), None, NOBODY, 0) is None


def test_with_the_lights_leading_only_the_first_is_asked_on_the_shared_reader() -> None:
    async def flow(table: Table[Toy]) -> None:
        shown: list[int] = []

        def left() -> tuple[int, ...]:
            return tuple(seat for seat in table.state.alive if seat not in shown)

        while left():
            match await Tap(left, "show", _any_card, lead=True):
                case Tapped(seat=seat):
                    shown.append(seat)
                    note(table, seat)
                case other:
                    note(table, other)

    kit = Kit(toy(flow))
    kit.press(1, 3)
    kit.card(2, "pay/1", "seat3")
    kit.card(3, "pay/2")
    kit.card(4, "boom/1")
    assert kit.notes() == ["3", "1", "2"]


def test_a_card_on_the_wrong_shared_reader_is_refused_though_its_owner_is_known() -> None:
    async def flow(table: Table[Toy]) -> None:
        await Tap(living(table), "show", _any_card, reader="tray")
        note(table, "taken")

    kit = Kit(toy(flow))
    assert _is_refused(kit.card(1, "own/1"), "not_waited_for")
    kit.lift(2, "own/1")
    kit.card(3, "own/1", "tray")
    assert kit.notes() == ["taken"]


def test_where_one_card_is_meant_another_is_not_taken() -> None:
    async def flow(table: Table[Toy]) -> None:
        await Tap(living(table), "show", _any_card, card="own/1")
        note(table, "taken")

    kit = Kit(toy(flow))
    assert _is_refused(kit.card(1, "own/2"), "not_waited_for")
    kit.card(2, "own/1")
    assert kit.notes() == ["taken"]


@pytest.mark.parametrize(
    ("card", "reason"),
    [
        ("unknown/04A1", "unknown_card"),
        ("foreign/wild", "foreign_card"),
        ("unclear/several", "unclear_card"),
        ("pay/9", "wrong_game_card"),
    ],
)
def test_a_strange_card_is_refused_with_its_reason(card: str, reason: str) -> None:
    kit = Kit(toy(_taps))
    kit.press(1, 1)
    assert _is_refused(kit.card(2, card), reason)


def test_a_card_in_two_places_is_refused_until_it_is_lifted_from_the_first() -> None:
    kit = Kit(toy(_taps))
    kit.press(1, 1)
    kit.card(2, "pay/1")
    assert _is_refused(kit.card(3, "pay/1", "seat2"), "two_places")
    kit.lift(3.5, "pay/1", "seat2")
    assert _is_refused(kit.card(3.7, "pay/1", "seat2"), "two_places")
    kit.lift(4, "pay/1")
    kit.card(5, "pay/1", "seat2")
    assert kit.notes() == ["1 pay/1", "2 pay/1"]


def test_a_card_may_be_laid_again_where_it_lies() -> None:
    kit = Kit(toy(_taps))
    kit.press(1, 1)
    kit.card(2, "pay/1")
    kit.card(3, "pay/1")
    assert kit.notes() == ["1 pay/1", "1 pay/1"]


def test_seats_that_are_not_in_the_game_do_nothing() -> None:
    kit = Kit(toy(_taps), seats=2)
    for step in (
        kit.press(1, 5),
        kit.ring(1, bell=4),
        kit.card(1, "pay/1", "seat6"),
        kit.say(1, 6, done=True),
    ):
        assert _is_refused(step, "no_such_seat")
    assert kit.release(2, 5).verdict is Verdict.IGNORED


def test_everyone_may_show_a_card_and_claim_it() -> None:
    async def flow(table: Table[Toy]) -> None:
        await Everyone(living(table), lambda seat: Tap(lambda: (seat,), "show", _any_card))
        note(table, "all")

    kit = Kit(toy(flow), seats=2)
    kit.card(1, "pay/1")
    kit.press(2, 1, L)
    kit.card(3, "pay/2")
    assert kit.notes() == ["all"]


def _unseen(_state: Toy) -> frozenset[str]:
    return frozenset({"own/1", "own/2"})


def test_an_unseen_card_is_its_owners_where_the_owner_is_asked_for_it() -> None:
    kit = Kit(toy(_taps, private_cards=_unseen))
    kit.card(1, "own/2")
    assert kit.notes() == ["2 own/2"]


def test_the_refusal_of_an_unseen_card_does_not_tell_whose_it_is() -> None:
    kit = Kit(toy(noting(Ring(lambda: (1,), "call")), private_cards=_unseen))
    assert _is_refused(kit.card(1, "own/2"), "not_waited_for")
    assert kit.view()["refused"]["seat"] is None


def test_a_press_claims_nothing_where_the_others_have_readers_of_their_own() -> None:
    kit = Kit(toy(noting(Tap(lambda: (1, 2), "show", _any_card, lead=True))))
    assert _is_refused(kit.press(1, 1), "not_waited_for")
    kit.card(2, "pay/1")
    assert kit.notes() == [str(Tapped(1, "pay/1", ns(2), ns(2)))]

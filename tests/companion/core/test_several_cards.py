"""Several cards spread out on one reader, claimed together by whoever says whose they are."""

from __future__ import annotations

from companion.core.asks import Offer, Refused
from companion.core.attribution import takes_several
from companion.core.events import CardPlaced
from companion.core.game import Table
from companion.core.gestures import Press, Tap, Tapped
from companion.core.steps import Verdict
from tests.companion.core.tables import Flow, Kit, L, Toy, living, note, toy


def taps(*, several: bool = True, most: int = 9, reader: str = "tray") -> Flow:
    """Return a flow that takes so many cards; no BOOM and no card twice."""

    async def flow(table: Table[Toy]) -> None:
        for _ in range(most):
            ask = Tap(
                living(table), "show", lambda _s, c: fault(table, c), reader, several=several
            )
            came = await ask
            assert isinstance(came, Tapped)
            note(table, f"{came.seat} {came.card}")
        await Press(living(table), "go", {L: {"done": True}})

    return flow


def fault(table: Table[Toy], card: str) -> Refused | None:
    if card.startswith("boom"):
        return Refused("none_left")
    is_known = any(noted.endswith(card) for noted in table.state.notes)
    return Refused("two_places") if is_known else None


def test_cards_that_lie_together_are_claimed_together_and_taken_in_their_order() -> None:
    kit = Kit(toy(taps()))
    for card in ("pay/2", "pay/1"):
        assert kit.card(1, card, "tray").verdict is Verdict.ACCEPTED
    assert kit.notes() == []
    assert kit.referee.run.claimants() == (1, 2, 3)
    assert kit.press(9, 2).verdict is Verdict.ACCEPTED
    assert kit.notes() == ["2 pay/2", "2 pay/1"]
    assert kit.referee.run.claimants() == ()


def test_a_phone_claims_them_too() -> None:
    kit = Kit(toy(taps()))
    kit.card(1, "pay/1", "tray")
    kit.card(1, "pay/2", "tray")
    kit.say(9, 3, mine=True)
    assert kit.notes() == ["3 pay/1", "3 pay/2"]


def test_one_claim_of_several_cards_is_one_step() -> None:
    kit = Kit(toy(taps()))
    kit.card(1, "pay/1", "tray")
    kit.card(1, "pay/2", "tray")
    before = kit.referee.steps()
    kit.press(9, 2)
    assert kit.referee.steps() == before + 1
    kit.host(10, undo=1)
    assert kit.notes() == []


def test_where_one_card_is_asked_for_a_second_one_waits_for_its_claim() -> None:
    kit = Kit(toy(taps(several=False)))
    kit.card(1, "pay/1", "tray")
    assert kit.card(1, "pay/2", "tray").verdict is Verdict.REFUSED
    assert kit.view()["refused"]["reason"] == "claim_first"
    kit.press(9, 2)
    assert kit.notes() == ["2 pay/1"]


def test_a_card_on_another_reader_does_not_join_them() -> None:
    kit = Kit(toy(taps()))
    kit.card(1, "pay/1", "tray")
    kit.card(1, "pay/2", "centre")
    assert kit.view()["refused"]["reason"] == "not_waited_for"
    kit.press(9, 2)
    assert kit.notes() == ["2 pay/1"]


def test_cards_on_two_readers_that_both_take_several_are_claimed_apart() -> None:
    async def flow(table: Table[Toy]) -> None:
        who = living(table)
        while True:
            tray = Tap(who, "show", lambda _s, _c: None, "tray", several=True)
            centre = Tap(who, "show", lambda _s, _c: None, "centre", several=True)
            came = await (tray | centre)
            assert isinstance(came, Tapped)
            note(table, f"{came.seat} {came.card}")

    kit = Kit(toy(flow))
    kit.card(1, "pay/1", "tray")
    kit.card(1, "pay/2", "centre")
    assert kit.view()["refused"]["reason"] == "claim_first"
    kit.press(9, 2)
    assert kit.notes() == ["2 pay/1"]


def test_a_card_that_is_refused_is_told_and_the_others_are_taken() -> None:
    kit = Kit(toy(taps()))
    for card in ("pay/1", "boom/1", "pay/2"):
        kit.card(1, card, "tray")
    step = kit.press(9, 2)
    assert step.verdict is Verdict.ACCEPTED
    assert kit.notes() == ["2 pay/1", "2 pay/2"]
    told = kit.view()["refused"]
    assert (told["seat"], told["text"]) == (2, "None is left for Bo.")
    assert kit.referee.run.is_refusal_fresh


def test_a_refusal_among_them_is_forgotten_with_the_next_act() -> None:
    kit = Kit(toy(taps()))
    for card in ("pay/1", "boom/1"):
        kit.card(1, card, "tray")
    kit.press(9, 2)
    kit.card(20, "own/1", "tray")
    assert not kit.referee.run.is_refusal_fresh


def test_a_claim_of_which_every_card_is_refused_is_refused_with_the_last_reason() -> None:
    kit = Kit(toy(taps()))
    kit.card(1, "pay/1", "tray")
    kit.press(2, 1)
    kit.release(2, 1)
    for card in ("boom/1", "pay/1"):
        kit.card(9, card, "tray")
    step = kit.press(15, 2)
    assert (step.verdict, step.refusal and step.refusal.reason) == (Verdict.REFUSED, "two_places")
    assert kit.referee.run.claimants() == ()


def test_a_card_that_comes_after_the_last_one_asked_for_is_refused() -> None:
    kit = Kit(toy(taps(most=1)))
    for card in ("pay/1", "pay/2"):
        kit.card(1, card, "tray")
    kit.press(9, 2)
    assert kit.notes() == ["2 pay/1"]
    assert kit.view()["refused"]["reason"] == "not_waited_for"


def test_a_pause_forgets_whose_cards_were_to_be_said() -> None:
    kit = Kit(toy(taps()))
    for card in ("pay/1", "pay/2"):
        kit.card(1, card, "tray")
    kit.host(2, pause=True)
    kit.host(3, resume=True)
    assert kit.referee.run.claimants() == ()
    kit.press(4, 2)
    assert kit.notes() == []


def test_cards_are_nobody_s_any_more_when_they_are_asked_for_no_longer() -> None:
    kit = Kit(toy(taps(most=1)))
    kit.card(1, "pay/1", "tray")
    kit.card(1, "own/2", "tray")  # its owner is known: it is taken at once
    assert kit.notes() == ["2 own/2"]
    assert kit.referee.run.claimants() == ()


def test_a_replay_claims_the_same() -> None:
    kit = Kit(toy(taps()))
    for card in ("pay/1", "boom/1", "pay/2"):
        kit.card(1, card, "tray")
    kit.press(9, 2)
    again = kit.restored()
    assert list(again.run.state.notes) == kit.notes()
    assert again.view("public") == kit.referee.view("public")


def test_several_are_taken_only_where_the_offer_of_such_a_card_says_so() -> None:
    placed = CardPlaced("pay/1", "tray", at=1)
    card = Offer(1, "card", "show", reader="tray", several=True)
    assert takes_several(placed, [card])
    assert not takes_several(placed, [Offer(1, "card", "show", reader="tray")])
    assert not takes_several(placed, [Offer(1, "card", "show", reader="centre", several=True)])
    assert not takes_several(placed, [Offer(1, "ring", "show", several=True)])
    other = Offer(1, "card", "show", reader="tray", card="pay/2", several=True)
    assert not takes_several(placed, [other])

from __future__ import annotations

from typing import Any

from companion.core.asks import Offer
from companion.core.events import Said
from companion.core.holds import HOST
from companion.core.lines import say_fault
from companion.core.referee import Referee
from companion.core.texts import asking, label
from tests.contract.players import Played
from tests.contract.walks import at_moment, every_ask, now

GESTURES = {"press", "hold", "let_go", "ring", "card", "choose", "say"}


def test_everything_offered_can_be_said_and_is_accepted(played: Played) -> None:
    game = played.referee.run.game
    for moment in every_ask(played):
        for offer in at_moment(played, moment).run.offers():
            if offer.say is None:
                continue
            assert say_fault(offer.say, game.say_fault) is None
            referee = at_moment(played, moment)
            record, step = referee.feed(_said(referee, offer))
            # A list that left out what only an unseen card forbids would give the card away.
            is_private = step.refusal is not None and step.refusal.private == offer.seat
            assert record.verdict.value == "accepted" or is_private, (offer, step.refusal)


def _said(referee: Referee[Any], offer: Offer) -> Said:
    # A hold of the panel is let go with the button; in words only the host may end it.
    by = HOST if offer.gesture == "let_go" else "phone"
    return Said(offer.seat, offer.say or {}, by, at=now(referee))


def test_every_offer_has_a_question_and_a_button_in_words(played: Played) -> None:
    for moment in every_ask(played):
        run = at_moment(played, moment).run
        for offer in run.offers():
            assert offer.gesture in GESTURES
            assert offer.seat in run.names
            assert "{" not in asking(offer, run.names, run.game.asks)
            assert "{" not in label(offer, run.names, run.game.asks)
            assert label(offer, run.names, run.game.asks).strip() or offer.say is None


def test_every_ask_waits_for_somebody_or_for_time(played: Played) -> None:
    for moment in every_ask(played):
        run = at_moment(played, moment).run
        assert run.is_paused or run.offers() or run.due() is not None

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.core.events import CardLifted, CardPlaced, HostDid
from companion.core.game import HOST, PUBLIC, Audience
from companion.core.lines import READERS
from companion.core.referee import Referee
from companion.core.steps import Refusal
from firmware import shelf
from tests.contract.players import Played, some_header
from tests.contract.walks import all_views, at_moment, audiences, now, sample, seen_by

MOST_MOMENTS = 6  # of one game: each plays it anew several times


def names_card(text: str, card: str) -> bool:
    """Tell whether bytes name a card, and not only one whose name begins alike."""
    is_there = card in text  # most are not, and this is much the faster
    return is_there and re.search(rf"(?<![\w/-]){re.escape(card)}(?![\w-])", text) is not None


def leaks(referee: Referee[Any], since: int = 0) -> list[tuple[str, Audience]]:
    """Return every unseen card with each audience that is told of it, beyond one single seat.

    A ruling before number `since` may name a card that lay open then and was shuffled since.
    """
    run = referee.run
    unseen = run.game.private_cards(run.state)
    views = (
        {audience: fresh_bytes(referee, audience, since) for audience in audiences(referee)}
        if unseen
        else {}
    )
    told = [
        (card, who) for card in sorted(unseen) for who in views if names_card(views[who], card)
    ]
    return [
        (card, who)
        for card, who in told
        if who in (PUBLIC, HOST) or sum(1 for other, _ in told if other == card) > 1
    ]


def fresh_bytes(referee: Referee[Any], audience: Audience, since: int) -> str:
    """Return the bytes of a view with only the rulings from a number on."""
    view = referee.view(audience)
    fresh = [one for one in view["rulings"] if one["number"] >= since]
    return json.dumps({**view, "rulings": fresh}, sort_keys=True)


def test_no_view_ever_names_a_card_that_the_table_has_not_seen(played: Played) -> None:
    referee = at_moment(played, 0)
    for event in played.events:
        since = referee.run.next_number
        record, _ = referee.feed(event)
        if record.verdict.value != "ignored":  # nothing is shown of what changes nothing
            assert leaks(referee, since) == []


def test_which_unseen_card_it_is_makes_no_difference_to_anybody_else(played: Played) -> None:
    for moment, card, other in _laid_face_down(played):
        real, fake = at_moment(played, moment + 1), at_moment(played, moment)
        fake.feed(other)
        for audience in audiences(real):
            if not names_card(seen_by(real, audience), card):
                assert seen_by(fake, audience) == seen_by(real, audience)


def _laid_face_down(played: Played) -> Iterator[tuple[int, str, CardPlaced]]:
    """Yield some moments at which a card became known to the kit alone, and another for it."""
    for moment, event in sample(_made_known(played), MOST_MOMENTS):
        other = _another(played, moment, event)
        if other is not None:
            yield moment, event.card, other


def _made_known(played: Played) -> list[tuple[int, CardPlaced]]:
    referee = at_moment(played, 0)
    game, found = referee.run.game, []
    for moment, event in enumerate(played.events):
        before = game.private_cards(referee.run.state)
        referee.feed(event)
        new = game.private_cards(referee.run.state) - before
        if isinstance(event, CardPlaced) and event.card in new:
            found.append((moment, event))
    return found


def _another(played: Played, moment: int, event: CardPlaced) -> CardPlaced | None:
    for card in sorted(played.referee.run.game.cards(played.referee.run.state)):
        referee = at_moment(played, moment)
        tried = replace(event, card=card)
        if card != event.card and _stays_unseen(referee, tried):
            return tried
    return None


def _stays_unseen(referee: Referee[Any], event: CardPlaced) -> bool:
    record, _ = referee.feed(event)
    unseen = referee.run.game.private_cards(referee.run.state)
    return record.verdict.value == "accepted" and event.card in unseen


def test_a_refusal_for_the_sake_of_an_unseen_card_tells_the_others_no_reason(
    played: Played,
) -> None:
    for moment in _moments_with_unseen_cards(played):
        referee = at_moment(played, moment)
        game, at = referee.run.game, now(referee)
        unseen = sorted(game.private_cards(referee.run.state))
        asked = {offer.reader for offer in referee.run.offers() if offer.gesture == "card"}
        alike = [card for card in sorted(game.cards(referee.run.state)) if _alike(card, unseen[0])]
        for reader in sorted({reader or "centre" for reader in asked}):
            laid = CardPlaced(unseen[0], reader, at=at)
            verdict, refusal = _placed(played, moment, laid)
            if verdict == "refused" and (refusal is None or refusal.private is None):
                for card in set(alike) - set(unseen):
                    assert _placed(played, moment, replace(laid, card=card))[0] == "refused"


def _alike(card: str, other: str) -> bool:
    return card.partition("/")[0] == other.partition("/")[0]


def _moments_with_unseen_cards(played: Played) -> list[int]:
    """Return some moments at which the kit knows an unseen card and asks for one."""
    referee = at_moment(played, 0)
    game, moments = referee.run.game, []
    for moment, event in enumerate(played.events):
        asks = any(offer.gesture == "card" for offer in referee.run.offers())
        if asks and game.private_cards(referee.run.state):
            moments.append(moment)
        referee.feed(event)
    return sample(moments, 4)


def _placed(played: Played, moment: int, event: CardPlaced) -> tuple[str, Refusal | None]:
    referee = at_moment(played, moment)
    for reader in READERS:  # one card lies in one place
        referee.feed(CardLifted(event.card, reader, at=event.at))
    record, step = referee.feed(event)
    return record.verdict.value, step.refusal


def test_every_view_has_what_every_game_shows(played: Played) -> None:
    common = {"game", "phase", "over", "winners", "waiting", "margin_ms", "seats", "fouls"}
    common |= {"refused", "options", "rulings"}
    for audience in audiences(played.referee):
        seen = played.referee.view(audience)
        assert common <= seen.keys()
        assert [seat["name"] for seat in seen["seats"].values()] == list(
            played.referee.run.names.values()
        )
    assert len(all_views(played.referee)) == len(played.header.seats) + 2


@pytest.mark.parametrize(
    ("text", "card", "is_named"),
    [
        ('{"cards": ["pay/1"]}', "pay/1", True),
        ('{"text": "It was pay/1."}', "pay/1", True),
        ('{"cards": ["pay/10"]}', "pay/1", False),
        ('{"cards": ["picture-01/1"]}', "01/1", False),
        ('{"cards": []}', "pay/1", False),
    ],
)
def test_a_card_is_found_in_bytes_by_its_whole_name(text: str, card: str, is_named: bool) -> None:
    assert names_card(text, card) is is_named


def test_the_search_for_leaks_finds_a_planted_one() -> None:
    referee = _with_an_unseen_card()
    assert leaks(referee) == []
    run = referee.run
    honest = run.game.view
    run.game = replace(
        run.game, view=lambda state, _audience: honest(state, 1) | {"seen": "gold/1"}
    )
    assert ("gold/1", PUBLIC) in leaks(referee)


def _with_an_unseen_card() -> Referee[Any]:
    game = shelf.games()["template"]
    referee = Referee(game, some_header(game, 0))
    referee.feed(HostDid({"adjust": {"seat": 1, "cards": ["gold/1"]}}, at=0))
    assert game.private_cards(referee.run.state) == {"gold/1"}
    return referee

from __future__ import annotations

from random import Random
from typing import Any

from companion.core.events import (
    CardPlaced,
    HostDid,
    Pressed,
    Rang,
    Released,
    Said,
    Side,
    TableEvent,
)
from companion.core.game import Game
from companion.core.referee import Referee
from tests.contract.players import Player, some_header
from tests.contract.walks import due, snapshot, wait_until

WILD_ACTS = 700


def test_a_refused_act_changes_nothing(game: Game[Any]) -> None:
    tried = refused = seed = 0
    while tried < WILD_ACTS:
        rng = Random(seed)
        referee = Referee(game, some_header(game, seed))
        player = Player(referee, rng)
        while tried < WILD_ACTS and (event := player.next_event()) is not None:
            _feed_and_compare(referee, event)
            for act in wild_acts(referee, rng, player.at):
                tried += 1
                refused += _feed_and_compare(referee, act)
        seed += 1
    assert refused > WILD_ACTS // 4


def _feed_and_compare(referee: Referee[Any], event: TableEvent) -> int:
    """Feed an event; if it is refused, nothing but the refusal itself may have changed.

    A press that says whose a remembered card is has answered that question, even where the card
    is refused then.
    """
    if isinstance(event, HostDid) or referee.run.claimants():
        referee.feed(event)
        return 0
    deadline = due(referee)
    if deadline is not None and deadline.ns <= event.at:
        wait_until(referee, event.at)
    before, shown = everything(referee), referee.view("public")
    record, step = referee.feed(event)
    if record.verdict.value != "refused":
        return 0
    assert (step.rulings, step.cues) == ((), ())
    assert everything(referee) == before
    after = referee.view("public")
    assert after["refused"]["text"]
    assert {**after, "refused": None} == {**shown, "refused": None}
    return 1


def everything(referee: Referee[Any]) -> tuple[object, ...]:
    """Return all that an act may change, the numbers of questions and rulings included."""
    run = referee.run
    questions = [run.question(offer) for offer in run.offers()]
    return snapshot(referee), due(referee), questions, run.next_number, run.is_paused


def wild_acts(referee: Referee[Any], rng: Random, at: int) -> list[TableEvent]:
    """Return acts that a confused table might do, a few of which may even be right."""
    run = referee.run
    seat = rng.choice(run.header.numbers)
    card = rng.choice(sorted(run.game.cards(run.state)))
    acts: list[TableEvent] = [
        Said(seat, {"done": True}, at=at),
        Said(seat, {"pass": True}, at=at),
        Said(seat, {"let_go": True}, at=at),
        Said(seat, {"ring": 2}, at=at),
        Said(seat, {"side": "left"}, question="0.999999", at=at),
        Said(seat, {"side": "right"}, at=at),
        Said(99, {"done": True}, at=at),
        Rang(at=at),
        Rang(seat, at=at),
        Pressed(seat, Side.RIGHT, at=at),
        Released(seat, Side.RIGHT, at=at),
        CardPlaced(card, "tray", at=at),
        CardPlaced(card, "centre", at=at),
        CardPlaced("unknown/04A3C6CAE26180", "centre", at=at),
        CardPlaced("foreign/checkers", "centre", at=at),
        CardPlaced("unclear/several", "centre", at=at),
    ]
    return rng.sample(acts, rng.choice((0, 0, 3, 6)))

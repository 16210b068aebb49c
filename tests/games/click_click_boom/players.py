"""Players who take whatever is offered, by any gesture, and situations of a game to begin in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from companion.core.asks import Offer
from companion.core.events import (
    CardLifted,
    CardPlaced,
    Pressed,
    Released,
    Said,
    Side,
    TableEvent,
    Woke,
)
from companion.core.steps import Verdict
from tests.games.click_click_boom.table import (
    LATE_AFTER,
    MS,
    R,
    S,
    Sitting,
)

PLAYING = tuple(
    f"{kind}/{number}"
    for kind, count in (("pay", 18), ("stolen", 12), ("boom", 6))
    for number in range(1, count + 1)
)
PATIENCE = 0.4  # how often the next deadline is waited for
NERVES = 0.15  # how often what need not be done is done
MOST_EVENTS = 6000


def play_on(
    sit: Sitting,
    rng: Random,
    check: Callable[[Sitting], None] | None = None,
    most: int = MOST_EVENTS,
) -> None:
    """Play until the game is over, or for `most` events; `check` sees it after every event."""
    for _ in range(most):
        run = sit.referee.run
        assert run.failure is None, run.failure
        if run.is_over:
            return
        assert sit.asked() or run.due() or run.claimants(), f"a dead end: {sit.state}"
        one_act(sit, rng)
        if check is not None:
            check(sit)
    assert most < MOST_EVENTS, f"the game does not end: {sit.phase}, {sit.asked()}"


def one_act(sit: Sitting, rng: Random) -> None:
    """Let one thing happen: a deadline, a claim, or an act that is offered."""
    run = sit.referee.run
    at = sit.now + rng.choice((1, MS, 300 * MS, S))
    due, offers = run.due(), run.offers()
    if due is not None and (due.ns <= at or not offers or rng.random() < PATIENCE):
        _any(sit, Woke(at=max(due.ns, sit.now)))
        return
    if run.claimants():
        _press(sit, rng.choice(run.claimants()), Side.LEFT, at)
        return
    weights = [NERVES if offer.optional else 1.0 for offer in offers]
    _take(sit, rng.choices(offers, weights)[0], rng, at)


def _take(sit: Sitting, offer: Offer, rng: Random, at: int) -> None:
    if offer.say is not None and (offer.gesture == "say" or rng.random() < 0.3):
        _any(sit, Said(offer.seat, offer.say, rng.choice(("phone", "host")), at=at))
        return
    button = offer.button or Side.LEFT
    match offer.gesture:
        case "card":
            reader = rng.choice((offer.reader or "centre", f"seat{offer.seat}"))
            _card(sit, offer.card or rng.choice(PLAYING), reader, at)
        case "ring":
            sit.ring(rng.choice((None, offer.seat)), at=at)
        case "hold":
            _any(sit, Pressed(offer.seat, button, at=at))
        case "let_go":
            _any(sit, Released(offer.seat, button, at=at))
        case _:
            _press(sit, offer.seat, button, at)


def _any(sit: Sitting, event: TableEvent) -> Verdict:
    """Feed an event that may be refused."""
    sit.now = max(sit.now, event.at)
    record, step = sit.referee.feed(event)
    sit.records.append(record)
    return step.verdict


def _press(sit: Sitting, seat: int, side: Side, at: int) -> None:
    _any(sit, Pressed(seat, side, at=at))
    _any(sit, Released(seat, side, at=at + 1))


def _card(sit: Sitting, card: str, reader: str, at: int) -> None:
    _any(sit, CardPlaced(card, reader, at=at))
    _any(sit, CardLifted(card, reader, at=at))


# Situations: one of every phase, and of every question inside it

FOUR = ["carla", "brandon", "heather", "rory"]


def setup() -> Sitting:
    return Sitting(4, first=None)


def first_player() -> Sitting:
    sit = setup()
    sit.host(start=True)
    return sit


def claiming() -> Sitting:
    sit = setup()
    sit.tap("character/rory")
    return sit


def turn() -> Sitting:
    sit = Sitting(FOUR)
    sit.tap("pay/1")
    return sit


def felix() -> Sitting:
    sit = Sitting(["felix", None, None, None])
    sit.tap("ability/felix")
    return sit


def commit() -> Sitting:
    sit = Sitting(FOUR)
    sit.take_turns()
    sit.hold(1)
    return sit


def calling() -> Sitting:
    sit = Sitting(FOUR)
    sit.take_turns()
    sit.hold_all()
    return sit


def heather() -> Sitting:
    sit = commit()
    sit.tap("ability/heather")
    return sit


def answering() -> Sitting:
    sit = commit()
    sit.use(3, ask="left")
    return sit


def brandon() -> Sitting:
    sit = commit()
    sit.tap("ability/brandon")
    return sit


def brandon_side() -> Sitting:
    sit = brandon()
    sit.press(2, R)
    return sit


def countdown() -> Sitting:
    sit = Sitting(FOUR)
    sit.call()
    return sit


def reveal() -> Sitting:
    sit = Sitting(FOUR)
    sit.woke(sit.call())
    sit.say(1, show="pay")
    return sit


def late() -> Sitting:
    sit = reveal()
    sit.wait(LATE_AFTER / S)
    return sit


def carla() -> Sitting:
    sit = Sitting(FOUR)
    sit.showdown("boom", "pay", "pay", "pay")
    return sit


def rory() -> Sitting:
    sit = Sitting(FOUR)
    sit.showdown("stolen", "pay", "boom", "pay")
    return sit


def passing() -> Sitting:
    sit = rory()
    sit.press(4, R)
    return sit


def stand_off() -> Sitting:
    sit = Sitting(3)
    sit.round("boom", "pay", "pay")
    return sit


def clean_up() -> Sitting:
    sit = Sitting(3)
    sit.showdown("boom", "boom", "pay")
    return sit


def tied() -> Sitting:
    sit = Sitting(3)
    for number in (1, 2, 3):
        sit.showdown("boom", "boom", "boom")
        if number < 3:
            sit.ring()
    return sit


def picking() -> Sitting:
    sit = tied()
    for seat in (1, 2, 3):
        sit.say(seat, unplayed=["pay", "pay", "pay", "stolen", "stolen"])
    return sit


def who_has_the_click() -> Sitting:
    sit = picking()
    for seat in (1, 2, 3):
        sit.press(seat)
    return sit


SITUATIONS: Mapping[str, Callable[[], Sitting]] = {
    situation.__name__: situation
    for situation in (
        setup, first_player, claiming, turn, felix, commit, calling, heather, answering, brandon,
        brandon_side, countdown, reveal, late, carla, rory, passing, stand_off, clean_up, tied,
        picking, who_has_the_click,
    )
}  # fmt: skip

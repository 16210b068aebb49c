"""A player for any game: takes what the table offers, by gestures, seeded, with growing stamps.

It knows no game. It sees `run.offers()`, as lights and phones do, and answers with the events
that hands on the kit, or a phone, would make. What it does follows from the seed alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion.core.asks import Offer
from companion.core.errors import FileFault
from companion.core.events import (
    CardLifted,
    CardPlaced,
    HostDid,
    Pressed,
    Rang,
    Released,
    Said,
    Side,
    TableEvent,
    Woke,
)
from companion.core.game import Game
from companion.core.header import Header, read_header
from companion.core.holds import PANEL
from companion.core.options import COMMON, Choice, Option, Seconds, Switch
from companion.core.records import Record
from companion.core.referee import Referee
from companion.core.stamps import NS_PER_MS

MOST_EVENTS = 6000
NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Flo")
SLOWEST_MS = 400
PATIENCE = 0.7  # how often the next deadline is waited for
NERVES = 0.15  # how often what need not be done is done, such as taking a hold back


def some_header(game: Game[Any], seed: int) -> Header:
    """Return a header for a seed: seed 0 has the fewest seats and all defaults."""
    rng = Random(f"{game.slug}/{seed}")
    for _ in range(50):
        given = _given(game, rng, plain=seed == 0)
        header, _ = read_header(given, {game.slug: (game.options, game.players)})
        if header is not None and _fits(game, header):
            return header
    raise AssertionError(f"no header for {game.slug} could be made")


def _given(game: Game[Any], rng: Random, *, plain: bool) -> dict[str, Any]:
    least, most = game.players
    seats = [*NAMES[: rng.randint(least, most)]]
    options = {} if plain else {one.name: _value(one, rng) for one in (*COMMON, *game.options)}
    return {"ringmaster": 1, "game": game.slug, "seats": seats, "options": options}


def _value(option: Option, rng: Random) -> Any:
    match option:
        case Choice(default=default, others=others):
            return rng.choice((default, *others))
        case Switch():
            return rng.random() < 0.5
        case Seconds(least=least, most=most):
            return rng.choice((option.default, least, most))
        case _:
            return rng.randint(option.least, option.most)


def _fits(game: Game[Any], header: Header) -> bool:
    try:
        game.set_up(header, game.manifest)
    except FileFault:
        return False
    return True


@dataclass(slots=True)
class Player:
    """Plays every seat of one game; `at` is the kit time (ns) of its last event."""

    referee: Referee[Any]
    rng: Random
    at: int = 0
    queue: list[TableEvent] = field(default_factory=list)
    tried: dict[str, set[str]] = field(default_factory=dict)  # by question
    asked: str = ""  # the question that the last card was laid for

    def next_event(self) -> TableEvent | None:
        """Return the next event of hands, phones or time; None when the game is over."""
        run = self.referee.run
        if run.is_over or run.failure:
            return None
        if self.queue:
            return self.queue.pop(0)
        self.at += self.rng.randint(1, SLOWEST_MS) * NS_PER_MS + self.rng.randint(0, 999)
        due = run.due()
        if due is not None and (due.ns <= self.at or self.rng.random() < PATIENCE):
            self.at = max(due.ns, run.now + run.stopped)
            return Woke(at=self.at)
        if run.is_paused:
            return HostDid({"resume": True}, at=self.at)
        if run.claimants():
            return self._press(self.rng.choice(run.claimants()), Side.LEFT)
        return self._answer(run.offers())

    def _answer(self, offers: Sequence[Offer]) -> TableEvent:
        if not offers:
            return HostDid({"start": True}, at=self.at)
        weights = [NERVES if offer.optional else 1.0 for offer in offers]
        return self._take(self.rng.choices(offers, weights)[0])

    def _take(self, offer: Offer) -> TableEvent:
        if offer.say is not None and (offer.gesture == "say" or self.rng.random() < 0.3):
            return Said(offer.seat, offer.say, at=self.at)
        match offer.gesture:
            case "card":
                return self._card(offer)
            case "ring":
                return Rang(self.rng.choice((None, offer.seat)), at=self.at)
            case "let_go":
                return self._let_go(offer)
            case "hold":
                return self._press(offer.seat, offer.button or Side.LEFT, holds=True)
            case _:
                return self._press(offer.seat, offer.button or Side.LEFT)

    def _press(self, seat: int, side: Side, *, holds: bool = False) -> TableEvent:
        events: list[TableEvent] = []
        if f"{seat}.{side.value}" in self.referee.run.down():
            events.append(Released(seat, side, at=self.at))
        events.append(Pressed(seat, side, at=self.at))
        if not holds:
            self.at += NS_PER_MS
            events.append(Released(seat, side, at=self.at))
        self.queue += events[1:]
        return events[0]

    def _let_go(self, offer: Offer) -> TableEvent:
        hold = self.referee.run.holds.of(offer.seat)
        if hold is None or hold.source == PANEL:
            return Released(offer.seat, offer.button or Side.LEFT, at=self.at)
        return Said(offer.seat, {"let_go": True}, hold.source, at=self.at)

    def _card(self, offer: Offer) -> TableEvent:
        reader = self.rng.choice((offer.reader or "centre", f"seat{offer.seat}"))
        card = offer.card or self._any_card(offer)
        lifted = self.at + NS_PER_MS
        self.queue.append(CardLifted(card, reader, at=lifted))
        placed = CardPlaced(card, reader, at=self.at)
        self.at = lifted
        return placed

    def _cards(self) -> frozenset[str]:
        run = self.referee.run
        return run.game.cards(run.state)

    def _any_card(self, offer: Offer) -> str:
        meant = self._cards() if offer.among is None else self._cards() & offer.among
        tried = self.tried.setdefault(offer.about, set())
        if not meant - tried:
            tried.clear()
        card = self.rng.choice(sorted(meant - tried))
        tried.add(card)
        self.asked = offer.about
        return card

    def took(self, event: TableEvent) -> None:
        """Note that an event was accepted: where a card was, any other may be meant next."""
        if isinstance(event, CardPlaced):
            self.tried.pop(self.asked, None)


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """Holds a game as the player played it: its events, and the records they led to."""

    header: Header
    referee: Referee[Any]
    events: tuple[TableEvent, ...]
    records: tuple[Record, ...]


def play(game: Game[Any], seed: int, most: int = MOST_EVENTS) -> Played:
    """Play a game of a seed until it is over, or for `most` events."""
    header = some_header(game, seed)
    referee = Referee(game, header)
    records = play_on(referee, Random(seed), most)
    return Played(header, referee, tuple(one.event for one in records), tuple(records))


def play_on(referee: Referee[Any], rng: Random, most: int, at: int = 0) -> list[Record]:
    """Play on from where a referee stands, for at most so many events."""
    player = Player(referee, rng, at)
    records: list[Record] = []
    while len(records) < most and (event := player.next_event()) is not None:
        record, _ = referee.feed(event)
        records.append(record)
        if record.verdict.value == "accepted":
            player.took(event)
    return records

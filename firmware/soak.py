"""Soak: robots play whole games through simulated pins and tags in virtual time, under watch.

After every record coins and cards are counted, and as long as the kit knows a card that nobody may
know, every view that is published is searched for it. A game that does not end is a deadlock. What
is wrong is raised with the plan that shows it again.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from companion.cards.deck_map import DeckMap, simulated_map
from companion.core.game import Game
from companion.core.header import read_header
from companion.core.records import Record
from companion.core.robots import RobotMaker
from companion.core.rulings import Foul
from companion.core.run import Run
from companion.core.steps import Step
from firmware.board import shipped
from firmware.clock import NS_PER_S, VirtualClock
from firmware.inbox import Inbox
from firmware.items import Item
from firmware.keeping import NoKeeper
from firmware.loop import Part, next_moment, step_all
from firmware.mock.kit import SimulatedKit
from firmware.parts import PanelPart, ReaderPart
from firmware.perform import Performer
from firmware.robots import Robots
from firmware.signals import Edge
from firmware.sitting import Ears, Sitting, Views

BEGAN_NS = NS_PER_S  # a stamp of 0 would be the state at boot
INTERVAL_NS = NS_PER_S // 10
LONGEST_NS = 3 * 3600 * NS_PER_S
LONGEST_SILENCE_NS = 600 * NS_PER_S  # without a ruling
MOST_STEPS_AT_ONCE = 1000
PACE = 0.05


class SoakFault(AssertionError):
    """Says what went wrong in a robots' game, and how to play it again."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Says which game is played; everything follows from it.

    `pace` scales the time to think, `interval_ns` is between polls of a reader; `robot` plays in
    place of the game's own.
    """

    seed: int
    players: int
    game: str = "click_click_boom"
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    pace: float = PACE
    interval_ns: int = INTERVAL_NS
    robot: RobotMaker | None = None

    def given(self) -> dict[str, Any]:
        """Return the game's header as JSON values."""
        names = [f"Robot {number}" for number in range(1, self.players + 1)]
        options = dict(self.options)
        return {"ringmaster": 1, "game": self.game, "seats": names, "options": options}


@dataclass(frozen=True, slots=True)
class Soaked:
    """Tells how a game went: counts, virtual seconds, refusals by reason and fouls by kind."""

    rulings: int
    records: int
    virtual_s: float
    winners: tuple[int, ...]
    refusals: Mapping[str, int] = field(hash=False)
    fouls: Mapping[str, int] = field(hash=False)
    polls: int
    edges: int


class CountedInbox(Inbox[Item]):
    """Counts the edges that come in."""

    edges = 0

    def put(self, signal: Edge | Item, arrived_ns: int) -> None:
        """Take in a signal."""
        self.edges += isinstance(signal, Edge)
        super().put(signal, arrived_ns)


class Soak:
    """Plays one game on a simulated kit of its own.

    Raises KeyError for a game that there is not.
    """

    def __init__(self, plan: Plan, games: Mapping[str, Game[Any]], decks: DeckMap) -> None:
        self.plan = plan
        self.clock = VirtualClock(BEGAN_NS)
        self.refusals: Counter[str] = Counter()
        self._records = 0
        self._ruled_ns = BEGAN_NS
        self._steps_at_once = 0
        game = games[plan.game]
        self._games = {plan.game: replace(game, robot=plan.robot or game.robot)}
        tunables = (board := shipped("standard")).tunables
        self._inbox = CountedInbox(tunables.debounce_ns, tunables.hold_back_ns)
        self.kit = SimulatedKit(board, self.clock, self._inbox, interval_ns=plan.interval_ns)
        self.sitting = Sitting(
            self._games,
            self.clock,
            self._inbox,
            lambda: decks,
            NoKeeper(),
            Performer(self.kit.panel.lights, self.kit.panel.sounder),
        )
        self._quiet = Ears(heard=self._heard)
        self._searched = Ears(self._published, self._heard)
        self.sitting.ears = self._quiet
        self._parts = self._compose(decks)

    def _compose(self, decks: DeckMap) -> tuple[Part, ...]:
        box = decks.of_game(self.plan.game)[0]
        uids = {card: uid for uid, card in box.tags.items()}
        robots = Robots(
            self.sitting,
            self.kit.hands,
            self.kit.lay,
            uids.__getitem__,
            Random(self.plan.seed),
            self.plan.pace,
        )
        return (
            self.kit,
            ReaderPart(self.kit.readers, self._inbox.put),
            robots,
            self.sitting,
            PanelPart(self.kit.panel),
        )

    @property
    def run(self) -> Run[Any]:
        """Return the run of the game that is on the table."""
        if self.sitting.played is None:
            raise self._fault("no game is on the table")
        return self.sitting.played.referee.run

    def begin(self) -> None:
        """Put the game on the table; raises ValueError for a plan that is no game."""
        game = self._games[self.plan.game]
        known = {game.slug: (game.options, game.players)}
        header, faults = read_header(self.plan.given(), known)
        if header is None:
            raise ValueError("; ".join(faults))
        self.sitting.begin(header)

    def play(self) -> Soaked:
        """Play to the end; raises SoakFault for whatever is wrong."""
        self.begin()
        while not self.run.is_over:
            self.step()
        self.kit.close()
        return self._soaked()

    def step(self) -> None:
        """Let time pass to the next moment at which something happens."""
        moment = next_moment(self._parts)
        if moment is None:
            raise self._fault("nothing happens any more")
        self._steps_at_once = self._steps_at_once + 1 if moment <= self.clock.now_ns() else 0
        if self._steps_at_once > MOST_STEPS_AT_ONCE:
            raise self._fault("time stands still")
        self.clock.advance_to(moment)
        now_ns = self.clock.now_ns()
        step_all(self._parts, now_ns)
        if now_ns - self._ruled_ns > LONGEST_SILENCE_NS or now_ns > LONGEST_NS:
            raise self._fault(f"deadlock; offers: {self.run.offers()}")

    def _soaked(self) -> Soaked:
        run = self.run
        fouls = Counter(one.ruling.foul for one in run.fouls if isinstance(one.ruling, Foul))
        return Soaked(
            rulings=len(run.rulings),
            records=self._records,
            virtual_s=(self.clock.now_ns() - BEGAN_NS) / NS_PER_S,
            winners=tuple(run.game.view(run.state, "public")["winners"]),
            refusals=dict(self.refusals),
            fouls=dict(fouls),
            polls=sum(one.polls for one in self.kit.readers.statistics()),
            edges=self._inbox.edges,
        )

    # Watching

    def _heard(self, record: Record, step: Step) -> None:
        del record
        self._records += 1
        if step.rulings:
            self._ruled_ns = self.clock.now_ns()
        if step.refusal is not None:
            self.refusals[step.refusal.reason] += 1
        run = self.run
        if run.failure:
            raise self._fault(run.failure)
        count = COUNTS.get(self.plan.game)
        wrong = count(run) if count else None
        if wrong:
            raise self._fault(wrong)
        # Where the kit knows nothing that nobody may know, there is nothing to search for.
        self.sitting.ears = self._searched if run.game.private_cards(run.state) else self._quiet

    def _published(self, views: Views, ticket: int) -> None:
        del ticket
        leak = leaked(views, self.run.game.private_cards(self.run.state))
        if leak:
            raise self._fault(leak)

    def _fault(self, what: str) -> SoakFault:
        at_s = (self.clock.now_ns() - BEGAN_NS) / NS_PER_S
        return SoakFault(f"{what} (at {at_s:.3f} s of {self.plan})")


def leaked(views: Views, private: frozenset[str]) -> str | None:
    """Say which private card is in which view's bytes, or None."""
    for audience, view in views.items():
        text = json.dumps(view)
        for card in private:
            if f'"{card}"' in text:
                return f"{card} is in the view of {audience}"
    return None


def count_click_click_boom(run: Run[Any]) -> str | None:
    """Say which coins or cards of Click Click Boom are gone, or None: 13 and 6 a player."""
    seen = run.game.view(run.state, "public")
    seats = seen["seats"].values()
    players, is_quick = len(seats), run.options["variant"] == "quick"
    coins = seen["pot"] + sum(seat["coins"] for seat in seats)
    cards = sum(seat["unplayed"] + len(seat["played"]) for seat in seats)
    if coins != (0 if is_quick else 13 * players):
        return f"{coins} coins at a table of {players}"
    return None if cards == 6 * players else f"{cards} cards at a table of {players}"


COUNTS: Mapping[str, Callable[[Run[Any]], str | None]] = {
    "click_click_boom": count_click_click_boom
}


def deck_of(games: Mapping[str, Game[Any]]) -> DeckMap:
    """Return the deck map of the simulated kit for some games; one serves many soaks."""
    return simulated_map({slug: game.manifest["cards"] for slug, game in games.items()})


def soak(plan: Plan, games: Mapping[str, Game[Any]]) -> Soaked:
    """Play one planned game; raises SoakFault for whatever is wrong."""
    return Soak(plan, games, deck_of(games)).play()

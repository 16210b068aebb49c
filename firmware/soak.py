"""Soak: robots play whole games through simulated pins and tags in virtual time, under watch.

After every record the game counts what must never be lost, and as long as the kit knows a card
that the table has not seen, every view that is published is searched for it. A game that does not
end is a deadlock. What is wrong is raised with the plan that shows it again.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from companion.cards.deck_map import DeckMap, simulated_map
from companion.core.game import Game
from companion.core.playthrough import header_of
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
SHARED = frozenset(("public", "host"))  # views that are no single seat's


class SoakFault(AssertionError):
    """Says what went wrong in a robots' game, and how to play it again."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Says which game is played; everything follows from it.

    `board` is a shipped one. `pace` scales the time to think, `interval_ns` is between polls of a
    reader; `robot` plays in place of the game's own.
    """

    seed: int
    players: int
    game: str = "click_click_boom"
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    board: str = "standard"
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

    Raises KeyError for a game that there is not, BoardError for a board that is not shipped.
    """

    def __init__(self, plan: Plan, games: Mapping[str, Game[Any]], decks: DeckMap) -> None:
        self.plan = plan
        self.clock = VirtualClock(BEGAN_NS)
        self.refusals: Counter[str] = Counter()
        self._records = 0
        self._ruled_ns = BEGAN_NS
        self._searched_to = 0  # number of the newest ruling that was searched for a leak
        self._steps_at_once = 0
        game = games[plan.game]
        self._games = {plan.game: replace(game, robot=plan.robot or game.robot)}
        self._board = board = shipped(plan.board)
        tunables = board.tunables
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
        header, faults = header_of(self.plan.given(), self._games)
        if header is None:
            raise ValueError("; ".join(faults))
        if self.plan.players > len(self._board.seats):
            raise ValueError(f"{self.plan.board} has {len(self._board.seats)} seats")
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
        gone = run.game.count(run.state)
        if gone:
            raise self._fault(gone)
        # Where the kit knows nothing that nobody may know, there is nothing to search for.
        self.sitting.ears = self._searched if run.game.private_cards(run.state) else self._quiet

    def _published(self, views: Views, ticket: int) -> None:
        del ticket
        leak = leaked(views, self.run.game.private_cards(self.run.state), self._searched_to)
        if leak:
            raise self._fault(leak)
        self._searched_to = max((newest(view) for view in views.values()), default=0)

    def _fault(self, what: str) -> SoakFault:
        at_s = (self.clock.now_ns() - BEGAN_NS) / NS_PER_S
        return SoakFault(f"{what} (at {at_s:.3f} s of {self.plan})")


def newest(view: Mapping[str, Any]) -> int:
    """Return the number of the last ruling in a view; 0 for none."""
    return max((int(one["number"]) for one in view.get("rulings", ())), default=0)


def leaked(views: Views, private: frozenset[str], since: int = 0) -> str | None:
    """Say which unseen card is in whose views' bytes, or None; one seat alone may know it.

    Rulings up to number `since` were searched before: what they name lay open then, and may have
    been shuffled and dealt again.
    """
    texts = {audience: json.dumps(_fresh(view, since)) for audience, view in views.items()}
    for card in sorted(private):
        told = [audience for audience, text in texts.items() if f'"{card}"' in text]
        if len(told) > 1 or not SHARED.isdisjoint(told):
            return f"{card} is in the view of {' and '.join(told)}"
    return None


def _fresh(view: Mapping[str, Any], since: int) -> dict[str, Any]:
    rulings = [one for one in view.get("rulings", ()) if one["number"] > since]
    return {**view, "rulings": rulings}


def deck_of(games: Mapping[str, Game[Any]]) -> DeckMap:
    """Return the deck map of the simulated kit for some games; one serves many soaks."""
    return simulated_map({slug: game.manifest["cards"] for slug, game in games.items()})


def soak(plan: Plan, games: Mapping[str, Game[Any]]) -> Soaked:
    """Play one planned game; raises SoakFault for whatever is wrong."""
    return Soak(plan, games, deck_of(games)).play()

"""Plans: the tables that a soak sits down at, made of what a game says of itself.

Seats, board and options take their turns: in every lap each value comes up once, in an order of
the lap's own. One seed plans the same tables on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, TypeVar

from companion.core.game import Game
from companion.core.options import COMMON, Choice, Option, Seconds, Switch
from companion.core.playthrough import header_of
from firmware.board import shipped, shipped_names
from firmware.soak import Plan

T = TypeVar("T")

DEFAULTS_EVERY = 5  # one table in so many plays with every option at its default
LOWEST = 3  # values of a whole number: three rounds show what fifty would, and end
LONGER = 0.25  # of the way from the shortest duration to the longest

Table = tuple[int, dict[str, Any]]  # how many play, with which options


def plan_of(
    game: Game[Any], number: int, seed: int, stated: Mapping[str, Any] | None = None
) -> Plan:
    """Return the plan of a game's table `number`, from 0; raises ValueError if it takes none.

    `stated` are options that every table has; the others take their turns.
    """
    stated = stated or {}
    turns = f"{seed} {game.slug}"
    least, most = game.players
    players = turn(range(least, most + 1), number, f"{turns} players")
    drawn = {
        one.name: turn(values(one), number, f"{turns} {one.name}") for one in options_of(game)
    }
    drawn = {} if number % DEFAULTS_EVERY == 0 else drawn
    players, options = _taken(game, players, {**drawn, **stated}, stated)
    return Plan(
        seed=seed * 1_000_000 + number,
        players=players,
        game=game.slug,
        options=options,
        board=turn(boards(players), number, f"{turns} board"),
    )


def turn(among: Sequence[T], number: int, seed: str) -> T:
    """Return whose turn it is, the `number`-th: each once a lap, in an order of the lap's own."""
    lap, place = divmod(number, len(among))
    return Random(f"{seed} {lap}").sample(among, len(among))[place]


def options_of(game: Game[Any]) -> Sequence[Option]:
    """Return what a table of a game may choose: its own options, then those of every game."""
    return (*game.options, *COMMON)


def values(option: Option) -> Sequence[Any]:
    """Return the values of an option that tables are planned with.

    Words and switches have all of theirs. Numbers keep to the low end: more rounds only take
    longer, and where a tie may be wide six hands never end a race.
    """
    match option:
        case Choice() | Switch():
            return tuple(option.bounds())
        case Seconds(default=default, least=least, most=most):
            longer = round(least + (most - least) * LONGER, 3)
            return tuple(dict.fromkeys((default, least, longer)))
        case _:
            return range(option.least, min(option.most, option.least + LOWEST - 1) + 1)


def boards(players: int) -> Sequence[str]:
    """Return the shipped boards that seat so many."""
    return [name for name in shipped_names() if len(shipped(name).seats) >= players]


def _taken(
    game: Game[Any], players: int, options: dict[str, Any], stated: Mapping[str, Any]
) -> Table:
    """Return the first table that the game takes, beginning with the one that is wanted."""
    for table in _near(game, players, options, stated):
        given = Plan(0, table[0], game.slug, table[1]).given()
        if header_of(given, {game.slug: game})[0] is not None:
            return table
    raise ValueError(f"{game.title} takes no table of {players}, nor one near it")


def _near(
    game: Game[Any], players: int, options: dict[str, Any], stated: Mapping[str, Any]
) -> Iterator[Table]:
    """Give the table that is wanted, then each with one option changed, then those of others."""
    free = [option for option in options_of(game) if option.name not in stated]
    least, most = game.players
    for count in (players, *(one for one in range(least, most + 1) if one != players)):
        yield count, options
        for option in free:
            for value in values(option):
                yield count, {**options, option.name: value}

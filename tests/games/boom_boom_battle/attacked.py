"""Random tables before an attack: for the game, and for the plain resolution (`naive`)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from companion.games.boom_boom_battle.box import ATTACKS, PLACES, VEHICLES
from companion.games.boom_boom_battle.deck import BattleDeck
from companion.games.boom_boom_battle.state import House, Lying, Player, State
from tests.games.boom_boom_battle.naive import Board, Choices
from tests.games.boom_boom_battle.table import GAME, header

BOXES = 24
FRONTS = ("helmet", "vest", "smoke", "flashbang", "motorcycle")
ICONS = ("always", "on_hit", "none")


@dataclass(frozen=True, slots=True)
class Attacked:
    """Is a random table before an attack, and the attack, as a phone says it."""

    state: State
    board: Board
    by: int
    card: str
    target: int | None
    numbers: tuple[int, ...]
    partner: str | None

    @property
    def say(self) -> dict[str, Any]:
        """Return what the attacker's phone says."""
        told = {"card": self.card, "target": self.target, "with": self.partner}
        said = {key: value for key, value in told.items() if value is not None}
        return {"play": said | ({"numbers": list(self.numbers)} if self.numbers else {})}


# Random tables


@cache
def a_box(seed: int) -> dict[str, Any]:
    """Return a deck with other numbers and prints; the unlisted cards are some kind."""
    rng = random.Random(f"box {seed}")
    cards: dict[str, dict[str, Any]] = {
        card: {"location": rng.randint(1, 8)}
        for card in GAME.manifest["cards"]
        if not card.startswith(("location/", *VEHICLES))
    }
    for card in ("unlisted/1", "unlisted/2"):
        kind = rng.choice(("dbs", "desert_eagle", "handgun", "helmet", "rifle"))
        cards[card] = {"location": rng.randint(1, 8), "kind": kind}
    kinds = {kind: some_prints(rng, kind) for kind in ATTACKS}
    return {"cards": cards, "kinds": kinds}


def some_prints(rng: random.Random, kind: str) -> dict[str, Any]:
    """Return what could be printed on a kind's cards: a pan has no aim, two kinds no damage."""
    aim = 0 if kind == "pan" else rng.randint(1, 4)
    hit = 0 if kind in ("lmg", "grenade") else rng.randint(1, 3)
    return {"aim": aim, "hit": hit, "draw": rng.choice(ICONS)}


@cache
def a_set_up(seats: int, box: int) -> tuple[Any, BattleDeck]:
    head = header(seats, deck=a_box(box), mode="free_for_all", hands="tracked")
    return head, GAME.set_up(head, GAME.manifest).deck


def the_teams(rng: random.Random, around: int) -> tuple[str, dict[int, str | None]]:
    if around % 2 or rng.random() < 0.4:
        return "free_for_all", dict.fromkeys(range(1, around + 1))
    mode = rng.choice(("duel", "death_match"))
    return mode, {seat: "ab"[seat % 2] for seat in range(1, around + 1)}


def the_living(rng: random.Random, mode: str, around: int) -> list[int]:
    """Return who still lives: everybody in Duel, else at least one of each of two sides."""
    seats = list(range(1, around + 1))
    if mode == "duel" or rng.random() < 0.5:
        return seats
    kept = [1, 2, *(seat for seat in seats[2:] if rng.random() < 0.5)]
    turned = rng.randrange(around)
    return sorted((seat + turned - 1) % around + 1 for seat in kept)


def the_front(
    rng: random.Random, deck: BattleDeck, deal: list[str], seats: list[int]
) -> dict[int, list[str]]:
    """Lay some cards before players: one of a name, one vehicle, in any order."""
    front: dict[int, list[str]] = {seat: [] for seat in seats}
    for seat in seats:
        kinds = [kind for kind in FRONTS if rng.random() < (0.05 if kind == "flashbang" else 0.25)]
        for kind in kinds:
            card = next((one for one in deal if deck.kind(one) == kind), None)
            if card is not None:
                deal.remove(card)
                front[seat].append(card)
    return front


def some_choices(rng: random.Random, deck: BattleDeck, around: int) -> Choices:
    seats = list(range(1, around + 1))
    ranks = rng.sample(range(len(deck.actions)), len(deck.actions))
    return Choices(
        rank=dict(zip(deck.actions, ranks, strict=True)),
        blocks={seat for seat in seats if rng.random() < 0.7},
        strikes={seat for seat in seats if rng.random() < 0.7},
        pairs={seat for seat in seats if rng.random() < 0.7},
        numbers={seat: rng.sample(range(1, 9), 8) for seat in seats},
        second=rng.sample(range(1, 9), 8),
        seats=rng.sample(seats, around),
    )


def an_attack(rng: random.Random) -> Attacked:
    """Deal a table on which much happens: attackers and defenders hold what they could use."""
    around = rng.choice((2, 2, 3, 4, 4, 5, 6))
    _, deck = a_set_up(around, rng.randrange(BOXES))
    mode, teams = the_teams(rng, around)
    living = the_living(rng, mode, around)
    place = rng.choice((None, *PLACES))
    circled = rng.sample(range(1, 9), 0 if place is None else rng.randint(1, 6))
    deal = rng.sample(sorted(deck.actions), len(deck.actions))
    by = rng.choice(living)
    card, partner = the_cards(rng, deck, deal, circled, place)
    front = the_front(rng, deck, deal, living)
    hands = the_hands(rng, deck, deal, living, circled)
    hands[by] = [*hands[by], *(one for one in (card, partner) if one is not None)]
    if rng.random() < 0.15:
        hands[by] = [one for one in (card, partner) if one is not None]
        deal = [one for one in deck.actions if not _is_used(one, hands, front)]
        rng.shuffle(deal)
    discard = [deal.pop() for _ in range(min(len(deal), rng.choice((0, 1, 3, 10))))]
    draw = [deal.pop() for _ in range(min(len(deal), rng.choice((0, 1, 2, 6))))]
    keeps = rng.choice((0, 0, 1, 2, len(deal)))
    remaining, out = deal[:keeps], deal[keeps:]
    choices = some_choices(rng, deck, around)
    board = Board(
        seats=living,
        around=around,
        teams=teams,
        hands=hands,
        front=front,
        place=place,
        circled=circled,
        draw=draw,
        remaining=remaining,
        discard=discard,
        out=out,
        number={one: deck.number(one) for one in deck.actions},
        kind={one: deck.kind(one) for one in deck.actions},
        prints={name: (one.aim, one.hit, one.draw) for name, one in deck.kinds.items()},
        choices=choices,
    )
    kind = deck.kind(card)
    target = the_target(rng, board, by, kind)
    numbers = () if kind == "pan" else the_numbers(rng, board, kind, partner)
    state = replace(the_state(board, deck, mode), turn=by)
    return Attacked(state, board, by, card, target, numbers, partner)


def _is_used(card: str, hands: Mapping[int, list[str]], front: Mapping[int, list[str]]) -> bool:
    return any(card in cards for cards in (*hands.values(), *front.values()))


def the_cards(
    rng: random.Random,
    deck: BattleDeck,
    deal: list[str],
    circled: list[int],
    place: str | None,
) -> tuple[str, str | None]:
    """Take an attack card, every kind as often, and under Tunnel often a second of its name."""
    kind = rng.choice(ATTACKS)
    if place == "tunnel" and rng.random() < 0.5:
        kind = rng.choice(("rifle", "smg", "handgun", "dbs"))
    fit = [one for one in deal if deck.number(one) not in circled]
    of_kind = [one for one in fit if deck.kind(one) == kind] or [
        one for one in fit if deck.kind(one) in ATTACKS
    ]
    card = of_kind[0]
    deal.remove(card)
    same = [one for one in of_kind[1:] if deck.kind(one) == deck.kind(card)]
    wants = same and rng.random() < (0.6 if place == "tunnel" else 0.03)
    if not wants:
        return card, None
    deal.remove(same[0])
    return card, same[0]


def the_hands(
    rng: random.Random,
    deck: BattleDeck,
    deal: list[str],
    living: list[int],
    circled: list[int],
) -> dict[int, list[str]]:
    hands: dict[int, list[str]] = {}
    for seat in living:
        fit = [one for one in deal if deck.number(one) not in circled]
        useful = [one for one in fit if deck.kind(one) in ("handgun", "desert_eagle", "pan")]
        wanted = useful[:2] if rng.random() < 0.5 else []
        size = rng.choice((0, 1, 2, 3, 5, 8))
        hands[seat] = [*wanted, *(one for one in fit if one not in wanted)][:size]
        for one in hands[seat]:
            deal.remove(one)
    return hands


def the_target(rng: random.Random, board: Board, by: int, kind: str) -> int | None:
    """Return a target, now and then one that will not do."""
    if rng.random() < 0.05:
        return rng.randint(1, board.around)
    if kind in ("lmg", "grenade"):
        return None
    return rng.choice(board.choosable(by))


def the_numbers(
    rng: random.Random, board: Board, kind: str, partner: str | None
) -> tuple[int, ...]:
    """Return numbers to aim at, now and then such as will not do; a pair may need none."""
    if partner is not None and rng.random() < 0.8:
        return ()
    if rng.random() < 0.05:
        return tuple(rng.choice(range(10)) for _ in range(rng.randint(1, 5)))
    still = [number for number in range(1, 9) if number not in board.circled]
    most = min(len(still), board.prints[kind][0] + (board.place == "grassland"))
    return tuple(rng.sample(still, rng.randint(1, max(1, most))))


def the_state(board: Board, deck: BattleDeck, mode: str) -> State:
    players = {
        seat: Player(
            team=board.teams[seat],
            hand=len(board.hands.get(seat, ())),
            cards=tuple(board.hands.get(seat, ())),
            front=tuple(Lying(card, 0) for card in board.front.get(seat, ())),
            is_out=seat not in board.seats,
        )
        for seat in range(1, board.around + 1)
    }
    return State(
        players=players,
        deck=deck,
        house=House(mode, is_tracked=True),
        draw=len(board.draw),
        remaining=len(board.remaining),
        first=1,
        turns=1,
        discard=tuple(board.discard),
        out=tuple(board.out),
        circled=tuple(board.circled),
        location=board.place,
        tokens={"a": 0, "b": 0} if mode == "duel" else {},
    )

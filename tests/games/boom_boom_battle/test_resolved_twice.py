"""The game's flow and a plain resolution, written apart, agree on any single attack (B40 to B77).

Known hands, through the phones: whatever the game asks is answered as `Choices` say, and all that
it rules, every window that it opens, every hand and every pile are compared.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from companion.core.events import Said
from companion.core.game import Table
from companion.core.run import Run
from companion.core.steps import Step, Verdict
from companion.games.boom_boom_battle.box import ATTACKS, PLACES
from companion.games.boom_boom_battle.state import State
from companion.games.boom_boom_battle.turn import act
from tests.games.boom_boom_battle.attacked import Attacked, a_set_up, an_attack
from tests.games.boom_boom_battle.naive import Board
from tests.games.boom_boom_battle.table import GAME, MS

ATTACKED = int(os.environ.get("RINGMASTER_RESOLVED_ATTACKS", "600"))
ENOUGH = 20_000  # attacks, among which everything has happened
MOST_ANSWERS = 200  # of one attack
TOLD: Mapping[str, tuple[str, ...]] = {
    "played": ("seat", "card", "to", "numbers"),
    "fired_again": ("seat", "card", "to", "numbers"),
    "blocked": ("seat", "card"),
    "hit": ("seat", "by", "count"),
    "missed": ("seat", "by", "case"),
    "blown": ("seat", "to"),
    "discarded": ("seat", "cards"),
    "removed": ("seat", "card"),
    "countered": ("seat", "card", "by"),
    "drew": ("seat", "count"),
    "lost_draw": ("seat",),
    "reshuffled": (),
    "redrawn": ("seat", "card", "case"),
}  # what is compared of each ruling


# The game's own flow


class Played:
    """Is the attack as the game carries it out, answered as the plain resolution foresaw."""

    def __init__(self, case: Attacked) -> None:
        self.case = case
        self.told: list[tuple[int, str]] = []
        self.happened: list[tuple[Any, ...]] = []
        self.acts_again: list[bool] = []
        self._at = 0
        self._window: object = None
        head, _ = a_set_up(case.board.around, 0)
        game = replace(GAME, set_up=lambda _header, _manifest: case.state, play=self._flow)
        self.run = Run(game, head)

    async def _flow(self, table: Table[State]) -> None:
        self.acts_again.append(await act(table, self.case.by, None, is_extra=False))

    def begin(self) -> bool:
        """Say the attack on the attacker's phone; tell whether it is accepted."""
        return self._say(self.case.by, self.case.say).verdict is Verdict.ACCEPTED

    def go_on(self, draws: list[tuple[int, str]]) -> None:
        """Answer all that is asked; cards come as they lie on the piles."""
        for _ in range(MOST_ANSWERS):
            assert self.run.failure is None, (self.run.failure, self.case)
            if self.run.is_over:
                return
            seat, say = self._answer(draws)
            step = self._say(seat, say)
            assert step.verdict is Verdict.ACCEPTED, (step.refusal, say, self.case)
        raise AssertionError(self.case)

    def _say(self, seat: int, say: Mapping[str, Any]) -> Step:
        self._at += MS
        step = self.run.feed(Said(seat, say, at=self._at))
        self.happened += [happened(one.to_json()) for one in step.rulings]
        self._note_window()
        return step

    def _note_window(self) -> None:
        reactions = self.run.state.reactions
        if reactions and not self._window:
            self.happened.append(("window", *reactions.items()))
        self._window = reactions

    def _answer(self, draws: list[tuple[int, str]]) -> tuple[int, Mapping[str, Any]]:
        state, choices = self.run.state, self.case.board.choices
        offer = self.run.offers()[0]
        match state.phase:
            case "draw":
                seat, card = draws.pop(0)
                self.told.append((seat, card))
                return seat, {"draw": [card]}
            case "keep":
                worse = choices.lowest([*state.owes[offer.seat].among])
                kept = next(one for one in state.owes[offer.seat].among if one != worse)
                return offer.seat, {"keep": kept}
            case "discard":
                return self._discard(state)
            case "equipment":
                works = [o.say["react"]["card"] for o in self.run.offers() if o.say]
                return offer.seat, {"react": {"card": choices.lowest(works)}}
            case "block" | "counter":
                return self._react(state)
            case _:
                return self.case.by, {"shot": self._second(state)}

    def _discard(self, state: State) -> tuple[int, Mapping[str, Any]]:
        owed = {s: min(o.count or 0, state.players[s].hand) for s, o in state.owes.items()}
        seat, count = next((s, n) for s, n in owed.items() if n and not state.owes[s].laid)
        cards = self.case.board.choices.some([*state.players[seat].cards], count)
        return seat, {"discard": cards}

    def _react(self, state: State) -> tuple[int, Mapping[str, Any]]:
        seat, choices = state.reacting[0], self.case.board.choices
        willing = choices.blocks if state.phase == "block" else choices.strikes
        hand, kind = state.players[seat].cards, state.deck.kind
        held = [card for card in hand if kind(card) in state.reactions[seat]]
        if not held or seat not in willing:
            return seat, {"pass": True}
        card = choices.lowest(held)
        if state.phase == "block":
            return seat, {"react": {"card": card}}
        same = [one for one in hand if kind(one) == kind(card) and one != card]
        if state.effect == "tunnel" and same and seat in choices.pairs:
            return seat, {"react": {"card": card, "with": choices.lowest(same)}}
        numbers = [n for n in choices.numbers[seat] if n in state.open_numbers]
        return seat, {
            "react": {"card": card, "numbers": numbers[: state.deck.kinds[kind(card)].aim]}
        }

    def _second(self, state: State) -> Mapping[str, Any]:
        numbers = [n for n in self.case.board.choices.second if n in state.open_numbers]
        aimed = {"numbers": numbers[: state.deck.kinds["dbs"].aim]}
        if state.phase != "target":
            return aimed
        offered = [o.say["shot"]["target"] for o in self.run.offers() if o.say]
        return {**aimed, "target": min(offered, key=self.case.board.choices.seats.index)}


def happened(ruling: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return a ruling as the plain resolution tells it."""
    kind = ruling["ruling"]
    values = [ruling[key] for key in TOLD[kind]]
    plain = [tuple(value) if isinstance(value, list) else value for value in values]
    return ({"lost_draw": "lost"}.get(kind, kind), *plain)


def merged(events: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Return events with discards that follow on one another by seat, in whatever order."""
    found: list[tuple[Any, ...]] = []
    run: dict[int, tuple[str, ...]] = {}
    for event in (*events, ("end",)):
        if event[0] == "discarded":
            run[event[1]] = tuple(sorted((*run.get(event[1], ()), *event[2])))
            continue
        found += [("discarded", seat, run[seat]) for seat in sorted(run)]
        run = {}
        found.append(event)
    return found


# Both


def agree(case: Attacked, found: Counter[str]) -> None:
    board, played = case.board, Played(case)
    attack = (case.by, case.card, case.target, [*case.numbers], case.partner)
    is_legal = board.is_legal(*attack)
    assert played.begin() is is_legal, case
    found["legal" if is_legal else "illegal"] += 1
    if not is_legal:
        return
    acts_again = board.attack(*attack)
    draws = [*board.told]
    played.go_on(draws)
    assert merged(played.happened) == merged(board.happened), case
    assert played.told == board.told, case
    assert played.acts_again == [acts_again], case
    assert_same_piles(played.run.state, board, case)
    found["acts again"] += acts_again
    found.update(event[0] for event in board.happened)
    found[f"kind {board.kind[case.card]}"] += 1
    found[f"place {board.place}"] += 1


def assert_same_piles(state: State, board: Board, case: Attacked) -> None:
    assert GAME.count(state) is None, case
    for seat in board.seats:
        assert sorted(state.players[seat].cards) == sorted(board.hands[seat]), case
        assert state.players[seat].hand == len(board.hands[seat]), case
        assert sorted(state.front_of(seat)) == sorted(board.front[seat]), case
    assert (state.draw, state.remaining) == (len(board.draw), len(board.remaining)), case
    assert sorted(state.discard) == sorted(board.discard), case
    assert sorted(state.out) == sorted(board.out), case
    assert not state.played, case


@pytest.mark.timeout(120 + ATTACKED // 50)
def test_both_resolutions_agree_on_every_attack() -> None:
    found: Counter[str] = Counter()
    for seed in range(ATTACKED):
        agree(an_attack(random.Random(seed)), found)
    events = {"played", "hit", "missed", "discarded", "removed", "drew", "blocked", "countered"}
    events |= {
        "blown",
        "lost",
        "reshuffled",
        "redrawn",
        "window",
        "acts again",
        "illegal",
        "legal",
    }
    kinds = {f"kind {kind}" for kind in ATTACKS} | {f"place {place}" for place in PLACES}
    assert ATTACKED < ENOUGH or events | kinds <= {name for name in found if found[name]}, found

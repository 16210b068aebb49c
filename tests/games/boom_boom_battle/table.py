"""A sitting of BOOM BOOM: seats play, escape, answer, discard and strike back; time is virtual.

Every verb happens one millisecond after the last, or at a stamp (ns) that the test names, and is
accepted, unless the test says with which reason it is refused. After every event no card may be
lost, and no known hand may hold a circled number.

A sitting plays a whole game from the deal, or the turns that follow from a state (`a_table`):

    sit = a_table(3, hands={1: "rifle/1 pan/1", 2: 2, 3: 5}, front={2: "vest/1"}, place="base")
    sit.play(1, "rifle/1", 2, [3, 4])
    sit.hit(2)
    sit.discard(2, "smg/1", "smg/2")

Hands are numbers of cards, or name their cards: with `honour` only so that no other pile has them
(`keeps` names more of such), with `tracked` the kit knows them. `tracked` hands that are not told
are dealt from what is left, without circled numbers.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.core.events import (
    CardLifted,
    CardPlaced,
    Pressed,
    Rang,
    Released,
    Side,
    TableEvent,
)
from companion.core.game import Game, Table
from companion.core.header import Header, read_header
from companion.core.steps import Refusal, Step
from companion.games.boom_boom_battle import game
from companion.games.boom_boom_battle.box import LOCATIONS, PLACES
from companion.games.boom_boom_battle.game import turns
from companion.games.boom_boom_battle.state import Lying, Player, State
from firmware import shelf
from tests.games.sittings import AtTable

NS, MS, S = 1, 1_000_000, 1_000_000_000
GAP = 800 * MS  # between rings or presses that belong together
WINDOW = 5 * S  # of a reaction
NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Flo")
GAME: Game[State] = game(shelf.manifest("boom_boom_battle"))
L, R = Side.LEFT, Side.RIGHT
PASS: dict[str, Any] = {"pass": True}

Flow = Callable[[Table[State]], Coroutine[Any, Any, None]]
Hands = Mapping[int, int | str]


def header(
    seats: int | Sequence[Any] = 2,
    *,
    first: int | None = 1,
    deck: Mapping[str, Any] | None = None,
    **options: Any,
) -> Header:
    """Read a header; `seats` are how many, or what the header says of each."""
    raw: dict[str, Any] = {
        "ringmaster": 1,
        "game": GAME.slug,
        "seats": list(NAMES[:seats]) if isinstance(seats, int) else list(seats),
        "deck": deck or {},
        "options": options,
    }
    if first is not None:
        raw["first"] = first
    read, faults = read_header(raw, {GAME.slug: (GAME.options, GAME.players)})
    assert read is not None, faults
    return read


def card(place: str) -> str:
    """Return the location card of a place."""
    return f"location/{PLACES.index(place) + 1}"


# Decks


def numbered(at: Mapping[str, int] | None = None, /, **kinds: int) -> dict[str, Any]:
    """Return a deck in which cards have these location numbers, or all cards of a kind have."""
    cards = {
        name: {"location": number}
        for kind, number in kinds.items()
        for name in GAME.manifest["cards"]
        if name.partition("/")[0] == kind
    }
    cards |= {name: {"location": number} for name, number in (at or {}).items()}
    return {"cards": cards}


def does(**kinds: tuple[int, int, str]) -> dict[str, Any]:
    """Return a deck in which kinds aim, hit and draw so (`rifle=(2, 2, "on_hit")`)."""
    keys = ("aim", "hit", "draw")
    return {"kinds": {kind: dict(zip(keys, told, strict=True)) for kind, told in kinds.items()}}


# States


def a_state(
    seats: int = 2,
    *,
    hands: Hands | None = None,
    front: Mapping[int, str] | None = None,
    place: str = "",
    draw: int | None = None,
    remaining: int | None = None,
    discard: str = "",
    out: str = "",
    keeps: str = "",
    gone: Sequence[int] = (),
    first: int = 1,
    tokens: tuple[int, int] | None = None,
    deck: Mapping[str, Any] | None = None,
    turns: int = 0,
    options: Mapping[str, Any] | None = None,
) -> State:
    """Return a state before a turn.

    `place` names the flipped locations in order; the last one is in force. `gone` are eliminated.
    With `remaining` stated, the cards that are left over are out of the game.
    """
    state = GAME.set_up(header(seats, first=first, deck=deck, **options or {}), GAME.manifest)
    flipped = tuple(map(card, place.split()))
    state = replace(
        state,
        flipped=flipped,
        location=LOCATIONS[flipped[-1]] if flipped else None,
        circled=tuple(state.deck.flips[one] for one in flipped),
        discard=tuple(discard.split()),
        out=tuple(out.split()),
        draw=state.draw if draw is None else draw,
        turn=first,
        turns=turns,
        tokens=state.tokens if tokens is None else dict(zip("ab", tokens, strict=True)),
    )
    named = _words(keeps, discard, out, *(hands or {}).values(), *(front or {}).values())
    spare = [one for one in state.deck.actions if one not in named]
    for seat in state.seats:
        lying = tuple(Lying(one, 0) for one in (front or {}).get(seat, "").split())
        told = 0 if seat in gone else (hands or {}).get(seat, state.players[seat].hand)
        cards, spare = _hand(state, told, spare)
        hand = told if isinstance(told, int) else len(cards)
        known = cards if state.house.is_tracked else ()
        player = Player(state.players[seat].team, hand, known, lying, is_out=seat in gone)
        state = replace(state, players={**state.players, seat: player})
    return _completed(state, spare, remaining)


def _words(*told: int | str) -> list[str]:
    """Return all cards that are named."""
    return [one for text in told if isinstance(text, str) for one in text.split()]


def _hand(state: State, told: int | str, spare: list[str]) -> tuple[tuple[str, ...], list[str]]:
    """Return the cards of a hand where they are known, and what is spare after it was dealt."""
    if isinstance(told, str) or not state.house.is_tracked:
        return tuple(_words(told)), spare
    fit = [one for one in spare if state.deck.number(one) not in state.circled][:told]
    return tuple(fit), [one for one in spare if one not in fit]


def _completed(state: State, spare: Sequence[str], remaining: int | None) -> State:
    """Return the state with what no pile has in the remaining deck, or what is over out of it."""
    hands = sum(player.hand for player in state.players.values())
    fronts = sum(len(player.front) for player in state.players.values())
    rest = state.total - hands - fronts - state.draw - len(state.discard) - len(state.out)
    if remaining is None:
        return replace(state, remaining=rest)
    over = rest - remaining
    assert 0 <= over <= len(spare), (rest, remaining, len(spare))
    return replace(state, remaining=remaining, out=(*state.out, *list(spare)[::-1][:over]))


class Sitting(AtTable[State]):
    """Is a table of BOOM BOOM in virtual time."""

    def __init__(
        self,
        seats: int | Sequence[Any] = 2,
        *,
        first: int | None = 1,
        deck: Mapping[str, Any] | None = None,
        state: State | None = None,
        begins: int = 1,
        **options: Any,
    ) -> None:
        number = seats if state is None else len(state.seats)
        sat = header(number, first=first, deck=deck, **options)
        game = GAME
        if state is not None:
            flow = _from(begins)
            game = replace(GAME, set_up=lambda _header, _manifest: state, play=flow)
        self.sit_down(game, sat)
        assert self.state is not None

    # What is read

    @property
    def state(self) -> State:
        """Return the game's state; nothing may be lost from it."""
        state = super().state
        known = [card for player in state.players.values() for card in player.cards]
        assert not [card for card in known if state.deck.number(card) in state.circled]
        assert len(state.circled) == len(set(state.circled)) == len(state.flipped)
        return state

    def player(self, seat: int) -> Player:
        """Return a seat's part of the state."""
        return self.state.players[seat]

    def hand(self, seat: int) -> int:
        """Return how many cards a seat holds."""
        return self.player(seat).hand

    def hands(self) -> list[int]:
        """Return how many cards each seat holds."""
        return [self.hand(seat) for seat in self.state.seats]

    def cards(self, seat: int) -> set[str]:
        """Return the known cards of a seat's hand."""
        return set(self.player(seat).cards)

    def front(self, seat: int) -> list[str]:
        """Return what lies in front of a seat."""
        return list(self.state.front_of(seat))

    def piles(self) -> tuple[int, int, int, int]:
        """Return how many cards are to draw, remain, are discarded, and are out."""
        state = self.state
        return (state.draw, state.remaining, len(state.discard), len(state.out))

    def asked(self) -> set[tuple[int, str]]:
        """Return who is asked about what, with what is only optional."""
        return {(one.seat, one.about) for one in self.referee.run.offers()}

    def last(self, kind: str) -> dict[str, Any]:
        """Return the last ruling of a kind."""
        return self.rulings(kind)[-1]

    def fouls(self) -> list[tuple[int, str]]:
        """Return whose fouls there were, and of which kind."""
        return [(one["seat"], one["kind"]) for one in self.view()["fouls"]]

    def won(self) -> tuple[list[int], str]:
        """Return who has won, and how; the game must be over."""
        assert self.view()["over"]
        ruling = self.last("won")
        assert self.view()["winners"] == ruling["seats"]
        return ruling["seats"], ruling["case"]

    def goes_on(self) -> bool:
        """Tell whether nobody has won yet."""
        return not self.view()["over"]

    # What happens

    def press(
        self, seat: int, side: Side = L, *, at: int | None = None, refused: str | None = None
    ) -> Step:
        """Press a button and let it up again at once."""
        step = self.feed(Pressed(seat, side, at=self.at(at)), refused)
        self.feed(Released(seat, side, at=self.now))
        return step

    def presses(self, seat: int, count: int, side: Side = L) -> None:
        """Press so often, a fifth of a second apart, and let the pause pass."""
        for _ in range(count):
            self.press(seat, side, at=self.now + 200 * MS)
        self.until(self.now + GAP)

    def ring(self, count: int) -> None:
        """Ring the shared bell so often, a fifth of a second apart, and let the pause pass."""
        self.rings_on(count)
        self.until(self.now + GAP)

    def rings_on(self, count: int) -> None:
        """Ring the shared bell so often, a fifth of a second apart, and leave the pause open."""
        for _ in range(count):
            self.feed(Rang(at=self.now + 200 * MS))

    def tap(
        self,
        card: str,
        reader: str = "centre",
        *,
        at: int | None = None,
        refused: str | None = None,
    ) -> Step:
        """Lay a card on a reader and take it off again."""
        step = self.feed(CardPlaced(card, reader, at=self.at(at)), refused)
        self.feed(CardLifted(card, reader, at=self.now))
        return step

    def tray(self, *cards: str, refused: str | None = None) -> None:
        """Lay cards on the tray, one after another."""
        for card in cards:
            self.tap(card, "tray", refused=refused)

    def refused(self, event: TableEvent) -> Refusal:
        """Let an event happen that is refused, and return the refusal."""
        self.now = max(self.now, event.at)
        record, step = self.referee.feed(event)
        self.records.append(record)
        assert step.refusal is not None, event
        return step.refusal

    # What phones say

    def play(
        self,
        seat: int,
        card: str,
        target: int | None = None,
        numbers: Sequence[int] = (),
        pair: str | None = None,
        *,
        refused: str | None = None,
    ) -> Step:
        """Play a card; what is left out is not said."""
        told = {"card": card, "target": target, "numbers": list(numbers) or None, "with": pair}
        said = {key: value for key, value in told.items() if value is not None}
        return self.say(seat, play=said, refused=refused)

    def shot(
        self,
        seat: int,
        numbers: Sequence[int] = (),
        target: int | None = None,
        *,
        refused: str | None = None,
    ) -> Step:
        """Aim the second attack of DBS."""
        told = {"target": target, "numbers": list(numbers) or None}
        said = {key: value for key, value in told.items() if value is not None}
        return self.say(seat, shot=said, refused=refused)

    def react(
        self,
        seat: int,
        card: str,
        numbers: Sequence[int] = (),
        pair: str | None = None,
        *,
        refused: str | None = None,
    ) -> Step:
        """Block, strike back, or choose one's equipment."""
        told = {"card": card, "numbers": list(numbers) or None, "with": pair}
        said = {key: value for key, value in told.items() if value is not None}
        return self.say(seat, react=said, refused=refused)

    def escape(self, seat: int, *cards: str, refused: str | None = None) -> Step:
        """Escape with one or two cards."""
        return self.say(seat, escape=list(cards), refused=refused)

    def hit(self, seat: int, hits: bool | int = True, *, refused: str | None = None) -> Step:
        """Answer that one is hit, so many times where that is asked."""
        return self.say(seat, hit=hits, refused=refused)

    def missed(self, *seats: int) -> None:
        """Answer that one is missed."""
        for seat in seats:
            self.hit(seat, hits=False)

    def discard(self, seat: int, *cards: str, refused: str | None = None) -> Step:
        """Name all cards that are owed."""
        return self.say(seat, discard=list(cards), refused=refused)

    def passes(self, *seats: int, refused: str | None = None) -> None:
        """Say on a phone what RIGHT says, such as not to strike back."""
        for seat in seats:
            self.say(seat, refused=refused, **PASS)

    def draws(self, seat: int, *cards: str, refused: str | None = None) -> Step:
        """Tell the cards that were drawn (`tracked`)."""
        return self.say(seat, draw=list(cards), refused=refused)

    def keep(self, seat: int, card: str, *, refused: str | None = None) -> Step:
        """Tell which of two cards stays (Village)."""
        return self.say(seat, keep=card, refused=refused)

    def redraw(self, seat: int, card: str, *, refused: str | None = None) -> Step:
        """Show a circled card that was drawn."""
        return self.say(seat, redraw=card, refused=refused)

    def flip(self, place: str, seat: int | None = None, *, refused: str | None = None) -> Step:
        """Flip the location card of a place: whoever ended the turn says it, or a seat."""
        by = seat or self.state.turn or 1
        return self.say(by, location=card(place), refused=refused)

    def passenger(self, seat: int, other: int, *, refused: str | None = None) -> Step:
        """Take somebody along in the Off-road Vehicle."""
        return self.say(seat, passenger=other, refused=refused)

    def nothing_circled(self, *seats: int) -> None:
        """Lay nothing beside the location: no card has its number."""
        for seat in seats:
            self.discard(seat)


def _from(seat: int) -> Flow:
    async def flow(table: Table[State]) -> None:
        await turns(table, seat)

    return flow


def a_table(
    seats: int = 2,
    *,
    turn: int | None = None,
    knows: bool = False,
    deck: Mapping[str, Any] | None = None,
    **given: Any,
) -> Sitting:
    """Return a sitting in which it is the turn of the first player, or of `turn`.

    `given` make the state (`a_state`); whatever is no part of it is an option. The kit `knows`
    the hands if they are `tracked`.
    """
    parts = inspect.signature(a_state).parameters
    made = {key: given.pop(key) for key in [*given] if key in parts}
    chosen = {"hands": "tracked" if knows else "honour", **given}
    first = made.get("first", 1)
    state = a_state(seats, deck=deck, options=chosen, **made)
    begins = first if turn is None else turn
    return Sitting(state=state, first=first, deck=deck, begins=begins, **chosen)


def tracked(seats: int = 2, **given: Any) -> Sitting:
    """Return such a sitting in which the kit knows the hands."""
    return a_table(seats, knows=True, **given)

"""A sitting of Wild Wild Pattern: seats hold, press, tap and say; time is virtual.

Every verb happens one millisecond after the last, or at a stamp (ns) that the test names, and is
accepted, unless the test says with which reason it is refused. After every event no card and no
cent may be lost. Cards are written as in `wheels` (`Y-LOOT`), or whole (`challenge/trade`).

A sitting plays the whole game, or the turns that follow from a state (`a_state`).
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.core.cues import Cue
from companion.core.events import (
    CardLifted,
    CardPlaced,
    Pressed,
    Released,
    Side,
)
from companion.core.game import Game, Table
from companion.core.header import Header, read_header
from companion.core.steps import Step, Verdict
from companion.games.wild_wild_pattern import game
from companion.games.wild_wild_pattern.game import turns
from companion.games.wild_wild_pattern.state import DRAWN_CARDS, Player, State
from firmware import shelf
from tests.games.sittings import AtTable
from tests.games.wild_wild_pattern import wheels

NS, US, MS, S = 1, 1_000, 1_000_000, 1_000_000_000
GO_AFTER = 1 * S
LEAD = 900 * MS  # from the clicked card to Clementine
CHORUS = 10 * S
SPEAK = 5 * S  # W8
PAUSE = 800 * MS  # that closes a number of presses
NAMES = ("Ann", "Bo", "Cy", "Di")
GAME: Game[State] = game(shelf.manifest("wild_wild_pattern"))
L, R = Side.LEFT, Side.RIGHT
PLAIN = "B-GUN R-LOOT W-DYN G-BARREL B-SHOE Y-BOTTLE R-STAR G-WANTED"  # V2 of the rulings
LOOT = ("after", "blue", "loot")  # holds twice on it with Y-LOOT on slot 5

PASS: dict[str, Any] = {"pass": True}

Flow = Callable[[Table[State]], Coroutine[Any, Any, None]]


def header(
    seats: int = 3,
    *,
    first: int | None = 1,
    deck: Mapping[str, Any] | None = None,
    **options: Any,
) -> Header:
    """Read a header; `deck` is laid over the shipped one."""
    raw: dict[str, Any] = {
        "ringmaster": 1,
        "game": GAME.slug,
        "seats": list(NAMES[:seats]),
        "deck": deck or {},
        "options": options,
    }
    if first is not None:
        raw["first"] = first
    read, faults = read_header(raw, {GAME.slug: (GAME.options, GAME.players)})
    assert read is not None, faults
    return read


def named(text: str) -> str:
    """Return a card's identity: of the notation, or as it is."""
    return text if "/" in text or text == "clementine" else wheels.card(text)


def suits(*texts: str) -> dict[str, Any]:
    """Return a deck in which these cards have the suits that are written (`R-GUN-c`)."""
    faces = [wheels.face(one) for text in texts for one in text.split()]
    return {"cards": {f"{face.colour}/{face.object}": {"suit": face.suit} for face in faces}}


def a_state(
    seats: int = 3,
    lying: str = PLAIN,
    *,
    won: Mapping[int, str] | None = None,
    challenges: Mapping[int, Sequence[str]] | None = None,
    money: Mapping[int, int] | None = None,
    left: int | None = None,
    out: Sequence[int] = (),
    deck: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    **changes: Any,
) -> State:
    """Return a state before a turn; with `left` all other cards are out of play, unseen."""
    state = GAME.set_up(header(seats, deck=deck, **options or {}), GAME.manifest)
    players = {
        seat: Player(
            money=(money or {}).get(seat, 0),
            won=tuple(map(named, (won or {}).get(seat, "").split())),
            challenges=tuple(f"challenge/{one}" for one in (challenges or {}).get(seat, ())),
            is_out=seat in out,
        )
        for seat in state.seats
    }
    wheel = wheels.wheel(lying)
    known = sum(map(len, wheel)) + sum(len((*p.won, *p.challenges)) for p in players.values())
    rest = DRAWN_CARDS - known
    count = rest if left is None else left
    paid = sum(player.money for player in players.values())
    state = replace(state, players=players, wheel=wheel, left=count, unseen=rest - count)
    return replace(state, phase="ready", paid=paid, **changes)


class Sitting(AtTable[State]):
    """Is a table of Wild Wild Pattern in virtual time."""

    def __init__(
        self,
        seats: int = 3,
        *,
        first: int | None = 1,
        deck: Mapping[str, Any] | None = None,
        state: State | None = None,
        flow: Flow | None = None,
        **options: Any,
    ) -> None:
        number = seats if state is None else len(state.seats)
        sat = header(number, first=first, deck=deck, **options)
        game = GAME
        if state is not None:
            game = replace(GAME, set_up=lambda _header, _manifest: state, play=flow or turns)
        self.sit_down(game, sat)
        self.down: dict[int, Side] = {}

    # What is read

    def player(self, seat: int) -> Player:
        """Return a seat's part of the state."""
        return self.state.players[seat]

    def won(self, seat: int) -> list[str]:
        """Return the cards that a seat has won."""
        return list(self.player(seat).won)

    def top(self, slot: int) -> str | None:
        """Return the card on top of a slot."""
        shown: str | None = self.view()["wheel"][slot]["card"]
        return shown

    def depth(self, slot: int) -> int:
        """Return how many cards lie in a slot."""
        return len(self.state.wheel[slot])

    def last_cue(self) -> Cue:
        """Return the cue that was wished for last, in kit time."""
        return self.cues[-1]

    def last(self, kind: str) -> dict[str, Any]:
        """Return the last ruling of a kind."""
        return self.rulings(kind)[-1]

    # What happens

    def hold(
        self,
        seat: int,
        side: Side = L,
        *,
        at: int | None = None,
        late: int | None = None,
        refused: str | None = None,
    ) -> Step:
        """Press a button and keep it down; `late` is the edge's true stamp."""
        self.down[seat] = side
        return self.feed(Pressed(seat, side, at=self.at(at), late=late), refused)

    def let_go(self, seat: int, *, at: int | None = None) -> Step:
        """Let the button up that a seat keeps down."""
        return self.feed(Released(seat, self.down.pop(seat), at=self.at(at)))

    def press(
        self,
        seat: int,
        side: Side = L,
        *,
        at: int | None = None,
        late: int | None = None,
        refused: str | None = None,
    ) -> Step:
        """Press a button and let it up again at once."""
        step = self.hold(seat, side, at=at, late=late, refused=refused)
        self.let_go(seat, at=self.now)
        return step

    def idle(self, seat: int, side: Side = L, *, at: int | None = None) -> None:
        """Press a button that means nothing now, unless a card lies there that nobody owns."""
        assert self.press(seat, side, at=at).verdict is Verdict.IGNORED

    def presses(self, seat: int, count: int) -> None:
        """Press so often, a fifth of a second apart, and let the pause pass."""
        for _ in range(count):
            self.press(seat, at=self.now + 200 * MS)
        self.until(self.now + PAUSE)

    def passes(self, seat: int, by: str = "phone", *, refused: str | None = None) -> None:
        """Say on a phone what RIGHT says."""
        self.say(seat, by, refused=refused, **PASS)

    def tap(
        self,
        card: str,
        reader: str = "centre",
        *,
        at: int | None = None,
        refused: str | None = None,
    ) -> Step:
        """Lay a card on a reader and take it off again."""
        step = self.feed(CardPlaced(named(card), reader, at=self.at(at)), refused)
        self.feed(CardLifted(named(card), reader, at=self.now))
        return step

    # What a table does again and again

    def deal(self, lying: str = PLAIN) -> None:
        """Lay cards of the notation into the Wheel, clockwise."""
        for card in lying.split():
            self.tap(card)

    def go(self) -> int:
        """Let everybody hold, and let go a millisecond after GO; return GO's moment."""
        holding = self.state.playing
        for seat in holding:
            self.hold(seat)
        due = self.now + GO_AFTER
        self.until(due)
        for seat in holding:
            self.let_go(seat, at=due + MS)
        return due

    def cover(self, seat: int, card: str, slot: int | None = None) -> None:
        """Cover first: LEFT, the played card, "I have spoken", and the covered card."""
        self.press(seat)
        self.tap(card)
        self.press(seat)
        if slot is not None:
            self.tap(self.top(slot) or "")

    def claim(self, seat: int, card: str, slot: int, *words: str) -> None:
        """Cover first, and claim by phone."""
        self.cover(seat, card, slot)
        self.say(seat, claim=list(words))

    def click(self, seat: int, card: str) -> int:
        """Click first, and lay the card; return when Clementine begins."""
        self.press(seat, R)
        self.tap(card)
        return self.now + LEAD

    def place(self, seat: int, card: str, slot: int) -> None:
        """Place an unplayed card by phone."""
        self.say(seat, place={"card": named(card), "slot": slot})

    def take(self, *cards: str) -> None:
        """Take cards by the tray."""
        for card in cards:
            self.tap(card, "tray")


def at_ready(seats: int = 3, lying: str = PLAIN, **given: Any) -> Sitting:
    """Return a sitting before a turn; `given` make the state, or are options."""
    about_state = ("won", "challenges", "money", "left", "out", "turn", "dealer", "manche")
    made = {key: given.pop(key) for key in about_state if key in given}
    deck = given.pop("deck", None)
    state = a_state(seats, lying, deck=deck, options=given, **made)
    return Sitting(state=state, deck=deck, **given)


def shooting(seats: int = 3, lying: str = PLAIN, **given: Any) -> Sitting:
    """Return a sitting right after GO."""
    sit = at_ready(seats, lying, **given)
    sit.go()
    return sit


def claimed(seats: int = 3, **given: Any) -> Sitting:
    """Return a sitting in which seat 1 has made the claim `LOOT` on the plain Wheel."""
    sit = shooting(seats, **given)
    sit.claim(1, "Y-LOOT", 5, *LOOT)
    return sit

"""No card is lost or doubled, whatever is said, tapped and pressed, in any mode (invariants, 2.4).

Tables that mostly do what is asked, with cards that may be there, and now and then something
wild; the sitting counts all cards after every event.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.core.events import CardPlaced, HostDid, Pressed, Rang, Restarted, Said, Woke
from companion.games.boom_boom_battle.box import LOCATIONS
from companion.games.boom_boom_battle.legal import choices, wants_target
from companion.games.boom_boom_battle.piles import is_circled, public_place
from tests.games.boom_boom_battle.table import GAP, MS, NAMES, L, R, Sitting

MOST_ACTS = 900


class Player:
    """Plays for everybody: it answers whatever is asked, at random."""

    def __init__(self, sit: Sitting, seed: int) -> None:
        self.sit = sit
        self.random = Random(seed)

    def acts(self) -> None:
        """Let something happen."""
        sit = self.sit
        if self.random.random() < 0.03:
            self.wild()
            return
        offers = [one for one in sit.referee.run.offers() if not one.optional]
        if not offers:
            sit.wait(6)
            return
        offer = self.random.choice(offers)
        getattr(self, sit.phase, self.other)(offer.seat)

    def feed(self, seat: int, **say: Any) -> None:
        event = Said(seat, say, at=self.sit.now + MS)
        self.sit.now = event.at
        self.sit.referee.feed(event)
        assert self.sit.state is not None

    def cards(self, seat: int, count: int, *numbers: int) -> list[str]:
        """Return cards that a seat may hold."""
        state = self.sit.state
        held = list(state.players[seat].cards) if state.house.is_tracked else self.unseen()
        fit = [c for c in held if not numbers or state.deck.number(c) in numbers]
        return self.random.sample(fit, min(count, len(fit)))

    def unseen(self) -> list[str]:
        state = self.sit.state
        known = {card for player in state.players.values() for card in player.cards}
        cards = [c for c in state.deck.actions if public_place(state, c) is None]
        return [c for c in cards if c not in known and not is_circled(state, c)]

    def numbers(self) -> list[int]:
        return self.random.sample(self.sit.state.open_numbers, 1)

    # What is asked

    def turn(self, seat: int) -> None:
        state = self.sit.state
        for card in self.cards(seat, 1):
            kind = state.deck.kind(card)
            if kind == "unlisted" or self.random.random() < 0.3:
                self.feed(seat, escape=[card])
                return
            told: dict[str, Any] = {"card": card}
            if wants_target(kind) and (among := choices(state, seat, kind)):
                told["target"] = self.random.choice(among)
            if state.deck.kinds[kind].aim:
                told["numbers"] = self.numbers()
            self.feed(seat, play=told)

    extra = turn
    target = aim = escape = turn

    def begin(self, seat: int) -> None:
        self.feed(seat, done=True)

    def hit(self, seat: int) -> None:
        self.feed(seat, hit=self.random.choice([True, False, False, 1]))

    def react(self, seat: int) -> None:
        kinds = ("pan/", "handgun/", "desert_eagle/")
        for card in [c for c in self.cards(seat, 66) if c.startswith(kinds)][:1]:
            self.feed(seat, react={"card": card, "numbers": self.numbers()})
        self.feed(seat, **{"pass": True})

    block = counter = react

    def discard(self, seat: int) -> None:
        owed = [one for s, one in self.sit.state.owes.items() if seat in (s, one.by)]
        for one in owed:
            count = self.random.randint(0, 2) if one.count is None else one.count - len(one.laid)
            cards = [*one.among][:count] or self.cards(seat, count, *one.numbers)
            if one.is_out:
                cards = self.circled(count)
            self.feed(seat, discard=cards)
            for card in cards:
                self.place(card, "tray")

    grenade = limit = keep = shrink = discard

    def circled(self, count: int) -> list[str]:
        state = self.sit.state
        hidden = [c for c in state.deck.actions if public_place(state, c) is None]
        return [c for c in hidden if state.deck.number(c) == state.circled[-1]][:count]

    def draw(self, seat: int) -> None:
        state = self.sit.state
        player = state.players[seat]
        missing = player.hand - len(player.cards)
        hidden = [c for c in state.deck.actions if public_place(state, c) is None]
        known = {card for one in state.players.values() for card in one.cards}
        free = [card for card in hidden if card not in known]
        self.feed(seat, draw=self.random.sample(free, min(missing, len(free))))

    deal = draw

    def location(self, seat: int) -> None:
        left = [card for card in LOCATIONS if card not in self.sit.state.flipped]
        self.feed(seat, location=self.random.choice(left))

    def passenger(self, seat: int) -> None:
        self.feed(seat, passenger=self.random.choice(self.sit.state.seats))
        self.feed(seat, **{"pass": True})

    def equipment(self, seat: int) -> None:
        self.press(seat)

    def other(self, seat: int) -> None:
        self.press(seat)

    # Whatever else

    def press(self, seat: int) -> None:
        self.sit.now += MS
        self.sit.referee.feed(Pressed(seat, self.random.choice((L, R)), at=self.sit.now))
        assert self.sit.state is not None

    def place(self, card: str, reader: str) -> None:
        self.sit.now += MS
        self.sit.referee.feed(CardPlaced(card, reader, at=self.sit.now))
        assert self.sit.state is not None

    def wild(self) -> None:
        """Do something that nobody asked for."""
        sit, random = self.sit, self.random
        seat, card = random.choice(sit.state.seats), random.choice(sorted(sit.state.deck.cards))
        sit.now += MS
        events = (
            CardPlaced(card, random.choice(("centre", "tray", f"seat{seat}")), at=sit.now),
            Pressed(seat, random.choice((L, R)), at=sit.now),
            Rang(at=sit.now),
            Said(seat, {"redraw": card}, at=sit.now),
            Said(seat, {"discard": [card]}, at=sit.now),
            Said(seat, {"keep": card}, at=sit.now),
            HostDid({"adjust": {"seat": seat, "hand": random.choice((-1, 1))}}, at=sit.now),
            HostDid({"adjust": {"seat": seat, "cards": [card]}}, at=sit.now),
            HostDid({"adjust": {"seat": seat, "alive": random.random() < 0.8}}, at=sit.now),
            HostDid({"undo": 1}, at=sit.now),
            Restarted((), at=sit.now),
        )
        sit.referee.feed(random.choice(events))
        if sit.referee.run.is_paused:
            sit.now += MS
            sit.referee.feed(HostDid({"resume": True}, at=sit.now))
        sit.now += GAP
        sit.referee.feed(Woke(at=sit.now))
        assert sit.state is not None


@pytest.mark.parametrize("hands", ["honour", "tracked"])
@pytest.mark.parametrize(
    ("seats", "mode"),
    [
        (2, "duel"),
        (4, "duel"),
        (6, "duel"),
        (2, "death_match"),
        (4, "death_match"),
        (6, "death_match"),
        (2, "free_for_all"),
        (3, "free_for_all"),
        (5, "free_for_all"),
    ],
)
def test_no_card_is_lost_in_any_mode(seats: int, mode: str, hands: str) -> None:
    ended = 0
    for seed in range(2):
        sit = Sitting(
            list(NAMES[:seats]), first=None, mode=mode, hands=hands, hospital_revive="death_match"
        )
        player = Player(sit, seed)
        for _ in range(MOST_ACTS):
            if not sit.goes_on():
                break
            player.acts()
        ended += not sit.goes_on()
    assert ended

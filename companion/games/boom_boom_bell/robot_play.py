"""How robots play a round: they exchange cards, and ring when they have a stack, or think so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.core.asks import Offer
from companion.core.robots import Chance, Move
from companion.core.stamps import NS_PER_S
from companion.games.boom_boom_bell.robot_bell import SOON_NS, Ringing
from companion.games.boom_boom_bell.robot_cards import RobotCards
from companion.games.boom_boom_bell.robot_mind import Attempt, Mind, Way, is_asked, rings_due
from companion.games.boom_boom_bell.robot_tray import Showing
from companion.games.boom_boom_bell.state import STACKS

RASH = 0.006  # how often an exchange ends in something foolish
FOLLIES = ("ring", "call", "card")
SAVES = 0.2  # how often somebody waits with the last stack until another has the last one too
TOGETHER = 0.5  # how often two that are ready at once mean to be equally quick
ALL_BY_PHONE = 0.5  # how often they do it on phones

PATIENCE_NS = 8 * NS_PER_S  # with a last stack
STOOD_STILL_NS = 3 * NS_PER_S  # without being asked: then nobody exchanged meanwhile
LANDS_NS = 2 * NS_PER_S  # from the plan to be equally quick to that moment
APART_NS = (0, 0, 1_000, 1_000_000, 30_000_000)

Offered = Mapping[int, Sequence[Offer]]


class Playing:
    """Plays a round; `stacks` is how many each player has."""

    def __init__(
        self,
        minds: Mapping[int, Mind],
        cards: RobotCards,
        bell: Ringing,
        tray: Showing,
        chance: Chance,
    ) -> None:
        self.stacks = 0
        self._minds = minds
        self._cards = cards
        self._bell = bell
        self._tray = tray
        self._chance = chance
        self._is_dealt = False
        self._played_at = 0

    def begin_round(self, stacks: int | None) -> None:
        """Begin a round with so many stacks each; None where the players' number tells (D1)."""
        self.stacks = stacks or 0
        self._is_dealt = False
        for mind in self._minds.values():
            mind.begin_round()

    def moves(self, own: Offered, now: int) -> Sequence[Move]:
        """Exchange, get ready, and let everybody whose hands are free do something."""
        if not self._is_dealt:
            self._is_dealt = True
            self.stacks = self.stacks or STACKS[len(own)]
            self._cards.deal(tuple(own), self.stacks)
        self._exchange(now)
        self._get_ready(own, now)
        showing = [seat for seat, offered in own.items() if is_asked(offered, "show")]
        moves: list[Move] = []
        for seat, offered in own.items():
            mind = self._minds[seat]
            if not mind.is_busy(now):
                moves += self._act(mind, offered, now, len(showing) - 1)
        return moves

    # Exchanges

    def _exchange(self, now: int) -> None:
        """Let everybody whose hands are free exchange cards up to now, in the order of moments.

        Whoever has left is not missed: the others exchange with its stacks.
        """
        has_stood_still = now - self._played_at > STOOD_STILL_NS
        self._played_at = now
        minds = [self._minds[seat] for seat in self._cards.stacks]
        for mind in minds:
            if has_stood_still or mind.is_busy(now) or mind.attempt is not None:
                mind.next_exchange = now + self._bell.between(1, mind.exchange_ns)
        while (mind := min(minds, key=lambda one: one.next_exchange)).next_exchange <= now:
            mind.next_exchange += self._bell.between(mind.exchange_ns // 2, mind.exchange_ns * 2)
            if self._cards.exchange(mind.seat) and self._chance.random() < RASH:
                mind.rash = self._chance.choice(FOLLIES)

    # Getting ready

    def _get_ready(self, own: Offered, now: int) -> None:
        """Let everybody with a new stack mean to ring; some of them at one moment."""
        ready = {
            seat: due
            for seat, offered in own.items()
            if (due := self._due(self._minds[seat], offered, now)) is not None
        }
        last = [seat for seat, due in ready.items() if due == self.stacks]
        together = last if len(last) > 1 else list(ready)
        if len(together) > 1 and self._chance.random() < TOGETHER:
            self._come_together({seat: ready.pop(seat) for seat in together}, now)
        for seat, due in ready.items():
            if not self._saves(self._minds[seat], due, now):
                self._minds[seat].attempt = self._bell.mean(self._minds[seat], due, self.stacks)

    def _due(self, mind: Mind, offered: Sequence[Offer], now: int) -> int | None:
        """Return which stack a player can ring now, if it has one and nothing else to do."""
        due = rings_due(offered)
        is_free = not mind.is_busy(now) and mind.attempt is None and not is_asked(offered, "show")
        has_it = due is not None and len(self._cards.complete(mind.seat)) >= due
        return due if is_free and has_it else None

    def _saves(self, mind: Mind, due: int, now: int) -> bool:
        if due != self.stacks:
            return False
        if mind.saves_until is None:
            saves = self._chance.random() < SAVES
            mind.saves_until = now + PATIENCE_NS if saves else now
        return now < mind.saves_until

    def _come_together(self, ready: Mapping[int, int], now: int) -> None:
        lands = now + LANDS_NS
        is_by_phone = self._chance.random() < ALL_BY_PHONE
        for seat, due in ready.items():
            meant = self._bell.mean(self._minds[seat], due, self.stacks)
            way = Way.PHONE if is_by_phone else meant.way
            at = lands + self._chance.choice(APART_NS)
            self._minds[seat].attempt = Attempt(meant.rings, way, meant.is_last, at)

    # Acting

    def _act(self, mind: Mind, offered: Sequence[Offer], now: int, rivals: int) -> Sequence[Move]:
        """Decide what a player whose hands are free does now."""
        if mind.rash is not None:
            return self._be_rash(mind, offered, now)
        if mind.call_at is not None:
            if mind.call_at <= now + SOON_NS:
                self._bell.call(mind, offered, now)
        elif is_asked(offered, "show"):
            return self._tray.show(mind, rivals)
        elif is_asked(offered, "call"):
            if not mind.has_planned_call:
                self._bell.plan_call(mind, now)
        elif mind.attempt is not None and rings_due(offered) is not None:
            self._bell.ring(mind, mind.attempt, offered, now)
        else:
            mind.attempt = None
            self._bell.let_go(mind, offered, now)
        return ()

    def _be_rash(self, mind: Mind, offered: Sequence[Offer], now: int) -> Sequence[Move]:
        """Do something foolish: ring without a stack, call, or lay a card that nobody wants."""
        rash, mind.rash = mind.rash, None
        due = rings_due(offered)
        if rash == "card":
            return (self._tray.lay_any(mind),)
        if rash == "call":
            mind.call_at = now
        elif due is not None and mind.attempt is None:
            mind.attempt = self._bell.mean(mind, due, self.stacks)
        return ()

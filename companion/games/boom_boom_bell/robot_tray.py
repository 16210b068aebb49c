"""How robots show stacks: card by card on the tray, or on a phone; and how a finisher looks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.core.asks import Offer
from companion.core.events import Side
from companion.core.robots import Chance, Move
from companion.games.boom_boom_bell.robot_cards import RobotCards, Stack
from companion.games.boom_boom_bell.robot_mind import PASS, Mind, is_asked
from companion.games.boom_boom_bell.state import NOBODY

SHOWS_BY_PHONE, LOOKS_BY_PHONE = 0.3, 0.3
TAKES_BACK = 0.05  # how often a true call is taken back all the same
WRONG_CARD = 0.05  # how often another card is laid than one of the stack
WITHDRAWS = 0.03  # how often a stack is said to be none
PHONE_HELPS = 0.5  # how often the phone is taken when cards on the tray came to nothing
LOST = 5  # stacks in vain after which nothing more is tried


class Showing:
    """Lays stacks on the tray.

    `shown` has whose stack each picture was when it was rung, NOBODY where a stack was not taken.
    """

    def __init__(self, cards: RobotCards, chance: Chance, verify: str) -> None:
        self.shown: dict[str, int] = {}
        self.checked: set[str] = set()
        self._cards = cards
        self._chance = chance
        self._is_when_rung = verify == "rung"

    def begin_round(self) -> None:
        """Forget what was shown."""
        self.shown = {}
        self.checked = set()

    def note(self, mind: Mind, picture: str, *, is_check: bool) -> None:
        """Note that a player has shown a stack, when it was rung or at the end."""
        mind.forget_stack()
        if is_check:
            self.checked.add(picture)
            mind.to_show = max(0, (mind.to_show or 0) - 1)
        else:
            self.shown[picture] = mind.seat

    # A stack

    def show(self, mind: Mind, rivals: int) -> Sequence[Move]:
        """Show a stack that was rung, or say that there is none; `rivals` show one too."""
        if mind.stack is None:
            mind.stack = self._choose(mind.seat)
            mind.shows_by_phone = self._rolls(SHOWS_BY_PHONE)
        if mind.stack is None:
            self._doubt()
            return (Move(mind.seat, "say", 0, say=PASS),)
        if mind.in_vain > LOST:
            self.shown[self._cards.picture(mind.stack[0])] = NOBODY
        if mind.in_vain > LOST or (not mind.laid and self._rolls(WITHDRAWS)):
            return (Move(mind.seat, "say", 0, say=PASS),)
        return self._show(mind, mind.stack, rivals)

    def _doubt(self) -> None:
        """Try again what came to nothing: it need not have been another's."""
        self.shown = {picture: seat for picture, seat in self.shown.items() if seat != NOBODY}

    def _show(self, mind: Mind, stack: Stack, rivals: int = 0) -> Sequence[Move]:
        if len(mind.laid) == len(stack):
            mind.laid = ()
            mind.in_vain += 1
            mind.shows_by_phone = self._rolls(PHONE_HELPS)
        if mind.shows_by_phone:
            mind.in_vain += 1
            return (Move(mind.seat, "say", 0, say={"stack": list(stack)}),)
        if self._rolls(WRONG_CARD):
            return (self.lay_any(mind),)
        return self._lay_next(mind, stack, rivals)

    def _lay_next(self, mind: Mind, stack: Stack, rivals: int) -> Sequence[Move]:
        card = stack[len(mind.laid)]
        mind.laid = (*mind.laid, card)
        lay = self._lay(mind, card)
        # Whose the card is, where several show a stack, the own button says.
        press = Move(mind.seat, "press", 0, button=Side.LEFT)
        return (press, lay) if rivals and len(mind.laid) == 1 else (lay,)

    def lay_any(self, mind: Mind) -> Move:
        """Lay a card that is of no complete stack of the player."""
        return self._lay(mind, self._chance.choice(self._cards.strays(mind.seat)))

    def _lay(self, mind: Mind, card: str) -> Move:
        return Move(mind.seat, "card", 0, card=card, reader="tray")

    def _choose(self, seat: int) -> Stack | None:
        """Return a complete stack that can be shown, first of all one that was not yet."""
        left = [stack for stack in self._cards.complete(seat) if self._is_free(seat, stack)]
        self._chance.shuffle(left)
        left.sort(key=lambda stack: self._cards.picture(stack[0]) in self.shown)
        return left[0] if left else None

    def _is_free(self, seat: int, stack: Stack) -> bool:
        picture = self._cards.picture(stack[0])
        return picture not in self.checked and self.shown.get(picture, seat) == seat

    # The end

    def look(self, mind: Mind, offered: Sequence[Offer], stacks: int) -> Sequence[Move]:
        """Look at the finisher's stacks: show some, then say that all is well, or take it back."""
        if mind.to_show is None:
            self._decide(mind, stacks)
        answers = {offer.button: offer.say for offer in offered if offer.about == "check"}
        is_stuck = mind.in_vain > LOST
        must_show = bool(mind.laid) or (Side.LEFT not in answers and not mind.takes_back)
        if is_asked(offered, "show") and not is_stuck and (mind.to_show or must_show):
            mind.stack = mind.stack or self._choose(mind.seat)
            if mind.stack is not None:
                return self._show(mind, mind.stack)
        return self._answer(mind, answers)

    def _decide(self, mind: Mind, stacks: int) -> None:
        is_true = len(self._cards.complete(mind.seat)) >= stacks
        mind.takes_back = not is_true or self._rolls(TAKES_BACK)
        mind.forget_stack()
        mind.to_show = 1 if self._is_when_rung else self._chance.choice((0, 0, 1, stacks))
        mind.shows_by_phone = self._rolls(SHOWS_BY_PHONE)

    def _answer(self, mind: Mind, answers: Mapping[Side | None, object]) -> Sequence[Move]:
        side = Side.LEFT if Side.LEFT in answers and not mind.takes_back else Side.RIGHT
        mind.in_vain += 1
        if self._rolls(LOOKS_BY_PHONE):
            say = PASS if side is Side.RIGHT else {"done": True}
            return (Move(mind.seat, "say", 0, say=say),)
        return (Move(mind.seat, "press", 0, button=side),)

    def _rolls(self, likely: float) -> bool:
        return self._chance.random() < likely

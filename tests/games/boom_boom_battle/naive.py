"""A single attack once more, written plainly from the rulebook and the rulings (B40 to B77).

Nothing is shared with the game: hands are lists of cards, piles lie in a known order, and people
choose what `Choices` say. What happens is told as a list of plain tuples.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

FIREARMS = ["rifle", "shotgun", "sniper", "smg", "handgun", "lmg", "desert_eagle", "dbs"]
AT_ONE_PLAYER = ["rifle", "shotgun", "sniper", "smg", "handgun", "desert_eagle", "dbs", "pan"]
ATTACK_CARDS = [*FIREARMS, "grenade", "pan"]


@dataclass
class Choices:
    """Says what people would choose.

    `rank` orders all cards: whoever has to choose takes the lowest. `blocks` and `strikes` are the
    seats that react if they can, `pairs` those that pair their handguns under Tunnel.
    """

    rank: dict[str, int]
    blocks: set[int]
    strikes: set[int]
    pairs: set[int]
    numbers: dict[int, list[int]]  # that a seat strikes back at, the likeliest first
    second: list[int]  # the numbers of DBS's second attack
    seats: list[int]  # whom DBS's second attack would rather choose

    def lowest(self, cards: list[str]) -> str:
        return min(cards, key=lambda card: self.rank[card])

    def some(self, cards: list[str], number: int) -> list[str]:
        return sorted(cards, key=lambda card: self.rank[card])[:number]


@dataclass
class Board:
    """Holds the table before the attack; the piles' first card is drawn first."""

    seats: list[int]  # the living, clockwise
    around: int  # how many sit at the table
    teams: dict[int, str | None]
    hands: dict[int, list[str]]
    front: dict[int, list[str]]
    place: str | None
    circled: list[int]
    draw: list[str]
    remaining: list[str]
    discard: list[str]
    out: list[str]
    number: dict[str, int]
    kind: dict[str, str]
    prints: dict[str, tuple[int, int, str]]  # aim, hit, draw
    choices: Choices
    resolving: list[str] = field(default_factory=list)
    told: list[tuple[int, str]] = field(default_factory=list)  # who drew what
    happened: list[tuple[Any, ...]] = field(default_factory=list)

    # Looking

    def are_mates(self, one: int, other: int) -> bool:
        return one == other or (
            self.teams[one] is not None and self.teams[one] == self.teams[other]
        )

    def others(self, seat: int) -> list[int]:
        """Return the other living players, the left neighbour first."""
        found = []
        for step in range(1, self.around):
            other = (seat - 1 + step) % self.around + 1
            if other in self.seats:
                found.append(other)
        return found

    def lies(self, seat: int, kind: str) -> bool:
        return any(self.kind[card] == kind for card in self.front[seat])

    def is_face_up(self, card: str) -> bool:
        fronts = [card for cards in self.front.values() for card in cards]
        return card in [*self.discard, *self.out, *self.resolving, *fronts]

    def may_be_held(self, kind: str) -> bool:
        return any(self.kind[card] == kind and not self.is_face_up(card) for card in self.kind)

    def choosable(self, seat: int) -> list[int]:
        """Return whom an attack on one player may choose."""
        foes = [other for other in self.others(seat) if not self.are_mates(seat, other)]
        if self.place == "mountain" and foes:
            most = max(len(self.hands[foe]) for foe in foes)
            foes = [foe for foe in foes if len(self.hands[foe]) == most]
        return foes

    # Declaring

    def is_legal(
        self, by: int, card: str, target: int | None, numbers: list[int], partner: str | None
    ) -> bool:
        """Tell whether an attack may be declared so."""
        kind = self.kind[card]
        if card not in self.hands[by] or kind not in ATTACK_CARDS or self.lies(by, "flashbang"):
            return False
        if kind in AT_ONE_PLAYER:
            if target not in self.choosable(by):
                return False
        elif target is not None:
            return False
        if partner is not None:
            is_gun_at_one = kind in FIREARMS and kind != "lmg"
            if self.place != "tunnel" or not is_gun_at_one:
                return False
            if partner == card or partner not in self.hands[by] or self.kind[partner] != kind:
                return False
        return self.are_legal(kind, numbers)

    def are_legal(self, kind: str, numbers: list[int]) -> bool:
        if kind == "pan":
            return not numbers
        reach = self.prints[kind][0]
        if self.place == "grassland" and kind in FIREARMS:
            reach += 1
        for number in numbers:
            if number < 1 or number > 8 or number in self.circled or numbers.count(number) > 1:
                return False
        return len(numbers) <= reach

    # Attacking

    def attack(
        self, by: int, card: str, target: int | None, numbers: list[int], partner: str | None
    ) -> bool:
        """Carry an attack of the active player out; tell whether it gives another action."""
        cards = [card] if partner is None else [card, partner]
        self.leave(by, cards)
        kind = self.kind[card]
        tested = self.carry_out(by, card, target, numbers, partner is not None, is_first=True)
        self.finish(cards)
        if tested is None:  # blocked
            return False
        self.strike_back(by, tested)
        return kind == "smg" and any(tested[seat] for seat in tested if seat != by)

    def leave(self, seat: int, cards: list[str]) -> None:
        for card in cards:
            self.hands[seat].remove(card)
            self.resolving.append(card)

    def finish(self, cards: list[str]) -> None:
        for card in cards:
            self.resolving.remove(card)
            self.discard.append(card)

    def carry_out(
        self,
        by: int,
        card: str,
        target: int | None,
        numbers: list[int],
        is_sure: bool,
        *,
        is_first: bool,
    ) -> dict[int, int] | None:
        """Return what hit whom; None if a pan was blocked."""
        kind = self.kind[card]
        icon = self.prints[kind][2]
        self.happened.append(("played", by, card, target, tuple(numbers)))
        if icon == "always":
            self.draws(by, 1)
        if kind == "pan" and is_first and target is not None and self.is_blocked(target):
            return None
        tested = self.strike(by, kind, target, numbers, is_sure)
        if kind == "dbs":
            if target is not None and not self.hands[target]:
                allowed = self.choosable(by)
                target = min(allowed, key=self.choices.seats.index)
            numbers = self.second(kind)
            self.happened.append(("fired_again", by, card, target, tuple(numbers)))
            again = self.strike(by, kind, target, numbers, is_sure=False)
            for seat, hits in again.items():
                tested[seat] = tested.get(seat, 0) + hits
        if icon == "on_hit" and any(tested[seat] for seat in tested if seat != by):
            self.draws(by, 1)
        return tested

    def second(self, kind: str) -> list[int]:
        wanted = [number for number in self.choices.second if number not in self.circled]
        return wanted[: self.prints[kind][0]]

    def is_blocked(self, target: int) -> bool:
        hand = self.hands[target]
        if not hand or self.lies(target, "flashbang") or not self.may_be_held("pan"):
            return False
        self.happened.append(("window", (target, ("pan",))))
        pans = [card for card in hand if self.kind[card] == "pan"]
        if not pans or target not in self.choices.blocks:
            return False
        pan = self.choices.lowest(pans)
        self.leave(target, [pan])
        self.happened.append(("blocked", target, pan))
        self.finish([pan])
        return True

    # The hit test

    def strike(
        self, by: int, kind: str, target: int | None, numbers: list[int], is_sure: bool
    ) -> dict[int, int]:
        if kind == "lmg":
            victims = self.others(by)
        elif kind == "grenade":
            victims = [*self.others(by), by]
        else:
            assert target is not None
            victims = [target]
        tested = {}
        for seat in victims:
            tested[seat] = self.test(by, kind, seat, numbers, is_sure)
        is_gun_at_one = kind in FIREARMS and kind != "lmg"
        if self.place == "desert" and is_gun_at_one and not tested[victims[0]]:
            other = self.blown(by, victims[0])
            self.happened.append(("blown", victims[0], other))
            tested[other] = self.test(by, kind, other, numbers, is_sure)
        hit = [seat for seat in tested if tested[seat] > 0]
        for seat in hit:
            self.suffer(kind, seat, numbers, tested[seat])
        for seat in hit:
            self.use_equipment(kind, seat)
        return tested

    def blown(self, by: int, target: int) -> int:
        others = self.others(by)
        if len(others) == 1:
            return by
        around = self.others(target)
        return around[-1] if target == others[-1] else around[0]

    def test(self, by: int, kind: str, seat: int, numbers: list[int], is_sure: bool) -> int:
        hits, why = self.hits(kind, seat, numbers, is_sure)
        if hits:
            self.happened.append(("hit", seat, by, self.damage(kind, hits)))
        else:
            self.happened.append(("missed", seat, by, why))
        return hits

    def hits(self, kind: str, seat: int, numbers: list[int], is_sure: bool) -> tuple[int, str]:
        if is_sure or kind == "pan":
            return 1, kind
        if self.lies(seat, "smoke") and kind in FIREARMS and kind != "smg":
            return 0, "smoke"
        held = [self.number[card] for card in self.hands[seat]]
        if kind == "lmg":
            return sum(1 for number in numbers if number in held), kind
        matching = sum(1 for number in held if number in numbers)
        if kind == "grenade":
            return matching, kind
        return (1 if matching else 0), kind

    def damage(self, kind: str, hits: int) -> int:
        printed = hits if kind in ("lmg", "grenade") else self.prints[kind][1]
        return printed + 1 if self.place == "base" else printed

    def suffer(self, kind: str, seat: int, numbers: list[int], hits: int) -> None:
        hand = self.hands[seat]
        lost = []
        left = self.damage(kind, hits)
        if kind == "grenade" and self.place != "forest":
            lost = [card for card in hand if self.number[card] in numbers]
            left -= len(lost)
        rest = [card for card in hand if card not in lost]
        lost += self.choices.some(rest, left)
        for card in lost:
            hand.remove(card)
            self.discard.append(card)
        if lost:
            self.happened.append(("discarded", seat, tuple(sorted(lost))))

    def use_equipment(self, kind: str, seat: int) -> None:
        useless = {"smg": ["helmet"], "grenade": ["helmet", "vest"], "pan": ["vest"]}.get(kind, [])
        works = [
            card
            for card in self.front[seat]
            if self.kind[card] in ("helmet", "vest") and self.kind[card] not in useless
        ]
        if works:
            used = self.choices.lowest(works)
            self.front[seat].remove(used)
            self.discard.append(used)
            self.happened.append(("removed", seat, used))
            self.draws(seat, 1)

    # Striking back

    def strike_back(self, by: int, tested: dict[int, int]) -> None:
        allowed = {}
        for seat in self.others(by):
            if seat not in tested or self.are_mates(seat, by):
                continue
            if not self.hands[seat] or self.lies(seat, "flashbang"):
                continue
            kinds = ["desert_eagle"] if tested[seat] else ["handgun", "desert_eagle"]
            kinds = [kind for kind in kinds if self.may_be_held(kind)]
            if kinds:
                allowed[seat] = kinds
        if not allowed:
            return
        self.happened.append(("window", *[(seat, tuple(allowed[seat])) for seat in allowed]))
        chosen = {}
        for seat, kinds in allowed.items():
            held = [card for card in self.hands[seat] if self.kind[card] in kinds]
            if held and seat in self.choices.strikes:
                chosen[seat] = self.reaction(seat, self.choices.lowest(held))
        for seat, cards in chosen.items():
            self.leave(seat, cards)
        for seat, cards in chosen.items():
            self.happened.append(("countered", seat, cards[0], by))
            is_sure = len(cards) > 1
            numbers = [] if is_sure else self.aimed(seat, self.kind[cards[0]])
            self.carry_out(seat, cards[0], by, numbers, is_sure, is_first=False)
            self.finish(cards)

    def reaction(self, seat: int, card: str) -> list[str]:
        """Return the card that strikes back, with a second one under Tunnel."""
        same = [
            one for one in self.hands[seat] if self.kind[one] == self.kind[card] and one != card
        ]
        if self.place == "tunnel" and same and seat in self.choices.pairs:
            return [card, self.choices.lowest(same)]
        return [card]

    def aimed(self, seat: int, kind: str) -> list[int]:
        wanted = [number for number in self.choices.numbers[seat] if number not in self.circled]
        return wanted[: self.prints[kind][0]]

    # Drawing

    def draws(self, seat: int, number: int) -> None:
        if self.place != "village":
            self.take(seat, number)
            return
        for _ in range(number):
            came = self.take(seat, 2)
            if len(came) == 2:
                worse = self.choices.lowest(came)
                self.hands[seat].remove(worse)
                self.discard.append(worse)
                self.happened.append(("discarded", seat, (worse,)))

    def take(self, seat: int, number: int) -> list[str]:
        """Let a seat draw; a circled card is shown and replaced out of the remaining deck."""
        queue = []
        for _ in range(number):
            pile = self.draw or self.rest()
            if pile:
                queue.append(pile.pop(0))
        if queue:
            self.happened.append(("drew", seat, len(queue)))
        if len(queue) < number:
            self.happened.append(("lost", seat))
        came = []
        while queue:
            card = queue.pop(0)
            self.told.append((seat, card))
            if self.number[card] in self.circled:
                queue += self.replacement(seat, card)
            else:
                came.append(card)
        self.hands[seat] += came
        return came

    def replacement(self, seat: int, card: str) -> list[str]:
        self.discard.append(card)
        pile = self.rest()
        self.happened.append(("redrawn", seat, card, "replaced" if pile else "lost"))
        return [pile.pop(0)] if pile else []

    def rest(self) -> list[str]:
        """Return the remaining deck: the discard pile without circled numbers, if it is empty."""
        if not self.remaining:
            kept = [card for card in self.discard if self.number[card] not in self.circled]
            self.out += [card for card in self.discard if self.number[card] in self.circled]
            self.discard = []
            self.remaining = sorted(kept, key=lambda card: self.choices.rank[card])
            if kept:
                self.happened.append(("reshuffled",))
        return self.remaining

"""Looks: as what the board shows each field of a game's view; declared here once, for all pages.

The templates read a look directly, the scripts as JSON from the page. A field that a look names
has a place of its own; every other plain value becomes a labelled line, so that a game without a
look is shown whole. What no look can say, a game draws in its own part (`templates/games`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from web.battle import BATTLE
from web.look import COMMON_MARKS, YOU_DRAWN, Flag, Look, Mark, Pile, Pips, Score
from web.ports import Json
from web.words import words

PLAIN = Look()
LOOKS: Mapping[str, Look] = {
    "boom_boom_battle": BATTLE,
    "click_click_boom": Look(
        title="character",
        score=Score("coins", "coin", "coin"),
        piles=(Pile("played", "Played cards", "nothing played"),),
        marks=(*COMMON_MARKS, Mark("tied", "crown", "Tied")),
        adjusts={"coins": "coins"},
        view=("pot", "token"),
    ),
    "boom_boom_bell": Look(
        phases={
            "start": "Before the round",
            "resume": "3, 2, 1",
            "check": "Stacks are looked at",
        },
        margin="Last finish margin",
        score=Score("points", "star", "point"),
        pips=Pips("stacks", "stacks_each", "stacks"),
        piles=(Pile("shown", "Stacks shown"),),
        flags=(
            Flag("waits", "clock", "Waits for the bell"),
            Flag("frozen", "frozen", "Frozen: no rings"),
            Flag("plays", "pause", "Sits this round out", when=False),
        ),
        marks=(
            Mark("bell", "bell", "Has the bell"),
            Mark("finisher", "crown", "Finished first"),
        ),
        told={
            **dict.fromkeys(("stack_rung", "show_stack", "last_rung", "called"), "right"),
            **dict.fromkeys(("mis_rung", "not_called", "no_stack"), "wrong"),
            **dict.fromkeys(("stray", "false_call"), "wrong"),
        },
        anew=("dealt", "tie_round", "begun"),
        adjusts={"points": "points", "hand": "stacks completed"},
        options={
            "goal": "The game goes by",
            "points": "Points to win",
            "rounds": "Rounds to play",
            "next_start": "Who begins the next round",
            "verify": "Stacks are shown",
            "false_ring": "After a wrong ring",
            "lock_rung": "A rung stack stays as it is",
            "tie_window": "A tie within, seconds",
            "ring_gap": "Rings are one burst within, seconds",
        },
        view=("burst",),
        seat=("rings_due", "place", "award", "showing"),
    ),
    "wild_wild_pattern": Look(
        phases={
            "wheel": "The Wheel is laid",
            "ready": "Draw, and hold",
            "wait": "Wait for GO",
            "shootout": "Shoot-out",
            "click": "Click!",
            "cover": "Speak!",
            "claim": "The claim",
            "take": "Cards are taken",
            "challenge": "A Challenge",
            "place": "Cards are placed",
            "refill": "The Wheel is filled",
            "bank": "At the Bank",
        },
        margin="Margin",
        score=Score("money", "coin", "", is_money=True),
        flags=(Flag("has_card", "card", "Holds a card"),),
        marks=(
            Mark("placing", "hold", "Places a card"),
            Mark("pointing", "hold", "Pointed at"),
        ),
        told={
            **dict.fromkeys(("claim_right", "wild_wild_pattern"), "right"),
            **dict.fromkeys(("claim_wrong", "too_late"), "wrong"),
        },
        anew=("drawn", "manche_begun", "reshuffled"),
        adjusts={"money": "money, in cents"},
        options={
            "min_occurrences": "A pattern is there so often",
            "novelty": "A claim is new if it",
            "require_participation": "The played card must be in it",
            "clementine": "Clementine is",
            "clementine_seconds": "Clementine lasts, seconds",
            "speak_seconds": "Time to lay, and to speak, seconds",
            "tie_window": "A tie within, seconds",
            "pay_per_match": "A Bank line pays as often as it is met",
            "saloon_tie": "Equal above $3.00",
            "hint": "The host sees all patterns",
        },
        cards={
            "challenge/one-card": "One card",
            "challenge/piano-player": "Do not shoot the piano player",
            "challenge/hands-up": "Hands up",
            "challenge/trade": "Trade",
            "challenge/dollar": "One dollar",
            "challenge/50c": "50 cents",
            "challenge/10c": "10 cents",
            **{f"bank/{number}": f"Target {number}" for number in range(1, 8)},
        },
        view=(
            *("wheel", "deck", "covering", "claim", "clementine", "choosing", "suits", "bank"),
            *("hint", "to_enter"),
        ),
        seat=("won", "challenges", "target", "bank"),
    ),
}


def look_of(view: Json) -> Look:
    """Return the look of a view's game, the plain one where it has none."""
    return LOOKS.get(view.get("game") or "", PLAIN)


def own_part(view: Json) -> str:
    """Return the template of what a game draws itself."""
    game = view.get("game")
    return f"games/{game}.html" if game in LOOKS else "games/plain.html"


def looks_json() -> dict[str, Any]:
    """Return all looks as the scripts read them."""
    games = {slug: look.to_json() for slug, look in LOOKS.items()}
    return {"plain": PLAIN.to_json(), "games": games, "you_drawn": YOU_DRAWN}


def card_name(view: Json, card: str) -> str:
    """Return what a card is called: its look's words, its kind and number, or its own name."""
    look, (name, _, number) = look_of(view), card.partition("/")
    kind = look.kinds.get(name)
    return look.cards.get(card) or (f"{kind.name} {number}" if kind else words(card))


def kind_name(view: Json, kind: str) -> str:
    """Return what a kind of cards is called."""
    found = look_of(view).kinds.get(kind)
    return found.name if found else words(kind)


def kind_icon(view: Json, card: str) -> str:
    """Return the picture of a card, or of a kind."""
    found = look_of(view).kinds.get(card.partition("/")[0])
    return found.icon if found else "card"


def reason_words(view: Json, reason: str) -> str:
    """Return why something cannot be done, in words."""
    return look_of(view).reasons.get(reason) or words(reason)


def marks_of(view: Json, number: int) -> list[Mark]:
    """List the marks that a seat bears now."""
    return [mark for mark in look_of(view).marks if _names(view.get(mark.field), number)]


def _names(value: object, number: int) -> bool:
    return number in value if isinstance(value, list) else value == number


def flags_of(view: Json, seat: Json) -> list[Flag]:
    """List the flags that a seat's own fields raise; who is out bears none."""
    if seat.get("alive") is False:
        return []
    return [flag for flag in look_of(view).flags if seat.get(flag.field) is flag.when]


def told(view: Json, number: int | None) -> dict[str, str] | None:
    """Return what was last ruled of a seat's act (None: of nobody's), or None.

    It has `text` and `verdict`, `right` or `wrong`.
    """
    look = look_of(view)
    for ruling in reversed(view.get("rulings") or ()):
        kind = ruling.get("ruling")
        if kind in look.anew:
            return None
        if kind in look.told and ruling.get("seat") == number:
            return {"text": str(ruling.get("text") or kind), "verdict": look.told[kind]}
    return None


def newest(view: Json, kinds: tuple[str, ...]) -> str:
    """Return the sentence of the newest ruling of these kinds, or nothing."""
    for ruling in reversed(view.get("rulings") or ()):
        if ruling.get("ruling") in kinds:
            return str(ruling.get("text") or "")
    return ""

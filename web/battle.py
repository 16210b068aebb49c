"""Battle: the look of BOOM BOOM, with the names of its eighteen kinds of cards."""

from __future__ import annotations

from collections.abc import Mapping

from web.look import Kind, Look, Mark, Pile, Score

KINDS: Mapping[str, Kind] = {
    "rifle": Kind("Rifle", "gun"),
    "shotgun": Kind("Shotgun", "gun"),
    "sniper": Kind("Sniper rifle", "gun"),
    "smg": Kind("SMG", "gun"),
    "handgun": Kind("Handgun", "gun"),
    "lmg": Kind("LMG", "gun"),
    "grenade": Kind("Grenade", "dynamite"),
    "pan": Kind("Pan", "pan"),
    "helmet": Kind("Helmet", "shield"),
    "vest": Kind("Vest", "shield"),
    "flashbang": Kind("Flashbang", "star"),
    "smoke": Kind("Smoke", "smoke"),
    "bandage": Kind("Bandage", "rescue"),
    "first_aid": Kind("First aid", "rescue"),
    "motorcycle": Kind("Motorcycle", "vehicle"),
    "offroad": Kind("Off-road", "vehicle"),
    "desert_eagle": Kind("Desert Eagle", "gun"),
    "dbs": Kind("DBS", "gun"),
    "unlisted": Kind("Unlisted", "card"),
}
ALONE = ("first_aid", "motorcycle", "offroad", "desert_eagle", "dbs")  # one in the box
PLACES = ("Village", "Desert", "Forest", "Grassland", "Hospital", "Mountain", "Base", "Tunnel")

BATTLE = Look(
    phases={
        "deal": "Cards are dealt",
        "begin": "Before the game",
        "turn": "A turn",
        "extra": "One more action",
        "target": "At whom?",
        "aim": "Taking aim",
        "attack": "An attack",
        "hit": "Hit or missed?",
        "discard": "Cards are discarded",
        "equipment": "Helmet or vest?",
        "block": "Is it blocked?",
        "counter": "Does anybody strike back?",
        "draw": "Cards are drawn",
        "keep": "One of two is kept",
        "limit": "Down to the starting hand",
        "location": "The circle shrinks",
        "shrink": "The circle shrinks",
        "passenger": "Who rides along?",
    },
    score=Score("hand", "card", "card"),
    piles=(Pile("front", "In front"),),
    marks=(
        Mark("first", "star", "First player"),
        Mark("turn", "hold", "Turn"),
        Mark("reacting", "clock", "May react"),
        Mark("pointing", "hold", "Pointed at"),
    ),
    told={"hit": "wrong", "missed": "right", "blocked": "right"},
    anew=("turn_began", "escaped", "played", "laid_before", "rescued", "shrinks"),
    adjusts={"hand": "hand, in cards that nobody knows", "points": "tokens of the team"},
    options={
        "mode": "The game is",
        "hands": "What the kit knows of hands",
        "reaction_seconds": "Time to block or strike back, seconds",
        "hospital_revive": "Hospital brings teammates back in",
        "mutual_wipe": "Where all perish, the attacker wins by",
        "ring_gap": "Rings are one number within, seconds",
    },
    cards={
        **{f"{kind}/1": KINDS[kind].name for kind in ALONE},
        **{f"location/{number}": place for number, place in enumerate(PLACES, 1)},
    },
    kinds=KINDS,
    reasons={
        "flashbanged": "Flashbanged: no attack card",
        "no_rescue": "Base: no rescue cards",
        "all_have_one": "Everybody has one in front",
        "card_unlisted": "Nobody has entered what this card is",
        "card_circled": "Its location is circled: show it, and draw another",
    },
    view=(
        *("tokens", "goal", "limit", "draw", "remaining", "discard", "top", "out", "circled"),
        *(
            "location",
            "in_force",
            "effect",
            "shrinks",
            "attack",
            "reactions",
            "owing",
            "escaping",
            "legal",
        ),
        *("looked", "box", "cards", "among", "to_enter", "warnings"),
    ),
    seat=("team", "owes"),
)

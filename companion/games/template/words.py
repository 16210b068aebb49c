"""The sentences of Quick Draw: for every ruling, every refusal, every question and its buttons.

A ruling's key is its type's name in snake case; `seat` and `seats` come out as names.
"""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "foul/early": "{seat} let go {ms} ms before SHOOT: everybody holds again.",
    "foul": "{seat} let go {ms} ms before GO, and holds again.",
    "foul/open": "{seat} let go before everybody was ready, and holds again.",
    "started": "Round {round}: draw!",
    "voided/foul": "The count is void: hold again, and ring again.",
    "voided/pause": "The start is void: hold again when the game goes on.",
    "voided/undo": "The start is void: hold again when the game goes on.",
    "voided/restart": "The start is void: hold again when the game goes on.",
    "voided/resume": "The start is void: hold again.",
    "drew": "{seat} drew first: a prize, or one sure point?",
    "drew_together": "{seats} drew together, {ms} ms apart: the round is played again.",
    "beaten": "{seat} was {ms} ms behind.",
    "prize_taken": "{seat} takes a prize and keeps it face down.",
    "point_taken": "{seat} takes one point.",
    "turned_up": "{seat} has {points} points, with the prizes {cards}.",
    "won": "{seats}: {points} points, the most at the table.",
    "refused/prize_taken": "That prize lies before somebody already.",
    "refused/no_prize_yet": "Prizes are taken by whoever drew first.",
}

ASKS: Mapping[str, str] = {
    "ready": "Waiting for {seat} to hold a button.",
    "call": "Waiting for {seat} to ring for the count.",
    "wait": "Waiting for the signal: {seat} holds.",
    "draw": "Draw! {seat} lets go.",
    "prize": "Waiting for {seat} to take a prize, or a point by button.",
    "prize=point": "One sure point",
}

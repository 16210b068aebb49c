"""The sentences of Boom Boom (2013): for every ruling, refusal, question and button.

A ruling's key is its type's name in snake case; `seat` and `seats` come out as names.
"""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "dealt": "Round {round}: {stacks} stacks each, four cards face up on the board.",
    "tie_round": "A tie: {seats} play one more round, with {stacks} stacks each.",
    "begun": "{seat} rings: round {round} has begun!",
    "begun/open": "Round {round} has begun!",
    "waits": "{seat} waits: the bell is {by}'s.",
    "stack_rung": "{seat} completes stack {rings}.",
    "show_stack": "{seat} rings {rings}: now show the stack on the tray.",
    "last_rung": "{seat} rings {rings}: the last stack!",
    "mis_rung/few": "{seat} rang too few, {rings} of {due}: void, ring again.",
    "mis_rung/many": "{seat} rang too many, {rings} for {due}: void, ring again.",
    "mis_rung/none": "{seat} rang {rings}, but no stack is due: void.",
    "stray": "Nobody held a button: rings ({rings}) are void.",
    "frozen": "{seat} may not ring for {seconds} seconds.",
    "called": "{seat}: Boom Boom!",
    "not_called": "{seat} did not call in time: the last stack is rung again.",
    "false_call/rings": "{seat} called without the last rings: play goes on after 3-2-1.",
    "false_call/stacks": "{seat} takes the call back: play goes on after 3-2-1.",
    "gone_on": "Go on!",
    "voided/undo": "Rings that were being counted are void: ring again.",
    "voided/restart": "Rings that were being counted are void: ring again.",
    "finished": "{seat} finishes first, {ms} ms ahead.",
    "finished/open": "{seat} finishes first.",
    "finished_together": "{seats} finish together, {ms} ms apart: no point, play it again.",
    "stack_shown": "{seat} shows four of {picture}.",
    "no_stack": "{seat} has no such stack: the ring is void.",
    "point": "{seat} wins round {round}: {points} in all.",
    "abandoned": "Round {round} ends without a point: nobody plays it.",
    "won": "The game is won by {seats}, with {points} in all.",
    "awarded": "{seat}: place {place}, the card {card}.",
    "awarded/1": "{seat}: first place, and the gold medal.",
    "refused/not_the_starter": "Somebody else begins this round.",
    "refused/round_over": "That round is over: let go, and wait for the next one.",
    "refused/not_in_round": "{seat} does not play this round.",
    "refused/being_checked": "The round stands still while stacks are looked at.",
    "refused/wait": "Wait for GO.",
    "refused/frozen": "{seat} may not ring yet.",
    "refused/award_card": "That is an award card; it belongs to no stack.",
    "refused/twice_in_stack": "That card lies in the stack already.",
    "refused/not_of_the_stack": "That card is not of the stack's kind.",
    "refused/rung_already": "That stack was rung already in this round.",
    "refused/shown_already": "That stack was shown already.",
    "refused/stack_unfinished": "A stack has four cards: show the rest of it first.",
    "refused/last_unshown": "Show the last stack on the tray first.",
    "refused/all_shown": "All stacks are shown: there is no place for another card.",
    "refused/shown_when_rung": "A stack is shown after its rings, four cards of one kind.",
    "refused/shown_at_the_end": "Stacks are shown at the end, after the call.",
}

ASKS: Mapping[str, str] = {
    "start": "Waiting for {seat} to ring for the round.",
    "ring": "{seat} may ring a stack.",
    "ring=ring": "Ring {value}",
    "call": "Waiting for {seat} to call: both buttons!",
    "call=boom_boom": "Boom Boom!",
    "show": "Waiting for {seat} to show a stack on the tray.",
    "show=pass": "No stack",
    "check": "Waiting for {seat}: are all stacks complete?",
    "check=done": "All complete",
    "check=pass": "Take it back",
}

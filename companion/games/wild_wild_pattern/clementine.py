"""The flow of Clementine: a card is clicked; while she lasts the opponents may use it (W26-W31).

Her end comes from the clock, never from the playback.
"""

from __future__ import annotations

from dataclasses import replace

from companion.core.asks import Ask, Due, Moot, Passed, Refused
from companion.core.cues import Beat, Cue, Hush, Sound
from companion.core.events import Side
from companion.core.game import Table
from companion.core.gestures import Press, Pressing, Tap, Tapped, Tell
from companion.core.gestures.aside import Aside
from companion.core.gestures.seats import Who
from companion.core.moments import Interrupted, Interruption, Reached, Until
from companion.core.races import Acted, Race
from companion.core.stamps import NS_PER_MS, to_ms, to_seconds
from companion.games.wild_wild_pattern import rules, rulings
from companion.games.wild_wild_pattern.acts import Clicked, aside, read_click, tell_cover
from companion.games.wild_wild_pattern.shooting import First, Shot, behind, decided, trailing
from companion.games.wild_wild_pattern.state import Click, State, with_player

COUNT = 10  # spoken, where nobody sings
# Nobody hears "Click!" and answers it in less: a press until then still ran the race (W49).
REFLEX_NS = 250 * NS_PER_MS
SONGS = {"song": "clementine", "verse": "clementine_verse"}

Early = dict[int, Acted[Shot]]  # by seat, who pressed before the clicked card was known


async def click(table: Table[State], first: First) -> First | None:
    """Wait for the clicked card, then let Clementine run; return who stopped her, or None.

    Who presses before the card is known stops her as soon as she begins (W51).
    """
    table.state = replace(table.state, phase="click", click=Click(first.seat))
    table.rule(rulings.Clicks(first.seat))
    early: Early = {}
    card = await _lay_card(table, first, early)
    return None if card is None else await _sing(table, Click(first.seat, card), early, first)


def _losing(table: Table[State], first: First) -> Ask[Reached]:
    """Take note of the race's losers until a press can be an answer to the click (W49)."""
    return trailing(table, first) | Until(first.stamp + REFLEX_NS, Due.END)


# The card


async def _lay_card(table: Table[State], first: First, early: Early) -> str | None:
    """Wait for the clicker's card, and note in `early` who presses meanwhile; None without one."""
    if isinstance(first.told, Clicked):
        return _laid(table, first.told)

    def note(pressed: Pressing, stamp: int) -> None:
        if stamp > first.stamp + REFLEX_NS:
            early.setdefault(pressed.seat, Acted(pressed, stamp))
        behind(table, first, pressed.seat, stamp)

    pressed = Aside(_stop(lambda: table.state.opponents(first.seat), is_waited_for=False), note)
    came = await (_card(table, first.seat) | pressed | aside(table, taps=True))
    return None if isinstance(came, Moot) else _laid(table, came)


def _card(table: Table[State], clicker: int) -> Ask[Tapped | Clicked | Moot]:
    def fault(_seat: int, card: str) -> Refused | None:
        return rules.fresh_fault(table.state, card)

    who = lambda: tuple(seat for seat in table.state.playing if seat == clicker)  # noqa: E731
    told = Tell(who, "click", "click", read_click(table), lambda _seat: [], optional=True)
    return Tap(who, "click", fault) | told


def _laid(table: Table[State], laid: Tapped | Clicked) -> str:
    table.state = with_player(table.state, laid.seat, has_card=False)
    table.state = replace(table.state, click=Click(laid.seat, laid.card))
    return laid.card


def _stop(who: Who, *, is_waited_for: bool) -> Press:
    return Press(who, "stop", {Side.LEFT: {"side": "left"}}, optional=not is_waited_for)


# The song


async def _sing(table: Table[State], held: Click, early: Early, first: First) -> First | None:
    """Let Clementine run until somebody stops her; a tie takes back, and she goes on (W9)."""
    begins = table.now + int(table.options["lead"])
    until = _begin(table, held, begins)
    is_too_soon = first.told is not None
    pressed = {seat: early[seat] for seat in table.state.opponents(held.by) if seat in early}
    stopper = decided(table, pressed) if pressed else None
    while stopper is None:
        # An act at her very end waits for its tie window too; none is taken after her end.
        window = until + table.state.house.tie_window - table.now
        stopping = _losing(table, first) if is_too_soon else _stopping(table, held.by, until)
        match await (stopping | aside(table) | Interruption()).within(window):
            case Reached():
                is_too_soon = False
            case Passed() | Moot():
                _nobody(table, held.by)
                return None
            case Interrupted(why=why):
                begins = _interrupted(table, why, begins)
                until = _lasts(table, held, begins)
            case acts:
                stopper = decided(table, acts)
    table.cue(Hush(table.now))
    left = min(until - stopper.stamp, table.state.house.clementine_ns)
    table.rule(rulings.Stopped(stopper.seat, to_ms(left)))
    return replace(stopper, is_click=False)


def _lasts(table: Table[State], held: Click, begins: int) -> int:
    """Note until when Clementine lasts that begins then, and return it."""
    until = begins + table.state.house.clementine_ns
    table.state = replace(table.state, click=replace(held, until=until))
    return until


def _begin(table: Table[State], held: Click, begins: int) -> int:
    table.state = replace(table.state, phase="clementine")
    seconds = float(to_seconds(table.state.house.clementine_ns))
    table.rule(rulings.Clementine(held.by, str(held.card), seconds))
    table.cue(*_cues(table.state, begins))
    return _lasts(table, held, begins)


def _interrupted(table: Table[State], why: str, begins: int) -> int:
    """Return when she begins: a pause stops her, and after an undo or a restart she is whole."""
    if why == "resume":
        table.cue(*_cues(table.state, begins))
    else:
        table.cue(Hush(table.now))
    is_anew = why in ("undo", "restart")
    return table.now + int(table.options["lead"]) if is_anew else begins


def _cues(state: State, begins: int) -> tuple[Cue, ...]:
    """Return what is heard: the melody, or a count to ten whose last beat is her end."""
    song = SONGS.get(state.house.clementine)
    if song is not None:
        return (Sound(begins, song),)
    step = state.house.clementine_ns // COUNT
    return tuple(Beat(begins + number * step, str(number)) for number in range(1, COUNT + 1))


def _stopping(table: Table[State], clicker: int, until: int) -> Race[Shot]:
    def who() -> tuple[int, ...]:
        return table.state.opponents(clicker) if table.now <= until else ()

    def ask(seat: int) -> Ask[Shot]:
        only = lambda: tuple(one for one in who() if one == seat)  # noqa: E731
        return _stop(only, is_waited_for=True) | tell_cover(table, only, "stop")

    return Race(who, ask, table.state.house.tie_window)


def _nobody(table: Table[State], clicker: int) -> None:
    table.cue(Hush(table.now))
    if clicker in table.state.playing:
        table.rule(rulings.NobodyStopped(clicker))

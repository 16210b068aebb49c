"""The flow of Clementine: a card is clicked; while she lasts the opponents may use it (W26-W31).

Her end comes from the clock, never from the playback.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.core.asks import Ask, Moot, Passed, Refused
from companion.core.cues import Beat, Cue, Hush, Sound
from companion.core.events import Side
from companion.core.game import Table
from companion.core.gestures import Press, Pressing, Tap, Tapped, Tell
from companion.core.moments import Interrupted, Interruption
from companion.core.races import Acted, Race
from companion.core.stamps import to_ms, to_seconds
from companion.games.wild_wild_pattern import rules, rulings
from companion.games.wild_wild_pattern.acts import Clicked, Laid, aside, read_click, tell_cover
from companion.games.wild_wild_pattern.shooting import First
from companion.games.wild_wild_pattern.state import Click, State, with_player
from companion.timing import race

COUNT = 10  # spoken, where nobody sings
SONGS = {"song": "clementine", "verse": "clementine_verse"}


async def click(table: Table[State], first: First) -> First | None:
    """Wait for the clicked card, then let Clementine run; return who stopped her, or None.

    Who presses before the card is known stops her as soon as she begins (W51).
    """
    table.state = replace(table.state, phase="click", click=Click(first.seat))
    table.rule(rulings.Clicks(first.seat))
    early = await _lay_card(table, first)
    if table.state.click is None or table.state.click.card is None:
        return None
    begins = table.now + int(table.options["lead"])
    return await _sing(table, begins, early)


def _clicker(table: Table[State]) -> tuple[int, ...]:
    held = table.state.click
    return () if held is None or held.by not in table.state.alive else (held.by,)


def _others(table: Table[State]) -> tuple[int, ...]:
    held = table.state.click
    return () if held is None else table.state.opponents(held.by)


# The card


async def _lay_card(table: Table[State], first: First) -> First | None:
    """Wait for the clicker's card; return the opponent who pressed first meanwhile, if any."""
    early: First | None = None
    if isinstance(first.told, Clicked):
        _lay(table, first.told.card)
    while (clicker := _clicker(table)) and not _is_laid(table):
        came = await (_card(table) | _stop(table, early) | aside(table, taps=True))
        match came:
            case Tapped(card=card) | Clicked(card=card):
                _lay(table, card)
            case Pressing(seat=seat, at=at) if seat not in clicker:
                early = First(seat, at, is_click=False)
            case _:
                pass  # the clicker has left
    return early


def _card(table: Table[State]) -> Ask[Tapped | Clicked | Moot]:
    def fault(_seat: int, card: str) -> Refused | None:
        return rules.fresh_fault(table.state, card)

    who = lambda: _clicker(table)  # noqa: E731 - as short as an argument
    told = Tell(who, "click", "click", read_click(table), lambda _seat: [], optional=True)
    return Tap(who, "click", fault) | told


def _stop(table: Table[State], early: First | None) -> Press:
    """Let opponents press while the card is not known yet; the first one counts."""

    def who() -> tuple[int, ...]:
        return () if early is not None else _others(table)

    return Press(who, "stop", {Side.LEFT: {"side": "left"}}, optional=True)


def _is_laid(table: Table[State]) -> bool:
    return table.state.click is not None and table.state.click.card is not None


def _lay(table: Table[State], card: str) -> None:
    held = table.state.click
    if held is not None:
        table.state = with_player(table.state, held.by, has_card=False)
        table.state = replace(table.state, click=replace(held, card=card))


# The song


async def _sing(table: Table[State], begins: int, early: First | None) -> First | None:
    """Let Clementine run until somebody stops her; a tie takes back, and she goes on (W9)."""
    until = begins + table.state.house.clementine_ns
    _begin(table, begins, until)
    if early is not None:
        return _stopped(table, early, until)
    while _clicker(table):
        window = until - table.now
        came = await (_stopping(table) | aside(table) | Interruption()).within(window)
        match came:
            case Passed():
                _nobody(table)
                return None
            case Interrupted(why=why):
                begins = _interrupted(table, why, begins)
                until = begins + table.state.house.clementine_ns
            case Moot():
                pass  # nobody is left to stop her
            case acts:
                first = _first(table, acts)
                if first is not None:
                    return _stopped(table, first, until)
    return None


def _begin(table: Table[State], begins: int, until: int) -> None:
    held = table.state.click
    if held is None or held.card is None:
        return
    table.state = replace(table.state, phase="clementine", click=replace(held, until=until))
    seconds = float(to_seconds(table.state.house.clementine_ns))
    table.rule(rulings.Clementine(held.by, held.card, seconds))
    table.cue(*_cues(table.state, begins))


def _interrupted(table: Table[State], why: str, begins: int) -> int:
    """Return when she begins: a pause stops her, and after an undo or a restart she is whole."""
    if why == "resume":
        table.cue(*_cues(table.state, begins))
        return begins
    table.cue(Hush(table.now))
    if why == "pause" or table.state.click is None:
        return begins
    begins = table.now + int(table.options["lead"])
    until = begins + table.state.house.clementine_ns
    table.state = replace(table.state, click=replace(table.state.click, until=until))
    return begins


def _cues(state: State, begins: int) -> tuple[Cue, ...]:
    """Return what is heard: the melody, or a count to ten whose last beat is her end."""
    song = SONGS.get(state.house.clementine)
    if song is not None:
        return (Sound(begins, song),)
    step = state.house.clementine_ns // COUNT
    return tuple(Beat(begins + number * step, str(number)) for number in range(1, COUNT + 1))


def _first(
    table: Table[State], acted: Mapping[int, Acted[Pressing | Laid | Moot]]
) -> First | None:
    acts = [race.Act(seat, one.stamp) for seat, one in acted.items()]
    finish = race.finish(acts, table.state.house.tie_window)
    if isinstance(finish, race.Tied):
        seats = tuple(act.seat for act in finish.acts)
        table.rule(rulings.Together(seats, finish.margin_ms))
        return None
    told = acted[finish.act.seat].answer
    laid = told if isinstance(told, Laid) else None
    return First(finish.act.seat, finish.act.stamp, is_click=False, told=laid)


def _stopping(table: Table[State]) -> Race[Pressing | Laid | Moot]:
    def ask(seat: int) -> Ask[Pressing | Laid | Moot]:
        def who() -> tuple[int, ...]:
            return tuple(one for one in _others(table) if one == seat)

        says = {Side.LEFT: {"side": "left"}}
        return Press(who, "stop", says) | tell_cover(table, who, "stop")

    return Race(lambda: _others(table), ask, table.state.house.tie_window)


def _stopped(table: Table[State], stopped: First, until: int) -> First:
    left = min(until - stopped.stamp, table.state.house.clementine_ns)
    table.cue(Hush(table.now))
    table.rule(rulings.Stopped(stopped.seat, to_ms(left)))
    return stopped


def _nobody(table: Table[State]) -> None:
    table.cue(Hush(table.now))
    for seat in _clicker(table):
        table.rule(rulings.NobodyStopped(seat))

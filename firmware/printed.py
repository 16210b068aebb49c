"""Printed values: what a table has entered from its own boxes, a file each in the state folder.

What no rulebook fixes (suits, prizes, damages, texts) is a placeholder in a game's manifest. Here
the host's entries are checked by the game itself, kept, and laid over the manifest of every game
that is set up; a game's header then says them all, so that a journal stands for itself.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.cards.manifest import overlay, read_manifest, unverified
from companion.core.errors import FileFault
from companion.core.game import Game
from companion.core.header import read_header
from firmware.state import write_text_atomically
from web.ports import Answer, Json

ENDING = ".json"
MOST_FAULTS = 100  # told of one refusal; a box has about as many values
LONGEST_FAULT = 300


class PrintedValues:
    """Keeps the entered values of every game (`web.ports.Printed`); safe for many threads.

    Without a `folder` that can be written they last as long as the kit runs, and `keep` says so.
    """

    def __init__(self, folder: Path, games: Mapping[str, Game[Any]]) -> None:
        self._folder = folder
        self._games = games
        self._lock = threading.Lock()
        self._entered: dict[str, Json] = {}
        self._faults: list[str] = []
        for slug, game in games.items():
            self._read(slug, game)

    def faults(self) -> tuple[str, ...]:
        """Return a line for each file that was left out because it will not do."""
        return tuple(self._faults)

    def entered(self, slug: str) -> Json:
        """Return what was entered for a game, as a header's `deck`."""
        return self._entered.get(slug, {})

    def laid_over(self, header: Json) -> dict[str, Any]:
        """Return a header whose deck has the entered values under what it says itself."""
        entered, own = self.entered(str(header.get("game"))), header.get("deck", {})
        if not entered or not isinstance(own, Mapping):
            return dict(header)
        return {**header, "deck": overlay(entered, own)}

    def anew(self, given: Json) -> dict[str, Any]:
        """Return the header of a game that was played, with what is entered now as its deck."""
        return self.laid_over({key: value for key, value in given.items() if key != "deck"})

    def deck(self, slug: str) -> Json | None:
        """Return a game's manifest with the entered values, and the places still to be entered."""
        game = self._games.get(slug)
        if game is None:
            return None
        entered = self.entered(slug)
        laid = overlay(game.manifest, entered)
        # A card that was given another kind belies the shipped counts, which its game drops too.
        places = list(unverified(read_manifest({**laid, "counts": {}})))
        shipped = overlay(game.manifest, {})
        return {"deck": laid, "shipped": shipped, "unverified": places, "entered": entered}

    def keep(self, slug: str, entered: Json) -> Answer:
        """Check and keep all that is entered for a game; what the game refuses changes nothing."""
        game = self._games.get(slug)
        if game is None:
            return Answer(taken=False, reason="no_game", text=f"There is no game {slug!r}.")
        faults = _faults(game, entered)
        if faults:
            return Answer(taken=False, reason="bad_deck", text="; ".join(faults), faults=faults)
        with self._lock:
            self._entered[slug] = dict(entered)
            return self._write(slug, entered)

    def _write(self, slug: str, entered: Json) -> Answer:
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            text = json.dumps(entered, ensure_ascii=False, indent=1)
            write_text_atomically(self._folder / f"{slug}{ENDING}", text)
        except (OSError, UnicodeEncodeError) as error:
            text = f"Used from now on, but not kept for the next start: {error}"
            return Answer(taken=True, reason="not_kept", text=text)
        return Answer(taken=True)

    def _read(self, slug: str, game: Game[Any]) -> None:
        file = self._folder / f"{slug}{ENDING}"
        try:
            entered = json.loads(file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return
        except (OSError, ValueError, RecursionError) as error:
            self._faults.append(f"{file.name}: {error}")
            return
        faults = _faults(game, entered)
        if faults:
            self._faults += [f"{file.name}: {fault}" for fault in faults]
        else:
            self._entered[slug] = entered


def _faults(game: Game[Any], entered: Any) -> tuple[str, ...]:
    """Say what a game finds wrong with entered values, in lines that can all be shown."""
    found = _all_faults(game, entered)
    more = (f"and {len(found) - MOST_FAULTS} more",) if len(found) > MOST_FAULTS else ()
    return (*map(_short, found[:MOST_FAULTS]), *more)


def _short(fault: str) -> str:
    return fault if len(fault) <= LONGEST_FAULT else fault[: LONGEST_FAULT - 1] + "…"


def _all_faults(game: Game[Any], entered: Any) -> tuple[str, ...]:
    if not isinstance(entered, Mapping):
        return ("an object of the manifest's shape is wanted",)
    given = {
        "ringmaster": 1,
        "game": game.slug,
        "seats": [f"Seat {number}" for number in range(1, game.players[1] + 1)],
        "deck": dict(entered),
    }
    header, faults = read_header(given, {game.slug: (game.options, game.players)})
    if header is None:
        return tuple(faults)
    try:
        game.set_up(header, game.manifest)
    except FileFault as error:
        return error.faults
    return ()

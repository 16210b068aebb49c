"""Seating: who sits where, kept in the state folder, so that phones stay over a restart."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from firmware.state import StateFolder, write_text_atomically


class FileSeating:
    """Keeps who sits where in the state folder (`web.ports.SeatingStore`)."""

    def __init__(self, folder: StateFolder) -> None:
        self._path = folder.seating

    def load(self) -> dict[str, Any] | None:
        """Return what was saved last, or None."""
        with suppress(OSError, ValueError, RecursionError):
            kept = json.loads(self._path.read_text(encoding="utf-8"))
            return kept if isinstance(kept, dict) else None
        return None

    def save(self, seating: Mapping[str, Any]) -> None:
        """Keep this, if the folder takes it; a full disk is told by the journal."""
        with suppress(OSError):
            write_text_atomically(self._path, json.dumps(dict(seating)))

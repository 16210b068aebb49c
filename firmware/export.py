"""Export: a journal's game as a playthrough, and a playthrough's records for a journal."""

from __future__ import annotations

import json
from collections.abc import Sequence


def export(header: str, bodies: Sequence[str]) -> str:
    """Write a game as a playthrough: its header, and one line for each event of the table."""
    return "\n".join([header, *(json.loads(body)["line"] for body in bodies)]) + "\n"

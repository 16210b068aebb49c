"""What is kept in the repository beside what is made anew."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
CURE = "a file differs from what the board makes: run make wiring"


def kept(name: str) -> str:
    """Return a file of the repository."""
    return (ROOT / name).read_text(encoding="utf-8")

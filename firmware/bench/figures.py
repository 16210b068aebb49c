"""Figures: one measured number with its unit, its bound, and how it was measured."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Figure:
    """Holds one figure; `bound` is what the project wants to hold, in words, or empty."""

    name: str
    value: float
    unit: str
    how: str
    bound: str = ""

    def line(self) -> str:
        """Return the figure as a line for people."""
        bound = f"  [{self.bound}]" if self.bound else ""
        value = f"{self.value:,.0f}" if self.value == int(self.value) else f"{self.value:,.3f}"
        return f"  {self.name:<34} {value:>12} {self.unit:<10}{bound}".rstrip()

    def to_json(self) -> dict[str, object]:
        """Return the figure as JSON values."""
        return {
            "name": self.name,
            "value": self.value,
            "unit": self.unit,
            "how": self.how,
            "bound": self.bound,
        }


def quantile(values: Sequence[float], share: float) -> float:
    """Return the smallest value that `share` of all values do not exceed; 0 without values."""
    if not values:
        return 0.0
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def machine() -> str:
    """Return what the figures were measured on."""
    return (
        f"{platform.machine()}, {os.cpu_count()} cores, {platform.system()} "
        f"{platform.release()}, Python {platform.python_version()}, load {os.getloadavg()[0]:.1f}"
    )


def resident_mb(pid: int) -> float:
    """Return a process's resident memory in MB (1,000,000 bytes); 0 where it cannot be told."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return 0.0
    row = next((row for row in status.splitlines() if row.startswith("VmRSS:")), "VmRSS: 0 kB")
    return int(row.split()[1]) * 1024 / 1_000_000

"""How a robot plays Quick Draw: how often it takes an offer, and how fast its hands are.

A robot sees what a phone sees, the offers, and acts with gestures like anybody else. Chance and
time are the robot driver's; this file only gives hints.
"""

from __future__ import annotations

from companion.core.asks import Offer

SLOWEST_MS = 900
FASTEST_MS = 120


def weight(offer: Offer) -> int:
    """Return how likely a robot takes an offer, beside the others; 0 is never.

    Robots seldom lose their nerve: letting go before the signal is a foul.
    """
    if offer.gesture == "let_go":
        return 40 if offer.about == "draw" else 1
    return 20


def haste(offer: Offer) -> tuple[int, int]:
    """Return the shortest and the longest time (ms) that a robot takes to act."""
    if offer.about == "draw":
        return FASTEST_MS, SLOWEST_MS // 2
    return FASTEST_MS, SLOWEST_MS

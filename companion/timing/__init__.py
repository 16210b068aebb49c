"""Timing that people cannot enforce themselves, as data and pure functions.

May import `companion.core` only. No clock: every time is a stamp that came with an event.
"""

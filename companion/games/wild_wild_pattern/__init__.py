"""Wild Wild Pattern: whoever first covers a card of the Wheel must have made a new pattern.

May import `companion.core`, `companion.timing` and `companion.cards`; no other game.
"""

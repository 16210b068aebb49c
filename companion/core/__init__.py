"""The referee and the words it speaks: table events, asks, rulings, cues, views.

May import nothing of ours outside `companion.core`.
"""

"""Cards, the manifest of a deck, the map from tags to cards, and enrolment.

May import `companion.core` only. Files are read at the rim and arrive here as text.
"""

"""Benches: figures, each with how it was measured; never assertions on wall time.

May import anything of `firmware`, `web` and `companion`.
"""

"""What makes, draws and tries the things in `hardware/`, all from one board file.

`python -m hardware.make` writes drawings, parts list and schematic. Nothing here ships on a Pi:
this package imports `firmware`, never the other way. What needs more than Python (WireViz,
graphviz, KiCad) says so where it is missing.
"""

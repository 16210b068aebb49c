"""The junction board's schematic in KiCad's own form, and its check against the pin table.

KiCad is not needed to make it: the symbols are our own. Only `check` runs `kicad-cli`.
"""

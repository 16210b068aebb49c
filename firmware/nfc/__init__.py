"""Readers and tags: the MFRC522 driver, ISO 14443-3A, tag memory, presence.

May import `companion.core`, `firmware.signals`, `firmware.clock` and `firmware.board`.
"""

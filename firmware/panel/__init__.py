"""The seats' buttons and lights, the bell and the sounder, over gpiozero.

May import `companion.core`, `firmware.signals`, `firmware.clock` and `firmware.board`.
"""

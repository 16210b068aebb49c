"""The simulated kit: mock pins on virtual time, a register-level MFRC522, tags in its field.

It sits behind the same libraries that a Pi uses, so that our drivers and other people's run on
it unchanged.
"""

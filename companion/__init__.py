"""The pure rules of the table: what happened, what the rules decide, what each audience may know.

Nothing here reads a clock, starts a thread, opens a file or a socket, draws a random number or
prints, and nothing of `firmware` or `web` may be imported. import-linter holds this.
"""

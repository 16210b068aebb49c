"""Lets `python -m firmware.cli` be the command `ringmaster`."""

from firmware.cli import main

main(prog_name="ringmaster")

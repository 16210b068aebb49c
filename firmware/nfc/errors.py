"""What can go wrong with a reader or a tag, each with its cure."""

from __future__ import annotations


class NfcError(Exception):
    """Says that a reader or a tag did not do what it must."""


class ReaderUnwired(NfcError, ConnectionError):
    """Says that nothing that looks like an MFRC522 is on the bus."""


class ReaderSilent(NfcError, TimeoutError):
    """Says that the chip takes commands and finishes none."""


class ReaderReset(NfcError, ConnectionResetError):
    """Says that the chip has lost its set-up, as after a dip of its supply."""


class ReaderBusy(NfcError, RuntimeError):
    """Says that a reader cannot be used now, since it has failed."""


class TagLost(NfcError, LookupError):
    """Says that the tag did not answer, or is another one."""


class TagRefused(NfcError, PermissionError):
    """Says that the tag answered a command with a NAK."""


class TagUnreadable(NfcError, ValueError):
    """Says that a tag's memory holds no text in the form that is expected."""

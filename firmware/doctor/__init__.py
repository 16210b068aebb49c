"""The doctor: looks at everything that a kit needs, in the order in which it breaks.

Each check returns findings with one line of cure; none raises. What only real hardware can tell
is looked at where there is some, and said to be missing where there is none. What no program can
see is left to wiring.md: a reader or a pull-up that is fed from 5 V reads like one that is not.

Nothing here may import `web` or `firmware.cli`.
"""

from __future__ import annotations

from collections.abc import Sequence

from firmware.notice_board import Finding


def severity(found: Sequence[Finding]) -> int:
    """Return the exit code: 0 if all is well, 1 if the kit cannot work as it is."""
    return int(any(finding.state == "error" for finding in found))

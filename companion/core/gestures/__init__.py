"""Gestures: the Asks that a person answers, with hands on the kit or on a phone.

Each parses table events itself, so that the panel, a phone, the host, robots and the judge of
legality all go through the same few lines. `who` is always a function of the state: a correction
may change at any moment who is asked. An Ask that nobody can answer awaits to `Moot`.
"""

from companion.core.gestures.holding import Called, Holding, LetGo, Letting, let_go
from companion.core.gestures.pressing import Choose, No, Press, Pressing, Yes, YesNo
from companion.core.gestures.ringing import Ring, Ringing, ringer
from companion.core.gestures.seats import Say, Who
from companion.core.gestures.tapping import Tap, Tapped
from companion.core.gestures.telling import HostSays, Tell

__all__ = [
    "Called",
    "Choose",
    "Holding",
    "HostSays",
    "LetGo",
    "Letting",
    "No",
    "Press",
    "Pressing",
    "Ring",
    "Ringing",
    "Say",
    "Tap",
    "Tapped",
    "Tell",
    "Who",
    "Yes",
    "YesNo",
    "let_go",
    "ringer",
]

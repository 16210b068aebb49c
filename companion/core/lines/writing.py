"""Writing: a table event as its line, exactly."""

from __future__ import annotations

import json
from typing import Any, assert_never

from companion.core.events import (
    CardLifted,
    CardPlaced,
    HostDid,
    Pressed,
    Rang,
    Released,
    Restarted,
    Said,
    TableEvent,
    Woke,
)
from companion.core.stamps import to_decimal


def write_line(event: TableEvent) -> str:
    """Write a table event as its line; times are exact decimals."""
    head = f'{{"at": {to_decimal(event.at)}'
    if event.late is not None:
        head += f', "stamped": {to_decimal(event.late)}'
    rest = "".join(
        f", {json.dumps(key)}: {_text(value)}" for key, value in _written(event).items()
    )
    return f"{head}{rest}}}"


def _text(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:  # half a character, as only a hostile phone sends it
        return json.dumps(value)
    return text


def _written(event: TableEvent) -> dict[str, Any]:
    match event:
        case Pressed(seat=seat, side=side):
            return {"press": f"{seat}.{side.value}"}
        case Released(seat=seat, side=side):
            return {"release": f"{seat}.{side.value}"}
        case Rang(bell=bell):
            return {"ring": "bell" if bell is None else f"{bell}.bell"}
        case CardPlaced(card=card, reader=reader):
            return {"card": card, "reader": reader}
        case CardLifted(card=card, reader=reader):
            return {"lift": card, "reader": reader}
        case Said(seat=seat, say=say, by=by, question=question):
            also = {} if by == "phone" else {"by": by}
            asked = {} if question is None else {"question": question}
            return {"say": {"seat": seat, **say}, **also, **asked}
        case HostDid(act=act):
            return {"host": dict(act)}
        case Restarted(down=down):
            return {"restart": list(down)}
        case Woke():
            return {}
        case _:
            assert_never(event)

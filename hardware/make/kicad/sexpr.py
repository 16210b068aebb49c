"""KiCad's S-expressions as nested tuples: the first item is a keyword, the rest is its content."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import TypeAlias

NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "ringmaster/hardware/pcb")
WIDTH = 100


@dataclass(frozen=True, slots=True)
class Quoted:
    """Marks a text that is written in quotes; a plain one is a word of KiCad's."""

    text: str


Item: TypeAlias = "str | int | float | Quoted | tuple[Item, ...]"
Form: TypeAlias = tuple[Item, ...]


def uuid_of(*what: object) -> Form:
    """Return a UUID that is always the same for the same thing."""
    return "uuid", Quoted(str(uuid.uuid5(NAMESPACE, "/".join(map(str, what)))))


def parts_of(form: Form, word: str) -> tuple[Form, ...]:
    """Return the forms inside a form that begin with a word."""
    return tuple(item for item in form if isinstance(item, tuple) and item[0] == word)


def numbers_of(form: Form, word: str) -> tuple[float, ...]:
    """Return the numbers of the first form inside that begins with a word; none without one."""
    found = parts_of(form, word)
    return (
        tuple(float(item) for item in found[0] if isinstance(item, int | float)) if found else ()
    )


def text_of(form: Form, at: int = 0) -> str:
    """Return a form's quoted text, the first or a later one; empty without one."""
    texts = [item.text for item in form if isinstance(item, Quoted)]
    return texts[at] if at < len(texts) else ""


def written(form: Item, depth: int = 0) -> str:
    """Write a form, broken over lines where it is long."""
    if not isinstance(form, tuple):
        return _atom(form)
    short = f"({' '.join(written(item) for item in form)})"
    if len(short) + depth <= WIDTH:
        return short
    head = [written(item) for item in form if not isinstance(item, tuple)]
    rest = [written(item, depth + 1) for item in form if isinstance(item, tuple)]
    indent = "\t" * (depth + 1)
    return f"({' '.join(head)}\n{indent}" + f"\n{indent}".join(rest) + f"\n{indent[1:]})"


def _atom(item: str | float | Quoted) -> str:
    match item:
        case Quoted():
            escaped = item.text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
            return f'"{escaped}"'
        case float():
            return f"{round(item, 4) + 0.0:g}"  # no -0
        case _:
            return str(item)

"""The schematic as SVG, for people without KiCad: drawn from the same forms as KiCad's sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from hardware.make.kicad.sexpr import Form, numbers_of, parts_of, text_of

MARGIN = 10
FONT = "DejaVu Sans,Verdana,sans-serif"
INK, WIRE, BODY, PAPER, FRAME, LABEL = (
    "#222", "#060", "#a00000", "#ffffd8", "#4444cc", "#800000",
)  # fmt: skip
POINT = 1.35  # of a KiCad letter's height to a font size
ANCHORS = {"left": "start", "right": "end"}


def picture(sheet: Form) -> str:
    """Draw a sheet, as large as what is on it."""
    title = text_of(parts_of(parts_of(sheet, "title_block")[0], "title")[0])
    symbols = {text_of(one): one for one in parts_of(parts_of(sheet, "lib_symbols")[0], "symbol")}
    width, height = _size(sheet)
    lines = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"',
        f' width="{4 * width}" font-family="{FONT}" fill="none" stroke-width="0.25">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        _text(title, (MARGIN, MARGIN + 4), 3.5, "start", INK),
        *(line for form in sheet if isinstance(form, tuple) for line in _drawn(form, symbols)),
        "</svg>",
    )
    return "".join(f"{line}\n" for line in lines)


def _size(sheet: Form) -> tuple[int, int]:
    corners = [numbers_of(frame, "end") for frame in parts_of(sheet, "rectangle")]
    places = [*corners, *(numbers_of(words, "at") for words in parts_of(sheet, "text"))]
    right, bottom = max(place[0] for place in corners), max(place[1] for place in places)
    return int(right) + MARGIN, int(bottom) + MARGIN


def _drawn(form: Form, symbols: Mapping[str, Form]) -> Iterator[str]:
    match form[0]:
        case "wire":
            yield _path(_points(form), (0.0, 0.0), WIRE)
        case "rectangle":
            yield _box(form, (0.0, 0.0), FRAME, "none", ' stroke-dasharray="1.5 1"')
        case "text":
            yield _words(form, FRAME)
        case "label":
            yield _words(form, INK, lift=0.4)
        case "global_label":
            yield from _global(form)
        case "no_connect":
            x, y = numbers_of(form, "at")
            yield f'<path d="M{x - 0.7:g} {y - 0.7:g}l1.4 1.4m0 -1.4l-1.4 1.4" stroke="{FRAME}"/>'
        case "symbol":
            yield from _symbol(form, symbols)
        case _:
            return


def _symbol(placed: Form, symbols: Mapping[str, Form]) -> Iterator[str]:
    x, y, _ = numbers_of(placed, "at")
    drawing = symbols[text_of(parts_of(placed, "lib_id")[0])]
    hides_numbers = bool(parts_of(drawing, "pin_numbers"))
    for unit in parts_of(drawing, "symbol"):
        for box in parts_of(unit, "rectangle"):
            yield _box(box, (x, y), BODY, PAPER)
        for line in parts_of(unit, "polyline"):
            yield _path(_points(line), (x, y), BODY, up=-1)
        for pin in parts_of(unit, "pin"):
            yield from _pin(pin, (x, y), hides_numbers=hides_numbers)
    for words in parts_of(placed, "property"):
        if not parts_of(parts_of(words, "effects")[0], "hide"):
            yield _words(words, INK, at=1)


def _pin(pin: Form, middle: tuple[float, float], *, hides_numbers: bool) -> Iterator[str]:
    x, up, angle = numbers_of(pin, "at")
    (length,) = numbers_of(pin, "length")
    side = -1 if angle else 1  # the body lies to the right of the contact, or to the left
    start, end = (x, up), (x + side * length, up)
    yield _path((start, end), middle, BODY, up=-1)
    name = text_of(parts_of(pin, "name")[0])
    at = (middle[0] + end[0], middle[1] - up)
    if name:
        anchor = "start" if side > 0 else "end"
        yield _text(name, (at[0] + side, at[1] + 0.45), 1.27, anchor, INK)
    if not hides_numbers:
        number = text_of(parts_of(pin, "number")[0])
        yield _text(number, (at[0] - side * length / 2, at[1] - 0.35), 0.9, "middle", BODY)


def _global(form: Form) -> Iterator[str]:
    x, y, angle = numbers_of(form, "at")
    name = text_of(form)
    side = -1 if angle else 1
    width = 1.05 * len(name) + 1.6
    left = x if side > 0 else x - width
    yield (
        f'<rect x="{left:.5g}" y="{y - 1.1:.5g}" width="{width:.4g}" height="2.2"'
        f' stroke="{LABEL}"/>'
    )
    yield _text(name, (left + width / 2, y + 0.45), 1.2, "middle", LABEL)


def _words(form: Form, ink: str, *, at: int = 0, lift: float = -0.45) -> str:
    x, y, _ = numbers_of(form, "at")
    effects = parts_of(form, "effects")[0]
    size = numbers_of(parts_of(effects, "font")[0], "size")[0]
    side = next((str(one[1]) for one in parts_of(effects, "justify")), "")
    return _text(text_of(form, at), (x, y - lift), size, ANCHORS.get(side, "middle"), ink)


def _text(words: str, at: tuple[float, float], size: float, anchor: str, ink: str) -> str:
    return (
        f'<text x="{at[0]:.6g}" y="{at[1]:.6g}" font-size="{size * POINT:.4g}"'
        f' text-anchor="{anchor}" fill="{ink}">{escape(words)}</text>'
    )


def _box(form: Form, middle: tuple[float, float], ink: str, fill: str, more: str = "") -> str:
    (x1, y1), (x2, y2) = numbers_of(form, "start"), numbers_of(form, "end")
    up = -1 if fill == PAPER else 1
    left, top = min(x1, x2) + middle[0], min(up * y1, up * y2) + middle[1]
    return (
        f'<rect x="{left:.6g}" y="{top:.6g}" width="{abs(x2 - x1):.6g}"'
        f' height="{abs(y2 - y1):.6g}" stroke="{ink}" fill="{fill}"{more}/>'
    )


def _points(form: Form) -> tuple[tuple[float, float], ...]:
    return tuple((x, y) for x, y in map(_numbers, parts_of(parts_of(form, "pts")[0], "xy")))


def _numbers(form: Form) -> tuple[float, ...]:
    return tuple(float(item) for item in form if isinstance(item, int | float))


def _path(
    points: tuple[tuple[float, float], ...], middle: tuple[float, float], ink: str, up: int = 1
) -> str:
    moved = (f"{middle[0] + x:.6g} {middle[1] + up * y:.6g}" for x, y in points)
    return f'<path d="M{"L".join(moved)}" stroke="{ink}"/>'

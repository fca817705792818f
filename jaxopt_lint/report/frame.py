"""A piece of source with the reported part underlined."""

from __future__ import annotations

from collections.abc import Sequence

from jaxopt_lint.finding import Location
from jaxopt_lint.report.console import Style, clean, cut, width

_MOST_LINES = 6  # of the reported part; the middle of a longer one is left out
_MOST_COLUMNS = 160
_LEAST_COLUMNS = 20


def frame(
    lines: Sequence[str],
    start: Location,
    end: Location,
    style: Style,
    *,
    context: int = 1,
    paint: str = "red",
) -> list[str]:
    """The lines around a finding, numbered, with carets below the reported part."""
    if not 1 <= start.row <= len(lines):
        return []
    last = min(max(end.row, start.row), len(lines))
    if last > start.row and end.column <= 1:
        last -= 1
    top = max(1, start.row - context)
    bottom = min(len(lines), last + context)
    gutter = len(str(bottom))
    blank = " " * gutter + " " + style("|", "blue")
    room = _room(style, gutter)
    left = _left(lines[start.row - 1], start, end, room)
    out = [blank]
    long = last - start.row >= _MOST_LINES
    hidden = range(start.row + _MOST_LINES - 2, last) if long else range(0)
    for row in range(top, bottom + 1):
        if row in hidden:
            if row == hidden.start:
                out.append(style("." * gutter, "blue") + " " + style("|", "blue"))
            continue
        text = lines[row - 1]
        if not text.strip() and row in (top, bottom) and not start.row <= row <= last:
            continue
        shown = cut(_expanded(text), room, left)
        out.append(f"{style(str(row).rjust(gutter), 'blue')} {style('|', 'blue')} {shown}".rstrip())
        # A block is underlined in its first line only: carets below every line hide the code.
        if row == start.row:
            begin = start.column - 1
            stop = end.column - 1 if last == row and end.row == row else len(text.rstrip())
            carets = _carets(text, begin, stop, left, room)
            out.append(f"{blank} {style(carets, paint, 'bold')}")
    return [*out, blank]


def _room(style: Style, gutter: int) -> int:
    """How many columns there are for the source."""
    if not style.width:
        return _MOST_COLUMNS
    return min(_MOST_COLUMNS, max(style.width - gutter - 3, _LEAST_COLUMNS))


def _left(text: str, start: Location, end: Location, room: int) -> int:
    """How many columns of the source to leave out on the left, to see what was reported."""
    begin = width(_expanded(text[: start.column - 1]))
    stop = width(_expanded(text[: end.column - 1])) if end.row == start.row else begin + 1
    if max(begin + 1, min(stop, begin + room // 2)) < room:
        return 0
    return max(0, begin - room // 3)


def _carets(text: str, begin: int, stop: int, left: int, room: int) -> str:
    begin = min(begin, len(text))
    lead = width(_expanded(text[:begin]))
    size = max(1, width(_expanded(text[:stop])) - lead)
    return " " * (lead - left) + "^" * min(size, max(1, room - (lead - left)))


def _expanded(text: str) -> str:
    return clean(text.replace("\f", " ").expandtabs(4))

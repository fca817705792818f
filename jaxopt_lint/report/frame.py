"""A piece of source with the reported part underlined."""

from __future__ import annotations

from collections.abc import Sequence

from jaxopt_lint.finding import Location
from jaxopt_lint.report.console import Style, clean, width

_MOST_LINES = 6  # of the reported part; the middle of a longer one is left out
_MOST_COLUMNS = 160


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
        shown = _fit(_expanded(text))
        out.append(f"{style(str(row).rjust(gutter), 'blue')} {style('|', 'blue')} {shown}".rstrip())
        # A block is underlined in its first line only: carets below every line hide the code.
        if row == start.row:
            begin = start.column - 1
            stop = end.column - 1 if last == row and end.row == row else len(text.rstrip())
            out.append(f"{blank} {_carets(text, begin, stop, style, paint)}")
    return [*out, blank]


def _carets(text: str, begin: int, stop: int, style: Style, paint: str) -> str:
    begin = min(begin, len(text))
    lead = width(_expanded(text[:begin]))
    size = max(1, width(_expanded(text[:stop])) - lead)
    if lead >= _MOST_COLUMNS:
        return ""
    return " " * lead + style("^" * min(size, _MOST_COLUMNS - lead), paint, "bold")


def _expanded(text: str) -> str:
    return clean(text.replace("\f", " ").expandtabs(4))


def _fit(text: str) -> str:
    return text if len(text) <= _MOST_COLUMNS else text[: _MOST_COLUMNS - 1] + "\u2026"

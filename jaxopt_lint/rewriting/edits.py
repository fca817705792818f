"""Applying text edits."""

from __future__ import annotations

import re
from collections.abc import Iterable

from jaxopt_lint.finding import Edit, Location

_LINE_END = re.compile(r"\r\n|\r|\n")


class Overlap(Exception):
    """Two edits want the same text."""


def apply(text: str, edits: Iterable[Edit]) -> str:
    """The text after all edits.

    Raises:
        Overlap: two different edits touch the same place.
    """
    starts = line_starts(text)
    out: list[str] = []
    position = 0
    previous: Edit | None = None
    for edit in sorted(set(edits), key=lambda e: (e.start, e.end, e.content)):
        begin, end = offset(starts, edit.start), offset(starts, edit.end)
        if begin < position or (
            previous is not None and previous.start == edit.start and begin == end == position
        ):
            raise Overlap
        out += [text[position:begin], edit.content]
        position = end
        previous = edit
    return "".join([*out, text[position:]])


def overlaps(edits: Iterable[Edit], others: Iterable[Edit]) -> bool:
    """Whether some edit of one group touches text of the other; equal edits do not."""
    mine, theirs = set(edits), set(others)
    common = mine & theirs
    for a in mine - common:
        for b in theirs - common:
            if a.start < b.end and b.start < a.end:
                return True
            if a.start == b.start or (a.start == a.end and b.start < a.start < b.end):
                return True
    return False


def line_starts(text: str) -> list[int]:
    """The offset of each line, as Python counts lines."""
    return [0, *(match.end() for match in _LINE_END.finditer(text))]


def offset(starts: list[int], where: Location) -> int:
    """The offset of a location."""
    return starts[where.row - 1] + where.column - 1

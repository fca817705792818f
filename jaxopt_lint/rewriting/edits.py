"""Text edits: those that turn one text into another, and what a text is after some."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

from jaxopt_lint.finding import Edit, Location
from jaxopt_lint.semantics.python.module import physical_lines

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


def line_edits(old: str, new: str, first_row: int = 1) -> list[Edit]:
    """The edits that turn one text into another, whole lines but for changes within one line.

    >>> line_edits("a = f(x)\\n", "a = g(x)\\n")[0].content
    'g'
    """
    a, b = physical_lines(old), physical_lines(new)
    if a and not a[-1].endswith("\n") and b and b[-1].endswith("\n"):
        b[-1] = b[-1].rstrip("\r\n")
    out = []
    matcher = difflib.SequenceMatcher(None, a, b, autojunk=False)
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag == "equal":
            continue
        if i2 - i1 == 1 and j2 - j1 == 1:
            out += _inline(a[i1], b[j1], first_row + i1)
            continue
        if i2 - i1 == j2 - j1 and _alike(a[i1:i2], b[j1:j2]):
            # Changed line by line: separate edits leave room for other fixes in between.
            for k in range(i2 - i1):
                if a[i1 + k] != b[j1 + k]:
                    out += _inline(a[i1 + k], b[j1 + k], first_row + i1 + k)
            continue
        start = Location(first_row + i1, 1)
        end = Location(first_row + i2, 1)
        if i2 == len(a) and a and not a[-1].endswith("\n"):
            end = Location(first_row + i2 - 1, len(a[-1]) + 1)
        out.append(Edit(start, end, "".join(b[j1:j2])))
    return out


def _alike(old: list[str], new: list[str]) -> bool:
    """Whether two blocks are the same lines with small changes, rather than other lines."""
    return all(
        difflib.SequenceMatcher(None, a, b).ratio() > 0.6 for a, b in zip(old, new, strict=True)
    )


def _inline(old: str, new: str, row: int) -> list[Edit]:
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    # Never split an identifier: an edit of half a name reads badly and collides silently.
    while head and (old[head - 1].isalnum() or old[head - 1] in "_."):
        head -= 1
    while tail and (old[len(old) - tail].isalnum() or old[len(old) - tail] == "_"):
        tail -= 1
    end = len(old) - tail
    return [Edit(Location(row, head + 1), Location(row, end + 1), new[head : len(new) - tail])]

"""Which lines a fix replaces, and with what."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from jaxopt_lint.changes.diff import Lines
from jaxopt_lint.files.source import SourceFile
from jaxopt_lint.finding import Fix
from jaxopt_lint.rewriting.edits import Overlap, apply

_LONE_RETURN = re.compile(r"\r(?!\n)")


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Lines of the file under review, and the lines to put in their place."""

    lines: Lines
    content: tuple[str, ...]


def rewritten(text: str, fix: Fix) -> str | None:
    """A text with a fix in place, None where the fix does not fit the text."""
    try:
        return apply(text, fix.edits)
    except (Overlap, IndexError):
        return None


def rows_agree(text: str) -> bool:
    """Whether Python and git count the lines of a text alike."""
    return _LONE_RETURN.search(text) is None


def suggest(source: SourceFile, new: str, added: Sequence[Lines]) -> Suggestion | None:
    """The replacement of one run of added lines that makes the new text, if there is one.

    None where the fix reaches beyond the lines that a reader of the change sees as added, and
    where the forge, which writes UTF-8 without a byte order mark, would spoil the file.
    """
    if source.encoding not in ("utf-8", "ascii") or not rows_agree(source.text):
        return None
    before, after = _lines(source.text), _lines(new)
    head = _common(before, after)
    tail = _common(before[head:][::-1], after[head:][::-1])
    old = Lines(head + 1, len(before) - tail)
    content = after[head : len(after) - tail]
    if old.first > old.last:  # a suggestion replaces at least one line
        if not content:
            return None
        for row in (old.first, old.first - 1):
            if any(run.holds(Lines(row, row)) for run in added):
                kept = before[row - 1]
                whole = (*content, kept) if row == old.first else (kept, *content)
                return Suggestion(Lines(row, row), whole)
        return None
    if not any(run.holds(old) for run in added):
        return None
    return Suggestion(old, tuple(content))


def _lines(text: str) -> list[str]:
    return [line.removesuffix("\r") for line in text.split("\n")]


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    for i, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return i
    return min(len(one), len(other))

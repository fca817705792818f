"""Changes of notebooks: git counts lines of the JSON, findings count rows of the code in it."""

from __future__ import annotations

from collections.abc import Iterable

from jaxopt_lint.changes.brought import rows
from jaxopt_lint.changes.diff import FileDiff, Lines
from jaxopt_lint.files import cellsource
from jaxopt_lint.files.source import SourceFile
from jaxopt_lint.finding import Finding


def in_code(change: FileDiff, source: SourceFile | None) -> FileDiff:
    """A change with its lines counted as findings do; as it is for what is no notebook."""
    if source is None or source.notebook is None:
        return change
    lines = cellsource.rows(json_of(source), source.notebook)

    def runs(changed: Iterable[Lines]) -> tuple[Lines, ...]:
        there = {line for run in changed for line in range(run.first, run.last + 1)}
        found = sorted(row for row, held in lines.items() if not there.isdisjoint(held))
        return tuple(Lines(row, row) for row in found)

    return FileDiff(change.path, runs(change.added), runs(change.hunks), change.link)


def lines_of(finding: Finding, source: SourceFile | None) -> Lines:
    """The lines of the file, as git counts them, that a finding is about."""
    about = rows(finding)
    if source is None or source.notebook is None:
        return about
    lines = cellsource.rows(json_of(source), source.notebook)
    held = [lines[row] for row in range(about.first, about.last + 1) if row in lines]
    if not held:
        return Lines(1, 1)
    return Lines(min(one.start for one in held), max(one.stop for one in held) - 1)


def json_of(source: SourceFile) -> str:
    """The text of a notebook as it lies on the disk."""
    return source.raw.decode(source.encoding)

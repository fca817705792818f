"""Whether a change brought a finding: where both stand in the repository."""

from __future__ import annotations

import os
from pathlib import Path

from jaxopt_lint.changes.diff import FileDiff, Lines
from jaxopt_lint.finding import Finding
from jaxopt_lint.registry import UNPARSABLE
from jaxopt_lint.settings.config import Config


def rows(finding: Finding) -> Lines:
    """The lines that a finding is about."""
    last = finding.end.row
    if last > finding.start.row and finding.end.column == 1:
        last -= 1
    return Lines(finding.start.row, max(finding.start.row, last))


def repository_path(config: Config, top: Path, finding: Finding) -> str | None:
    """A finding's file as git names it; None outside the repository or behind a link."""
    real = os.path.realpath(top)
    path = os.path.join(os.path.realpath(config.root), finding.path)
    place = os.path.relpath(os.path.normpath(path), real)
    # A link in the tree may lead to a file that nobody meant to publish in a comment.
    if place.startswith(os.pardir) or os.path.realpath(path) != os.path.join(real, place):
        return None
    return Path(place).as_posix()


def brought(finding: Finding, change: FileDiff, keep: str) -> bool:
    """Whether a finding belongs to a change of its file, by one of `FILTERS`."""
    if change.link:
        return False
    if keep == "file" or finding.code == UNPARSABLE[0]:
        return True  # a file that no longer parses is broken as a whole
    lines = change.added if keep == "added" else change.hunks
    return any(rows(finding).overlap(run) is not None for run in lines)

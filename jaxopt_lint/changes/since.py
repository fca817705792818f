"""What changed since a revision: the lines that `check --since` reports on."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Sequence
from pathlib import Path

from jaxopt_lint.changes.brought import brought, repository_path
from jaxopt_lint.changes.cells import in_code
from jaxopt_lint.changes.diff import FileDiff, Lines, parse
from jaxopt_lint.changes.git import Git
from jaxopt_lint.files.errors import SourceError
from jaxopt_lint.files.notebook import SUFFIX
from jaxopt_lint.files.source import read_source
from jaxopt_lint.finding import Finding
from jaxopt_lint.settings.config import Config

_LINE_END = re.compile(r"\r\n|\r|\n")


class Since:
    """The changes of the working tree, committed or not, since it left a revision's history.

    Attributes:
        top: the repository's directory.
        changes: by path from there.
        tracked: the files that git knows; every other one is new as a whole.
    """

    def __init__(self, revision: str, directory: Path) -> None:
        """Ask git.

        Raises:
            CannotDo: there is no repository, or no such revision in it.
        """
        git = Git.around(directory)
        base = git.merge_base(git.commit(revision), git.commit("HEAD"))
        self.top = git.top
        self.changes = parse(git.diff(base, context=0))
        listed = git.run("ls-files", "-z", "--full-name", ":/")
        self.tracked = {os.fsdecode(name) for name in listed.split(b"\0") if name}
        self._moved: tuple[str, FileDiff] | None = None
        self._code: dict[str, FileDiff] = {}

    def brought(
        self, finding: Finding, config: Config, old: str | None = None, new: str | None = None
    ) -> bool:
        """Whether a finding stands on a line that changed.

        Args:
            old: the text of the working tree, where the finding is in another one.
            new: that text: the old one with some fixes in it.
        """
        place = repository_path(config, self.top, finding)
        if place is None:
            return False
        change = self.changes.get(place)
        if change is None:
            return place not in self.tracked
        if place.endswith(SUFFIX):
            change = self._in_code(change, config.root / finding.path)
        if old is not None and new is not None and old != new:
            if self._moved is None or self._moved[0] != new:
                self._moved = (new, moved(change, old, new))
            change = self._moved[1]
        return brought(finding, change, "added")

    def _in_code(self, change: FileDiff, path: Path) -> FileDiff:
        """The change of a notebook, in rows of its code."""
        if change.path not in self._code:
            try:
                source = read_source(path, change.path)
            except SourceError:
                return change
            self._code[change.path] = in_code(change, source)
        return self._code[change.path]


def moved(change: FileDiff, old: str, new: str) -> FileDiff:
    """A change with its lines where they are after some fixes; the lines of the fixes are in it."""
    before, after = _LINE_END.split(old), _LINE_END.split(new)
    shift: list[tuple[int, int, int]] = []  # first old row, first new row, how many
    rows: set[int] = set()
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    for tag, i, _, j, k in matcher.get_opcodes():
        if tag == "equal":
            shift.append((i + 1, j + 1, k - j))
        else:
            rows.update(range(j + 1, k + 1))
    for run in change.added:
        for first, target, count in shift:
            low, high = max(run.first, first), min(run.last, first + count - 1)
            rows.update(range(low - first + target, high - first + target + 1))
    return FileDiff(change.path, _runs(sorted(rows)), change.hunks, change.link)


def _runs(rows: Sequence[int]) -> tuple[Lines, ...]:
    out: list[Lines] = []
    for row in rows:
        if out and out[-1].last == row - 1:
            out[-1] = Lines(out[-1].first, row)
        else:
            out.append(Lines(row, row))
    return tuple(out)

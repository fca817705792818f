"""What kept runs say of the findings of a command, with a note of which were used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from jaxopt_lint.cli.groups import Group
from jaxopt_lint.cli.output import Output
from jaxopt_lint.files.source import display_path
from jaxopt_lint.finding import Finding, RanEager
from jaxopt_lint.observe.store import RUNS
from jaxopt_lint.report.console import one_line
from jaxopt_lint.settings.config import Config

if TYPE_CHECKING:
    from jaxopt_lint.fixing.rounds import Sees
    from jaxopt_lint.running.observed import Outcome, Runs

Files = Sequence[tuple[Config, Sequence[Path]]]


@dataclass
class Kept:
    """The kept runs of a project, read at most once in a command.

    Attributes:
        any_jax: whether runs count under whatever JAX they ran, as one does that is new.
    """

    root: Path
    output: Output
    any_jax: bool = False

    @cached_property
    def _runs(self) -> Runs | None:
        """None where no run is kept."""
        if not (self.root / RUNS).is_dir():
            return None
        from jaxopt_lint.running.observed import Runs

        runs = Runs(self.root, any_jax=self.any_jax)
        return runs if runs.tables or runs.unread else None

    def informed(self, groups: Sequence[Group]) -> list[Group]:
        """Groups of files whose settings say which functions were seen to run eagerly."""
        eager = self.seen_eager(files_of(groups))
        return [(replace(config, seen_eager=eager), files) for config, files in groups]

    def seen_eager(
        self, files: Files, texts: Mapping[str, bytes] | None = None
    ) -> dict[str, RanEager]:
        """`running.observed.seen_eager`; nothing where no run is kept."""
        if self._runs is None:
            return {}
        from jaxopt_lint.running.observed import seen_eager

        return seen_eager(files, self._runs, texts)

    def seen(
        self,
        findings: Sequence[Finding],
        silenced: Sequence[Finding],
        files: Files,
        texts: Mapping[str, bytes] | None = None,
    ) -> Outcome | None:
        """`running.observed.observed`, and notes of what was used; None where no run is kept."""
        if self._runs is None:
            return None
        from jaxopt_lint.report.observed.head import typed
        from jaxopt_lint.running.observed import observed

        found = observed(findings, silenced, files, self._runs, texts)
        for text in self._runs.unread:
            self.output.warn(text)
        for name, command in found.used.items():
            self.output.note(f"Observed in run {one_line(name)}: {one_line(typed(command))}")
        for name, why in found.unfit.items():
            self.output.note(f"Not used: run {one_line(name)}: {one_line(why)}")
        for text in found.lowered:
            self.output.note(f"Less severe as observed: {one_line(text)}", level=1)
        return found

    def sees(
        self, sees: Sees | None, files: Files, texts: Mapping[str, bytes] | None = None
    ) -> Sees | None:
        """What leaves findings out, with the comments that are idle but for what a run showed."""
        if self._runs is None:
            return sees
        from jaxopt_lint.running.observed import is_needed, needed_comments

        comments = needed_comments(files, self._runs, texts)
        if not comments:
            return sees

        def seen_too(finding: Finding, old: str, new: str) -> Finding | None:
            if is_needed(finding, comments):
                return None
            return finding if sees is None else sees(finding, old, new)

        return seen_too


def files_of(groups: Sequence[Group]) -> Files:
    """The paths of files in groups."""
    return [(config, [file.path for file in members]) for config, members in groups]


def projects_of(files: Files, root: Path) -> dict[str, str]:
    """The configuration that holds for each file, by its path as shown; none where all share it."""
    if len(files) < 2:
        return {}
    return {
        display_path(path, root): str(config.file or "")
        for config, paths in files
        for path in paths
    }  # fmt: skip

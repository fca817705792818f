"""Which of all findings a run is about: those since a revision, less those of the baseline."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jaxopt_lint.cli import options as opt
from jaxopt_lint.finding import Finding, Silenced, SilencedBy
from jaxopt_lint.running.ends import CannotDo
from jaxopt_lint.settings.config import Config

if TYPE_CHECKING:
    from jaxopt_lint.changes.since import Since
    from jaxopt_lint.fixing.rounds import Sees
    from jaxopt_lint.silencing.baseline import Baseline


@dataclass
class Scope:
    """What narrows a run; nothing, by default."""

    config: Config
    since: Since | None = None
    baseline: Baseline | None = None

    @classmethod
    def of(cls, config: Config, given: Mapping[str, Any], paths: Sequence[str]) -> Scope:
        """The scope that the options and the settings state.

        Raises:
            CannotDo: git or the baseline cannot be asked.
        """
        since = None
        if given.get("since") is not None:
            from jaxopt_lint.changes.since import Since

            since = Since(given["since"], opt.common_directory(paths))
        return cls(config, since, read_baseline(config, given))

    def sees(
        self, finding: Finding, old: str | None = None, new: str | None = None
    ) -> Finding | None:
        """A finding as it is reported, marked if the baseline holds it; None out of sight.

        Args:
            old: the text of the file.
            new: the same with some fixes in place, where the finding is in that one.
        """
        if self.since is not None and not self.since.brought(finding, self.config, old, new):
            return None
        if self.baseline is not None and self.baseline.holds(finding, self.config.root):
            return finding.with_(silenced=Silenced(SilencedBy.BASELINE, "in the baseline"))
        return finding

    def touched(self, findings: Iterable[Finding]) -> list[Finding]:
        """Findings that are in sight, as they are where a change has touched their lines."""
        return [f.worked_on if self.since is not None else f for f in findings]

    @property
    def or_none(self) -> Sees | None:
        """`sees`, or nothing to call where nothing is left out."""
        return self.sees if self.since is not None or self.baseline is not None else None

    def split(
        self, findings: Iterable[Finding], silenced: Iterable[Finding]
    ) -> tuple[list[Finding], list[Finding]]:
        """The findings to report, and the silenced ones with those of the baseline."""
        seen = [kept for finding in findings if (kept := self.sees(finding)) is not None]
        quiet = [finding for finding in silenced if self.sees(finding) is not None]
        quiet += [finding for finding in seen if finding.silenced is not None]
        return self.touched(finding for finding in seen if finding.silenced is None), quiet


def read_baseline(config: Config, given: Mapping[str, Any]) -> Baseline | None:
    """The baseline that holds for a run, if there is one."""
    if given.get("no_baseline"):
        return None
    path = baseline_file(config)
    if path is None:
        return None
    from jaxopt_lint.silencing.baseline import Baseline, BaselineError

    if not path.exists():
        raise CannotDo(f"{path}: no such baseline; `jaxopt-lint baseline create` writes one")
    try:
        return Baseline.read(path)
    except BaselineError as error:
        raise CannotDo(str(error)) from None


def baseline_file(config: Config) -> Path | None:
    """Where the baseline is: as the settings say, or else in the project, if one is there."""
    if config.baseline is not None:
        return config.baseline
    from jaxopt_lint.silencing.baseline import nearest

    return nearest(config.root)

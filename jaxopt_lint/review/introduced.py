"""What a change introduced: the findings on its lines."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jaxopt_lint.changes.brought import brought, repository_path
from jaxopt_lint.changes.cells import in_code
from jaxopt_lint.changes.diff import FileDiff
from jaxopt_lint.cli.groups import by_configuration
from jaxopt_lint.files.errors import SourceError
from jaxopt_lint.files.notebook import SUFFIX
from jaxopt_lint.files.source import SourceFile, read_source
from jaxopt_lint.finding import Evidence, Finding
from jaxopt_lint.report.sources import Sources
from jaxopt_lint.review.comments import Comment, comment
from jaxopt_lint.running.pool import safe_path
from jaxopt_lint.settings.config import Config

FILTERS = ("added", "diff-context", "file", "nofilter")


@dataclass
class Introduced:
    """The findings of a review, the path of each from the top of the repository beside it.

    Attributes:
        unseen: changed files that settings left out.
        minor: likewise, those that are less severe than what is shown; the setting is `severity`.
    """

    findings: list[tuple[str, Finding]] = field(default_factory=list)
    crashes: list[str] = field(default_factory=list)
    unseen: list[str] = field(default_factory=list)
    minor: list[tuple[str, Finding]] = field(default_factory=list)


def introduced(
    config: Config,
    top: Path,
    changes: Mapping[str, FileDiff],
    paths: Sequence[str],
    given: Mapping[str, Any],
) -> Introduced:
    """Lint the whole repository, and keep what a change brought into it.

    Args:
        top: the repository's directory.
        paths: absolute; report only what lies below one of them, if there are any.
        given: the options; with `verify`, fixes are run, and with them the code under review.
    """
    from jaxopt_lint.fixing.checking import check_paths
    from jaxopt_lint.settings.discovery import discover

    project = _project(config, top)
    groups = by_configuration(discover([project], config), config, given)
    out = Introduced()
    code: dict[str, FileDiff] = {}  # of notebooks
    wanted = list(paths)
    keep = given["keep"]
    seen = {os.path.realpath(file.path) for _, files in groups for file in files}
    for path in changes:
        real = os.path.realpath(top / path)
        if real not in seen and _below(top / path, wanted) and _below(top / path, [project]):
            out.unseen.append(path)
    for own, files in groups:
        # Without the cache: it lies in the tree, where a change could bring findings along.
        with safe_path():
            result = check_paths(files, own, jobs=own.jobs or None)
        kept: list[tuple[str, Finding]] = []
        for finding in result.findings:
            place = repository_path(config, top, finding)
            if place is None or not _below(top / place, wanted):
                continue
            change = changes.get(place)
            if change is not None and place.endswith(SUFFIX):
                if place not in code:
                    code[place] = in_code(change, _source(config, finding))
                change = code[place]
            touched = change is not None and brought(finding, change, keep)
            if keep == "nofilter" or touched:
                finding = finding.worked_on if touched else finding
                (kept if own.matters(finding) else out.minor).append((place, finding))
        crashes = list(result.crashes)
        if given["verify"]:
            kept, more = _verified(own, kept)
            crashes += [crash for crash in more if crash not in crashes]
        out.findings += kept
        out.crashes += crashes
    return out


def comments_for(
    found: Iterable[tuple[str, Finding]],
    config: Config,
    changes: Mapping[str, FileDiff],
    moved: Iterable[str],
    keep: str,
) -> tuple[list[tuple[Finding, Comment]], list[Finding]]:
    """The findings with a comment on their lines, and those that no line can carry.

    Args:
        moved: files whose lines are numbered otherwise in the commit that comments go to.
    """
    shifted = set(moved)
    sources = Sources(config.root)
    inline: list[tuple[Finding, Comment]] = []
    elsewhere: list[Finding] = []
    for place, finding in found:
        # JSON has no bytes: a name that is not UTF-8 can be shown, but not commented on.
        name = place.encode("utf-8", "backslashreplace").decode()
        shown = sources.told(finding).with_(path=name)
        change = changes.get(place)
        made = None
        if change is not None and place not in shifted and name == place:
            source = _source(config, finding)
            made = comment(finding, place, source, change, context=keep != "added", told=shown)
        if made is None:
            elsewhere.append(shown)
        else:
            inline.append((shown, made))
    return inline, elsewhere


def _project(config: Config, top: Path) -> Path:
    """The directory to lint as a whole: the project's, where the repository holds more than it."""
    return config.root if _below(config.root, [top]) else top


def _below(path: Path, wanted: Sequence[str | Path]) -> bool:
    real = os.path.realpath(path)
    tops = [os.path.realpath(w) for w in wanted]
    return not tops or any(real == top or real.startswith(os.path.join(top, "")) for top in tops)


def _source(config: Config, finding: Finding) -> SourceFile | None:
    try:
        return read_source(config.root / finding.path, finding.path)
    except SourceError:
        return None


def _verified(
    config: Config, found: list[tuple[str, Finding]]
) -> tuple[list[tuple[str, Finding]], list[str]]:
    """The findings with what running their fixes showed. This executes the code under review."""
    from jaxopt_lint.cli.harness import settings_of
    from jaxopt_lint.fixing.run import fix_paths
    from jaxopt_lint.settings.discovery import discover

    paths = sorted({config.root / f.path for _, f in found if f.fix is not None})
    if not paths:
        return found, []
    files = discover(paths, config)
    fixed = fix_paths(files, config, unsafe=False, verify=settings_of(config))
    seen: dict[str, tuple[Finding, Evidence]] = {}
    for finding, evidence in fixed.evidence:
        seen.setdefault(finding.fingerprint, (finding, evidence))
    out = []
    for place, finding in found:
        tried = seen.get(finding.fingerprint)
        # Evidence holds for the very fix that ran, not for a later one of the same finding.
        if tried is not None and tried[0].fix == finding.fix:
            finding = finding.with_(evidence=tried[1])
        out.append((place, finding))
    return out, fixed.crashes

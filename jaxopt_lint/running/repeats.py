"""One cause, told once: of findings of a rule that are mended in one go, the first.

What is about one place is one cause in a file; a name of a library that is gone, or a habit, is one
in the whole project. The others are for information, and keep their fixes. This comes last, when
it is known what is reported at all: where a comment, the baseline or `--since` leaves the first
one out, the next one takes its place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from jaxopt_lint.files.notebook import SUFFIX
from jaxopt_lint.finding import ANYWHERE, REPEATED, Finding, Lowered, Severity

_Key = tuple[str, str, str]  # path, or project; rule; cause


def told_once(findings: Iterable[Finding], projects: Mapping[str, str]) -> list[Finding]:
    """Findings with those for information that another one of their cause tells of.

    What a run has shown of a finding is its own, and so it stays what it is.

    Args:
        projects: the projects of files, by their paths, where there are several.
    """
    every = list(findings)
    asked = [f for f in every if f.severity is not Severity.INFO and f.observed is None]
    uses = Counter((f.path, f.code, cause) for f in asked for cause in f.causes)

    def standing(finding: Finding) -> tuple[object, ...]:
        """The worst, in the file that has most of it to mend, where notebooks come last."""
        most = max((uses[finding.path, finding.code, c] for c in finding.causes), default=0)
        home = (finding.path.endswith(SUFFIX), -most) if _is_anywhere(finding) else (False, 0)
        return (finding.severity.rank, *home, *finding.order)

    firsts: dict[_Key, Finding] = {}
    by: dict[int, Finding] = {}
    for finding in sorted(asked, key=standing):
        home = f"project {projects.get(finding.path, '')}"
        keys = [
            (home if cause.startswith(ANYWHERE) else finding.path, finding.code, cause)
            for cause in finding.causes
        ]
        first = next((firsts[key] for key in keys if key in firsts), None)
        if first is not None:
            by[id(finding)] = first
        for key in keys:
            firsts.setdefault(key, first or finding)
    repeats = Counter(id(first) for first in by.values())
    away = Counter(id(by[id(f)]) for f in asked if id(f) in by and by[id(f)].path != f.path)
    return [
        _quiet(f, by[id(f)]) if id(f) in by
        else f.with_(repeats=n, repeats_away=away[id(f)]) if (n := repeats[id(f)])
        else f
        for f in every
    ]  # fmt: skip


def _is_anywhere(finding: Finding) -> bool:
    return any(cause.startswith(ANYWHERE) for cause in finding.causes)


def _quiet(finding: Finding, first: Finding) -> Finding:
    before = finding.lowered.severity if finding.lowered is not None else finding.severity
    where = f"on line {first.start.row}"
    if first.path != finding.path:
        where = f"at {first.path}:{first.start.row}"
    lowered = Lowered(before, REPEATED, f"the finding {where} tells of the same", first.fingerprint)
    return finding.with_(severity=Severity.INFO, lowered=lowered)

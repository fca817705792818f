"""One cause, told once: of findings of a rule and file that are mended in one go, the first.

The others are for information, and keep their fixes. This comes last, when it is known what is
reported at all: where a comment, the baseline or `--since` leaves the first one out, the next one
takes its place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from jaxopt_lint.finding import REPEATED, Finding, Lowered, Severity


def told_once(findings: Iterable[Finding]) -> list[Finding]:
    """Findings with those for information that another one of their cause tells of.

    What a run has shown of a finding is its own, and so it stays what it is.
    """
    every = list(findings)
    ordered = sorted(every, key=lambda f: (f.severity.rank, *f.order))
    firsts: dict[tuple[str, str, str], Finding] = {}
    by: dict[int, Finding] = {}
    for finding in ordered:
        if finding.severity is Severity.INFO or finding.observed is not None:
            continue
        keys = [(finding.path, finding.code, cause) for cause in finding.causes]
        first = next((firsts[key] for key in keys if key in firsts), None)
        if first is not None:
            by[id(finding)] = first
        for key in keys:
            firsts.setdefault(key, first or finding)
    repeats = Counter(id(first) for first in by.values())
    return [
        _quiet(f, by[id(f)]) if id(f) in by else f.with_(repeats=n) if (n := repeats[id(f)]) else f
        for f in every
    ]


def _quiet(finding: Finding, first: Finding) -> Finding:
    before = finding.lowered.severity if finding.lowered is not None else finding.severity
    why = f"the finding on line {first.start.row} tells of the same"
    lowered = Lowered(before, REPEATED, why, first.fingerprint)
    return finding.with_(severity=Severity.INFO, lowered=lowered)

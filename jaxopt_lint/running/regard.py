"""What matters less as nothing of the project comes to its file, where all of it was looked at."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, partial
from pathlib import Path

from jaxopt_lint.finding import BUNDLED, RECORD, Finding, Lowered, Severity
from jaxopt_lint.running.aside import said_aside
from jaxopt_lint.running.bundled import left_of_copies
from jaxopt_lint.running.opening import Opened
from jaxopt_lint.running.records import WHY, records


def regarded(findings: Iterable[Finding], opened: Opened, root: Path) -> list[Finding]:
    """Findings with those for information that stand in records and in what is left of copies.

    A file that was named by itself is what its user asks about.
    """
    every = list(findings)
    if not opened.whole:
        return every
    paths = {finding.path for finding in every if finding.severity is not Severity.INFO}
    asked = [source for source in opened.sources if source.display in paths]
    if not asked:
        return every
    said = cache(partial(said_aside, root))
    left = left_of_copies(opened, root, asked, said)
    alone = records(opened, root, [source for source in asked if source.path not in left], said)
    lower = {s.display: (BUNDLED, left[s.path]) for s in asked if s.path in left}
    lower |= {s.display: (RECORD, WHY) for s in asked if s.path in alone}
    return [_lowered(f, *lower[f.path]) if f.path in lower else f for f in every]


def _lowered(finding: Finding, pattern: str, why: str) -> Finding:
    if finding.severity is Severity.INFO:
        return finding
    before = finding.lowered.severity if finding.lowered is not None else finding.severity
    return finding.with_(severity=Severity.INFO, lowered=Lowered(before, pattern, why))

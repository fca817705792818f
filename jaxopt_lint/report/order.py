"""Findings as a reader wants them: worst first, and what repeats told once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from jaxopt_lint.finding import Finding, Severity
from jaxopt_lint.semantics.jax.project import is_test_file

# The parts of a message that differ from place to place: numbers, names, lists of names.
_NAME = r"(?:`[^`]*`|\d+)"
_OWN = re.compile(rf"{_NAME}(?:(?:, | and |, and | or ){_NAME})*")

# Habits: names that are deprecated, and settings, are the same in all files, and mended in one go.
_HABITS = ("JOL6", "JOL703", "JOL902", "JOL908")
_TESTS = frozenset({"test", "tests"})


@dataclass
class Kind:
    """A finding, and those that differ from it by their place and their names: those of its file;
    of the whole project, where it is a habit; of all tests; and those that it tells of."""

    first: Finding
    more: list[Finding] = field(default_factory=list)


def at_least(findings: Iterable[Finding], least: Severity) -> list[Finding]:
    """The findings that are as severe as is asked for."""
    return [finding for finding in findings if finding.severity.at_least(least)]


def with_repeats(findings: Iterable[Finding], least: Severity) -> list[Finding]:
    """The same, and the others of their causes, of which the report only counts the lines."""
    every = list(findings)
    shown = {finding.fingerprint for finding in at_least(every, least)}
    return [
        finding for finding in every
        if finding.severity.at_least(least)
        or (finding.repeated and finding.lowered and finding.lowered.told_by in shown)
    ]  # fmt: skip


def worst_first(findings: Iterable[Finding]) -> list[Finding]:
    """What stops the program before what slows it down before what may be of interest.

    Of equal severity, what a run has shown to cost comes first.
    """
    return sorted(findings, key=lambda f: (f.severity.rank, *_seen(f), *f.order))


def _seen(finding: Finding) -> tuple[float, int]:
    """What a run has shown, the more the smaller."""
    seen = finding.observed
    return (-seen.share, -seen.bytes) if seen is not None else (0.0, 0)


def kinds(findings: Iterable[Finding]) -> list[Kind]:
    """Findings with their likes in the same file, in the order of the first of each kind.

    All files of tests count as one, and for a habit all files. What was measured on a finding is
    its own; such a finding is like no other.
    """
    found: dict[tuple[object, ...], Kind] = {}
    tellers: dict[str, Kind] = {}  # by the fingerprints of those that others of their cause follow
    for i, finding in enumerate(findings):
        by = finding.lowered.told_by if finding.lowered and finding.evidence is None else ""
        if by in tellers:
            tellers[by].more.append(finding)
            continue
        key = (
            _home(finding),
            finding.code,
            finding.severity,
            _OWN.sub("_", finding.message),
            _remedy(finding),
            i if finding.evidence is not None else None,
        )
        kind = found.setdefault(key, Kind(finding))
        if kind.first is not finding:
            kind.more.append(finding)
        if finding.repeats:
            tellers[finding.fingerprint] = kind
    for kind in tellers.values():
        kind.more.sort(key=lambda finding: finding.order)
    return [*found.values()]


def _home(finding: Finding) -> str:
    """The file, or "tests", or "" for the whole project: where a finding is told once."""
    folders = finding.path.replace("\\", "/").split("/")[:-1]
    if is_test_file(finding.path) or not _TESTS.isdisjoint(folders):
        return "tests"
    return "" if _is_habit(finding) else finding.path


def _remedy(finding: Finding) -> object:
    """What there is to be done: a habit is told once, whatever stands in the way of a fix."""
    if _is_habit(finding):
        return ""
    return finding.fix.applicability if finding.fix is not None else bool(finding.refused)


def _is_habit(finding: Finding) -> bool:
    return finding.severity is Severity.WARNING and finding.code.startswith(_HABITS)

"""Findings as workflow commands, which GitHub shows beside the lines of a pull request."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from jaxopt_lint.finding import Finding, Location, Severity
from jaxopt_lint.report.sources import Sources

_COMMAND = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
_SHOWN = 10  # GitHub shows no more of one kind for each step


def lines(findings: Iterable[Finding], sources: Sources) -> Iterator[str]:
    """One command for each finding, worst first, and a note if GitHub will not show them all."""
    ordered = sorted(findings, key=lambda f: f.severity.rank)
    for finding in ordered:
        told = sources.told(finding)
        start, end, place = told.start, told.end, ""
        if told.cell is not None:
            # No line that GitHub shows is the one; as with Ruff, it is the file's first.
            place = f"cell {told.cell}:{start.row}:{start.column}: "
            start = end = Location(1, 1)
        properties = {
            "title": f"jaxopt-lint ({finding.code})",
            "file": sources.shown(finding.path),
            "line": str(start.row),
            "endLine": str(max(end.row, start.row)),
        }
        if end.row == start.row:  # GitHub drops columns of longer ranges
            properties["col"] = str(start.column)
            properties["endColumn"] = str(end.column)
        pairs = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
        text = place + told.said + (f"\n{told.help}" if told.help else "")
        yield f"::{_COMMAND[finding.severity]} {pairs}::{_data(text)}"
    hidden = sum(
        max(0, sum(f.severity is severity for f in ordered) - _SHOWN) for severity in Severity
    )
    if hidden:
        yield f"{hidden} more in this log than GitHub shows beside the code"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")

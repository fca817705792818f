"""Reviewdog's diagnostic format, with suggestions.

https://github.com/reviewdog/reviewdog/tree/master/proto/rdf
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from jaxopt_lint import links
from jaxopt_lint.finding import Finding, Fix, Location
from jaxopt_lint.report.document import Document, readable
from jaxopt_lint.rewriting.edits import Overlap, apply, line_starts, offset

_MOST_LINES = 60  # of a suggestion; edits further apart cannot be accepted in one go


def dumps(document: Document) -> str:
    """One result with all diagnostics."""
    result = {
        "source": {"name": "jaxopt-lint", "url": links.PROJECT},
        "diagnostics": [_diagnostic(finding, document) for finding in document.findings],
    }
    return json.dumps(result, indent=2)


def _diagnostic(finding: Finding, document: Document) -> dict[str, Any]:
    lines = document.sources.lines(finding.path)
    told = document.sources.told(finding)  # the range is one of the joined code, as with Ruff
    place = f"cell {told.cell}:{told.start.row}:{told.start.column}: " if told.cell else ""
    text = place + told.message + (f"\n{told.help}" if told.help else "")
    made: dict[str, Any] = {
        "message": readable(text),
        "location": {
            "path": readable_path(document.sources.shown(finding.path)),
            "range": _range(lines, finding.start, max(finding.start, finding.end)),
        },
        "severity": finding.severity.name,
        "code": {"value": finding.code, "url": finding.url},
    }
    suggestion = _suggestion(document.sources.text(finding.path), lines, finding.fix)
    if suggestion is not None:
        made["suggestions"] = [suggestion]
    return made


def readable_path(path: str) -> str:
    """A path as JSON can hold it; bytes that are no UTF-8 are replaced."""
    return path.encode(errors="surrogateescape").decode(errors="replace")


def _suggestion(text: str | None, lines: Sequence[str], fix: Fix | None) -> dict[str, Any] | None:
    """All edits of a fix as one: a reader who accepts half of them is left with broken code."""
    if text is None or fix is None or not fix.edits:
        return None
    start = min(edit.start for edit in fix.edits)
    end = max(edit.end for edit in fix.edits)
    if end.row - start.row >= _MOST_LINES:
        return None
    starts = line_starts(text)
    try:
        first, behind = offset(starts, start), len(text) - offset(starts, end)
        new = apply(text, fix.edits)
    except (Overlap, IndexError):  # the file is no longer the one that was linted
        return None
    return {"range": _range(lines, start, end), "text": new[first : len(new) - behind]}


def _range(lines: Sequence[str], start: Location, end: Location) -> dict[str, Any]:
    return {"start": _position(lines, start), "end": _position(lines, end)}


def _position(lines: Sequence[str], where: Location) -> dict[str, int]:
    """Reviewdog counts columns in bytes of UTF-8."""
    column = where.column
    if where.row <= len(lines):
        before = lines[where.row - 1][: column - 1]
        column += len(before.encode(errors="surrogatepass")) - len(before)
    return {"line": where.row, "column": column}

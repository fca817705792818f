"""GitLab's code quality report, for the widget of a merge request.

https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
"""

from __future__ import annotations

import hashlib
import json

from jaxopt_lint.finding import Severity
from jaxopt_lint.report.document import Document, readable
from jaxopt_lint.report.rdjson import readable_path

_SEVERITY = {Severity.ERROR: "critical", Severity.WARNING: "minor", Severity.INFO: "info"}


def dumps(document: Document) -> str:
    """One array of issues; GitLab drops those that share a fingerprint, so none do."""
    taken: set[str] = set()
    out = []
    for finding in document.findings:
        name = finding.fingerprint or f"{finding.code}:{finding.path}"
        while name in taken:
            name = hashlib.sha256(name.encode(errors="surrogatepass")).hexdigest()[:32]
        taken.add(name)
        told = document.sources.told(finding)
        begin, end, place = told.start.row, max(told.start, told.end).row, ""
        if told.cell is not None:
            # No line that GitLab shows is the one; as with Ruff, it is the file's first.
            place = f"cell {told.cell}:{told.start.row}:{told.start.column}: "
            begin = end = 1
        text = f"{finding.code}: {place}{told.message}"
        out.append(
            {
                "type": "issue",
                "check_name": finding.name,
                "description": readable(text),
                "content": {"body": readable(told.help or told.message) + f"\n\n{finding.url}"},
                "categories": ["Performance"],
                "severity": _SEVERITY[finding.severity],
                "fingerprint": name,
                "location": {
                    "path": readable_path(document.sources.shown(finding.path)),
                    "lines": {"begin": begin, "end": end},
                },
            }
        )
    return json.dumps(out, indent=2)

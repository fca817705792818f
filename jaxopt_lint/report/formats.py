"""The findings of a run in the output format that was asked for; nothing is imported before."""

from __future__ import annotations

from jaxopt_lint.report.console import Style
from jaxopt_lint.report.document import FORMATS, Document
from jaxopt_lint.report.document import dumps as dumps_as


def render(
    document: Document,
    kind: str,
    style: Style,
    unsafe: bool,
    verbose: bool = False,
    failures: list[str] | None = None,
) -> str:
    """Findings in one of the output formats; see `report.text.report` for `failures`."""
    if kind in FORMATS:
        return dumps_as(kind, document)
    findings, sources = document.findings, document.sources
    if kind != "github":
        findings = [sources.told(finding) for finding in findings]
    if kind == "json":
        from jaxopt_lint.report.as_json import dumps

        return dumps(findings)
    if kind == "github":
        from jaxopt_lint.report.github import lines

        return "\n".join(lines(findings, sources))
    from jaxopt_lint.report.text import concise, grouped, report

    if kind == "concise":
        return "\n".join(concise(finding, sources, style, unsafe) for finding in findings)
    if kind == "grouped":
        return "\n".join(grouped(findings, sources, style, unsafe))
    return "\n".join(report(findings, sources, style, unsafe, verbose, failures))

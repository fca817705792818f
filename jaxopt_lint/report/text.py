"""Findings for people: one line each, or with the source, the help and the fix."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from jaxopt_lint.finding import Applicability, Confidence, Finding, Promise, Severity, Verdict
from jaxopt_lint.report.console import Style, clean, count
from jaxopt_lint.report.diff import excerpt
from jaxopt_lint.report.evidence import details, headline
from jaxopt_lint.report.frame import frame
from jaxopt_lint.report.sources import Sources

_PAINT = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "cyan"}
PROMISES = {
    Promise.SAME: "promises the same bits",
    Promise.CLOSE: "promises the same up to rounding",
    Promise.ASK: "can change behaviour",
}


def concise(finding: Finding, sources: Sources, style: Style, unsafe: bool = False) -> str:
    """`path:row:column: CODE [*] message`."""
    path = clean(sources.shown(finding.path))
    mark = f" [{style('*', 'cyan')}]" if applies(finding, unsafe) else ""
    sep = style(":", "cyan")
    return (
        f"{style(path, 'bold')}{sep}{finding.start.row}{sep}{finding.start.column}{sep} "
        f"{style(finding.code, _PAINT[finding.severity], 'bold')}{mark} {clean(finding.message)}"
    )


def full(
    finding: Finding, sources: Sources, style: Style, unsafe: bool = False, verbose: bool = False
) -> Iterator[str]:
    """The concise line, the source, and what to do about it; `verbose` tells what was proven."""
    yield concise(finding, sources, style, unsafe)
    lines = sources.lines(finding.path)
    shown = frame(lines, finding.start, finding.end, style, paint=_PAINT[finding.severity])
    yield from shown
    bottom = min(len(lines), max(finding.end.row, finding.start.row) + 1)
    pad = " " * (len(str(bottom)) + 1)

    def note(label: str, text: str) -> str:
        first, *rest = clean(text).splitlines() or [""]
        indent = "\n" + pad + " " * (len(label) + 4)
        return (
            f"{pad}{style('=', 'blue')} {style(label + ':', 'bold')} {indent.join([first, *rest])}"
        )

    if finding.help:
        yield note("help", finding.help)
    for fact in finding.because if verbose else ():
        yield note("because", fact)
    for guess in finding.assumed:
        yield note("assuming", guess)
    if verbose or finding.confidence is not Confidence.HIGH:
        yield note("confidence", finding.confidence.value)
    fix = finding.fix
    if fix is not None:
        yield note("fix", f"{fix.title} ({PROMISES[fix.promise]}; {_how(finding)})")
        for guess in fix.assumed:
            yield note("fix assumes", guess)
        if shown:
            yield from (f"{pad}    {line}" for line in excerpt(lines, fix, style))
    if finding.refused:
        yield note("refused" if fix is not None else "no fix", finding.refused)
    if finding.evidence is not None:
        label = style("verify:", "bold")
        yield f"{pad}{style('=', 'blue')} {label} {headline(finding.evidence, style)}"
        for line in details(finding.evidence, style):
            yield f"{pad}    {line}"
    yield ""


def summary(findings: Sequence[Finding], unsafe: bool = False) -> str:
    """How many findings there are, and how many go away with which option."""
    if not findings:
        return "No findings."
    text = f"Found {count(len(findings), 'finding')}."
    now = sum(applies(f, unsafe) for f in findings)
    later = sum(applies(f, True) and not applies(f, unsafe) for f in findings)
    if now:
        text += f"\n[*] {now} fixable with `--fix`"
        text += f" ({later} more with `--fix --verify` or `--unsafe-fixes`)." if later else "."
    elif later:
        text += f"\n{later} fixable with `--fix --verify` or `--unsafe-fixes`."
    return text


def applies(finding: Finding, unsafe: bool) -> bool:
    """Whether `--fix` as given would apply a finding's fix."""
    if finding.fix is None or finding.fix.applicability is Applicability.DISPLAY:
        return False
    evidence = finding.evidence
    if evidence is not None and evidence.verdict is Verdict.REFUTED:
        return False
    return unsafe or finding.fix.applicability is Applicability.SAFE


def _how(finding: Finding) -> str:
    assert finding.fix is not None
    return {
        Applicability.SAFE: "--fix applies it",
        Applicability.UNSAFE: "--fix --verify or --unsafe-fixes applies it",
        Applicability.DISPLAY: "only shown",
    }[finding.fix.applicability]

"""What the harness measured, in lines for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from jaxopt_lint.finding import Check, Evidence, Finding, Verdict
from jaxopt_lint.report.console import Style, clean

_PAINT = {
    Verdict.PROVED: "green",
    Verdict.VERIFIED: "green",
    Verdict.REFUTED: "red",
    Verdict.UNVERIFIED: "yellow",
}
_MEANING = {
    Verdict.PROVED: "equal jaxprs: the same computation",
    Verdict.VERIFIED: "every check passed on real inputs",
    Verdict.REFUTED: "a check failed: the rewrite is not the same program",
    Verdict.UNVERIFIED: "nothing could be decided",
}
_MARK = {True: "ok", False: "FAILED", None: "n/a"}


def headline(evidence: Evidence, style: Style) -> str:
    """The verdict with its reason, and the inputs that it rests on."""
    word = style(evidence.verdict.value.upper(), _PAINT[evidence.verdict], "bold")
    if evidence.loses:
        word += style(" BUT SLOWER", "yellow", "bold")
    text = f"{word}  {evidence.reason or _MEANING[evidence.verdict]}"
    if evidence.inputs:
        text += style(f"  [inputs: {clean(evidence.inputs)}]", "dim")
    return text


def details(evidence: Evidence, style: Style) -> Iterator[str]:
    """One line for each check that says something, then the gain and the environment."""
    names = [check.name for check in evidence.checks]
    column = max([len(n) for n in names if len(n) <= 24] + [len("environment")])
    quiet = [c for c in evidence.checks if c.passed and not c.detail]
    for check in evidence.checks:
        if check not in quiet:
            yield _check(check, column, style)
    if quiet:
        passed = ", ".join(clean(check.name) for check in quiet)
        yield f"{'ok'.ljust(column)}  {passed}"
    for i, (metric, values) in enumerate(evidence.gain.items()):
        label = "gain" if i == 0 else ""
        yield f"{label.ljust(column)}  {_gain(metric, values)}"
    if evidence.environment:
        pairs = ", ".join(f"{k} {v}" for k, v in evidence.environment.items())
        yield style(f"{'environment'.ljust(column)}  {clean(pairs)}", "dim")


def block(finding: Finding, shown_path: str, style: Style) -> Iterator[str]:
    """The evidence on one fix, under a line that says which fix it is of."""
    evidence = finding.evidence
    if evidence is None:
        return
    where = f"{shown_path}:{finding.start.row}"
    if finding.qualname:
        where += f" {finding.qualname}"
    title = finding.fix.title if finding.fix else finding.name
    yield (
        f"{style(finding.code, 'red', 'bold')} {style(clean(where), 'bold')}  "
        f"{clean(title)}  {headline(evidence, style)}"
    )
    for line in details(evidence, style):
        yield f"  {line}"


def _check(check: Check, column: int, style: Style) -> str:
    paint = {True: "green", False: "red", None: "dim"}[check.passed]
    mark = style(_MARK[check.passed], paint)
    text = f"{clean(check.name).ljust(column)}  {mark}"
    lines = clean(check.detail).splitlines() or [""]
    text += f"  {lines[0]}" if lines[0] else ""
    return "\n".join([text, *(f"  {' ' * column}  {line}" for line in lines[1:])])


def _gain(metric: str, values: Any) -> str:
    name = metric.replace("_", " ")
    if not isinstance(values, Mapping):
        return f"{name} {_number(values)}"
    if "before" not in values or "after" not in values:
        return f"{name} " + ", ".join(f"{k} {_number(v)}" for k, v in values.items())
    before, after = values["before"], values["after"]
    unit = f" {values['unit']}" if values.get("unit") else ""
    if before == after:
        return f"{name} {_number(before)} = {_number(after)}{unit}"
    text = f"{name} {_number(before)} -> {_number(after)}{unit}"
    if _ratio(before, after):
        text += f" ({_ratio(before, after)})"
    rest = {k: v for k, v in values.items() if k not in ("before", "after", "unit")}
    if rest:
        text += "  " + ", ".join(f"{k.replace('_', ' ')} {_number(v)}" for k, v in rest.items())
    return text


def _ratio(before: Any, after: Any) -> str:
    if not all(isinstance(v, int | float) and v > 0 for v in (before, after)):
        return ""
    ratio = before / after
    return f"{ratio:.3g}x less" if ratio > 1 else f"{1 / ratio:.3g}x more"


def _number(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.4g}"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)

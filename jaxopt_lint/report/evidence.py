"""What the harness measured, in lines for people."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from jaxopt_lint.finding import Check, Evidence, Finding, Verdict
from jaxopt_lint.report.console import Style, clean, one_line
from jaxopt_lint.verify.evidence import meaning

_PAINT = {
    Verdict.PROVED: "green",
    Verdict.VERIFIED: "green",
    Verdict.REFUTED: "red",
    Verdict.UNVERIFIED: "yellow",
}
MEANING = {
    Verdict.PROVED: "equal jaxprs: the same computation",
    Verdict.VERIFIED: "every check passed on real inputs",
    Verdict.REFUTED: "a check failed: the rewrite is not the same program",
    Verdict.UNVERIFIED: "nothing could be decided",
}
# A check that held everywhere says only how often it was made.
_COUNTED = re.compile(r"(\d+ comparisons?)?")
_HINTS = {
    "NO_INPUT_SPEC": "--from-tests, `jaxopt-lint record -- COMMAND`, or a comment above the "
    "function: # jaxopt-lint: verify(f32[B, D], B=5, D=3)",
    "NEVER_CALLED": "--from-tests, or `jaxopt-lint record -- COMMAND` with a command that calls it",
    "NO_JAX": "`pip install 'jaxopt-lint[verify]'`, or --python PATH: the interpreter that has "
    "the project's JAX",
}
_MARK = {True: "ok", False: "FAILED", None: "n/a"}


def headline(evidence: Evidence, style: Style) -> str:
    """The verdict with its reason, and the inputs that it rests on."""
    word = style(evidence.verdict.value.upper(), _PAINT[evidence.verdict], "bold")
    if evidence.loses:
        word += style(" BUT LOSES", "yellow", "bold")
    text = f"{word}  {meaning(evidence.reason) or MEANING[evidence.verdict]}"
    if evidence.inputs:
        text += style(f"  [inputs: {clean(evidence.inputs)}]", "dim")
    return text


def details(evidence: Evidence, style: Style) -> Iterator[str]:
    """One line for each check that says something, then the gain and the environment."""
    loud, quiet = told_apart(evidence.checks)
    column = max([len(c.name) for c in loud if len(c.name) <= 24] + [len("environment")])
    for check in loud:
        yield from _check(check, column, style)
    if quiet:
        names = ", ".join(clean(check.name) for check in quiet)
        yield from _wrapped("holds", f"{style('ok', 'green')}  ", names, column)
    label = "gain"
    for metric, values in evidence.gain.items():
        shown = measured(metric, values)
        if shown:
            yield f"{label.ljust(column)}  {shown}"
            label = ""
    same = [m for m, v in evidence.gain.items() if _same(v) and v["before"]]
    if same:
        words = ", ".join(f"{_name(m)} {quantity(m, evidence.gain[m]['before'])}" for m in same)
        yield from _wrapped("unchanged", "", words, column)
    if evidence.environment:
        pairs = ", ".join(f"{k} {v}" for k, v in evidence.environment.items())
        yield style(f"{'environment'.ljust(column)}  {clean(pairs)}", "dim")
    hint = _HINTS.get(evidence.reason)
    if hint:
        yield f"{'try'.ljust(column)}  {hint}"


def told_apart(checks: Sequence[Check]) -> tuple[list[Check], list[Check]]:
    """The checks that say something, and those that held and say but how often they were made."""
    quiet = [c for c in checks if c.passed and _COUNTED.fullmatch(c.detail)]
    return [c for c in checks if c not in quiet], quiet


def block(finding: Finding, shown_path: str, style: Style) -> Iterator[str]:
    """The evidence on one fix, under a line that says which fix it is of."""
    evidence = finding.evidence
    if evidence is None:
        return
    cell = f"cell {finding.cell}:" if finding.cell is not None else ""
    where = f"{shown_path}:{cell}{finding.start.row}"
    if finding.qualname:
        where += f" {finding.qualname}"
    title = finding.fix.title if finding.fix else finding.name
    yield (
        f"{style(finding.code, 'red', 'bold')} {style(one_line(where), 'bold')}  "
        f"{clean(title)}  {headline(evidence, style)}"
    )
    for line in details(evidence, style):
        yield f"  {line}"


def measured(metric: str, values: Any) -> str:
    """One metric before and after; empty if it is the same."""
    name = _name(metric)
    if not isinstance(values, Mapping):
        return f"{name} {quantity(metric, values)}"
    if "before" not in values or "after" not in values:
        return f"{name} " + ", ".join(f"{k} {quantity(metric, v)}" for k, v in values.items())
    if _same(values):
        return ""
    before, after = values["before"], values["after"]
    if "claim" in values:  # by turns: what is said about it is the harness's to say
        if not values["claim"]:
            return f"{name} {quantity(metric, before)}, no difference that could be told"
        times = f"{quantity(metric, before)} -> {quantity(metric, after)}"
        return f"{name} {times}, {values['claim']}, on {clean(values['inputs'])}"
    text = f"{name} {quantity(metric, before)} -> {quantity(metric, after)}"
    ratio = _ratio(before, after)
    if "seconds" in metric and after and 0.5 < before / after < 2:
        return text  # measured once: a small difference says nothing
    return f"{text} ({ratio})" if ratio else text


def quantity(metric: str, value: Any) -> str:
    """A number as people read it: times and sizes with a unit that fits."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return clean(str(value))
    if "seconds" in metric:
        for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
            if abs(value) >= size:
                return f"{value / size:.3g} {unit}"
        return f"{value / 1e-9:.3g} ns"
    if "bytes" in metric:
        for unit, size in (("GiB", 2**30), ("MiB", 2**20), ("KiB", 2**10)):
            if abs(value) >= size:
                return f"{value / size:.4g} {unit}"
        return f"{value} B"
    return f"{value:.4g}" if isinstance(value, float) else f"{value:,}"


def _name(metric: str) -> str:
    words = metric.replace("_", " ")
    return (
        words.replace("seconds per call", "run time").replace(" seconds", "").replace(" bytes", "")
    )


def _same(values: Any) -> bool:
    return (
        isinstance(values, Mapping)
        and {"before", "after"} <= values.keys()
        and bool(values["before"] == values["after"])
    )


def _check(check: Check, column: int, style: Style) -> Iterator[str]:
    paint = {True: "green", False: "red", None: "dim"}[check.passed]
    first, *rest = clean(check.detail).splitlines() or [""]
    mark = style(_MARK[check.passed], paint)
    yield f"{clean(check.name).ljust(column)}  {mark}  {first}".rstrip()
    for line in rest:
        yield f"{' ' * column}  {line}"


def _wrapped(label: str, lead: str, words: str, column: int) -> Iterator[str]:
    for i, line in enumerate(textwrap.wrap(words, 84)):
        yield f"{(label if i == 0 else '').ljust(column)}  {lead if i == 0 else ''}{line}"


def _ratio(before: Any, after: Any) -> str:
    if not all(isinstance(v, int | float) and v > 0 for v in (before, after)):
        return ""
    ratio = before / after
    return f"{ratio:.3g}x less" if ratio > 1 else f"{1 / ratio:.3g}x more"

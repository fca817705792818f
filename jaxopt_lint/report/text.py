"""Findings for people: one line each, or with the source, the help and the fix."""

from __future__ import annotations

import re
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from jaxopt_lint.finding import (
    AT_WORK,
    BUNDLED,
    RECORD,
    RETIRED,
    UNIMPORTABLE,
    UNREACHED,
    UNSEEN,
    Applicability,
    Confidence,
    Finding,
    Fix,
    Promise,
    Severity,
    Verdict,
)
from jaxopt_lint.report.console import Style, clean, count, one_line
from jaxopt_lint.report.diff import excerpt
from jaxopt_lint.report.evidence import details, headline
from jaxopt_lint.report.frame import frame
from jaxopt_lint.report.order import Kind, at_least, kinds, with_repeats, worst_first
from jaxopt_lint.report.sources import Sources

PAINT = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "cyan"}
PROMISES = {
    Promise.SAME: "same result, bit for bit",
    Promise.CLOSE: "same result up to rounding",
    Promise.ASK: "can change behaviour",
}
_PLACES = {
    AT_WORK: "in the `__main__` block of a module that others import",
    RETIRED: "in what its author marks as deprecated",
    UNREACHED: "where nothing comes to it",
    UNIMPORTABLE: "in a file that imports what its project does not have",
    RECORD: "in a notebook that nothing shows or runs",
    BUNDLED: "in a copy of another project, of which this one runs nothing here",
    UNSEEN: "until a run shows what it costs",
}
_MOST_PLACES = 12  # lines that are named where findings are only counted


def concise(finding: Finding, sources: Sources, style: Style, unsafe: bool = False) -> str:
    """`path:row:column: CODE [*] message`; in a notebook `path:cell 3:row:column: ...`."""
    code = style.link(style(finding.code, PAINT[finding.severity], "bold"), finding.url)
    mark = f" [{style('*', 'cyan')}]" if applies(finding, unsafe) else ""
    return f"{_place(finding, sources, style)} {code}{mark} {one_line(finding.said)}"


def report(
    findings: Iterable[Finding],
    sources: Sources,
    style: Style,
    unsafe: bool = False,
    verbose: bool = False,
    failures: list[str] | None = None,
) -> Iterator[str]:
    """Findings worst first; of those that are alike in a file, the first in full.

    Args:
        failures: takes what went wrong in showing a finding, which is then shown in one line.
    """
    ordered = worst_first(findings)
    for kind in map(Kind, ordered) if verbose else kinds(ordered):
        try:
            yield from list(full(kind.first, sources, style, unsafe, verbose))
        except Exception:
            if failures is None:
                raise
            yield concise(kind.first, sources, style, unsafe)
            where = f"{kind.first.path}:{_row(kind.first)}"
            failures.append(f"{where}: {kind.first.code} was not shown\n{traceback.format_exc()}")
        if kind.more:
            pad = _pad(kind.first, sources)
            others = _more(kind.more, kind.first, sources)
            words = f"{style('=', 'blue')} {style('and', 'bold')} {others}"
            yield style.wrapped(f"{pad}{words}", pad + " " * 6)
        yield ""


def full(
    finding: Finding, sources: Sources, style: Style, unsafe: bool = False, verbose: bool = False
) -> Iterator[str]:
    """`path:row:column: severity: message [CODE name] [*]`, the source, and what to do about it.

    `verbose` tells what was proven.
    """
    paint = PAINT[finding.severity]
    code = style.link(style(finding.code, "bold"), finding.url)
    head = (
        f"{_place(finding, sources, style)} {style(finding.severity.value, paint, 'bold')}: "
        f"{one_line(finding.message)} [{code} {finding.name}]"
    )
    if applies(finding, unsafe):
        head += f" [{style('*', 'cyan')}]"
    yield style.wrapped(head, "    ")
    lines = sources.lines(finding.path, finding.cell)
    shown = frame(lines, finding.start, finding.end, style, paint=paint)
    yield from shown
    pad = _pad(finding, sources)

    def note(label: str, text: str) -> str:
        first, *rest = clean(text).splitlines() or [""]
        indent = pad + " " * (len(label) + 4)
        start = f"{pad}{style('=', 'blue')} {style(label + ':', 'bold')} {first}"
        return "\n".join(
            style.wrapped(line, indent) for line in [start, *(indent + r for r in rest)]
        )

    if finding.help:
        yield note("help", finding.help)
    for fact in finding.because if verbose else ():
        yield note("because", fact)
    for guess in finding.assumed:
        yield note("assuming", guess)
    if verbose and finding.lowered is not None:
        before, pattern = finding.lowered.severity.value, finding.lowered.pattern
        by = _PLACES.get(pattern, f"by `severity-by-path` for `{pattern}`")
        by = f"as {finding.lowered.why}" if finding.lowered.why else by
        yield note("severity", f"{before} elsewhere; lowered {by}")
    if verbose or finding.confidence is not Confidence.HIGH:
        yield note("confidence", finding.confidence.value)
    fix = finding.fix
    if fix is not None:
        yield note("fix", f"{fix.title} ({PROMISES[fix.promise]}; {_how(finding)})")
        for guess in fix.assumed:
            yield note("fix assumes", guess)
        if shown:
            yield from (f"{pad}    {line}" for line in _excerpt(finding, fix, sources, style))
    if finding.refused:
        yield note("refused" if fix is not None else "no fix", finding.refused)
    if finding.evidence is not None:
        label = style("verify:", "bold")
        head = f"{pad}{style('=', 'blue')} {label} {headline(finding.evidence, style)}"
        yield style.wrapped(head, pad + " " * 4)
        for line in details(finding.evidence, style):
            yield f"{pad}    {line}"


def _excerpt(finding: Finding, fix: Fix, sources: Sources, style: Style) -> Iterator[str]:
    """What a fix changes, cell by cell in a notebook."""
    for cell in sorted({edit.cell or 0 for edit in fix.edits}):
        here = replace(fix, edits=tuple(e for e in fix.edits if (e.cell or 0) == cell))
        beside = cell == (finding.cell or 0)
        if not beside:
            yield style(f"cell {cell}:", "blue")
        seen = range(finding.start.row - 1, finding.end.row + 2) if beside else ()
        yield from excerpt(sources.lines(finding.path, cell or None), here, style, seen=seen)


def grouped(
    findings: Sequence[Finding], sources: Sources, style: Style, unsafe: bool = False
) -> Iterator[str]:
    """The findings of each file below its name, a line each."""
    files: dict[str, list[Finding]] = {}
    for finding in findings:
        files.setdefault(finding.path, []).append(finding)
    for path, members in files.items():
        yield f"{style(one_line(sources.shown(path)), 'bold')}:"
        places = [f"{_row(f)}:{f.start.column}" for f in members]
        column = max(map(len, places))
        word = max(len(f.severity.value) for f in members)
        for place, finding in zip(places, members, strict=True):
            severity = style(finding.severity.value.ljust(word), PAINT[finding.severity], "bold")
            code = style.link(style(finding.code, "bold"), finding.url)
            mark = f"[{style('*', 'cyan')}]" if applies(finding, unsafe) else "   "
            line = f"  {place.rjust(column)}  {severity}  {code} {mark} {one_line(finding.said)}"
            yield style.wrapped(line, " " * (column + word + 17))
        yield ""


def summary(
    findings: Sequence[Finding],
    least: Severity = Severity.INFO,
    unsafe: bool = False,
    folded: bool = False,
) -> str:
    """How many findings there are, and how many go away with which option.

    Args:
        least: the severity below which findings were only counted.
        folded: whether they were reported in the form that only counts what is alike.
    """
    if not findings:
        return "No findings."
    counts = Counter(finding.severity for finding in findings)
    parts = ", ".join(count(counts[s], s.value) for s in Severity if counts[s])
    files = len({finding.path for finding in findings})
    text = f"Found {count(len(findings), 'finding')} in {count(files, 'file')}: {parts}."
    shown = with_repeats(findings, least) if folded else at_least(findings, least)
    if len(shown) < len(findings):
        lowest = max(counts, key=lambda severity: severity.rank)
        text += f"\n{len(findings) - len(shown)} not shown: `--severity {lowest.value}` shows all."
        unseen = sum(f.unseen for f in findings if not f.severity.at_least(least))
        if unseen:
            text += f"\nOnly a run tells what {unseen} of these would cost: `jaxopt-lint observe "
            text += "-- COMMAND` watches one, and what it loses by them is a warning from then on."
    now = sum(applies(f, unsafe) for f in findings)
    later = sum(applies(f, True) and not applies(f, unsafe) for f in findings)
    if now:
        text += f"\n[*] {now} fixable with `--fix`"
        text += f" ({later} more with `--fix --verify` or `--unsafe-fixes`)." if later else "."
    elif later:
        text += f"\n{later} fixable with `--fix --verify` or `--unsafe-fixes`."
    hidden = sum(len(kind.more) for kind in kinds(shown)) if folded else 0
    if hidden:
        text += f"\n{hidden} shown by their line only: `--verbose` shows each in full"
        repeated = any(f.repeated and not f.severity.at_least(least) for f in shown)
        text += "." if repeated else ", `--output-format concise` each in a line."
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


def _place(finding: Finding, sources: Sources, style: Style) -> str:
    sep = style(":", "cyan")
    path = style(one_line(sources.shown(finding.path)), "bold")
    cell = f"cell {finding.cell}{sep}" if finding.cell is not None else ""
    return f"{path}{sep}{cell}{finding.start.row}{sep}{finding.start.column}{sep}"


def _row(finding: Finding) -> str:
    """The row of a finding, as it is told."""
    row = f"{finding.start.row}"
    return row if finding.cell is None else f"cell {finding.cell}:{row}"


def _pad(finding: Finding, sources: Sources) -> str:
    """What stands in front of the notes on a finding, so that they begin below its frame."""
    end = max(finding.end.row, finding.start.row)
    bottom = min(len(sources.lines(finding.path, finding.cell)), end + 1)
    return " " * (len(str(bottom)) + 1)


def _subject(finding: Finding, first: Finding) -> str:
    """What another finding of the kind begins with, where the first begins with something else."""
    own, shown = (re.match(r"`([^`\n]{1,40})`", f.message) for f in (finding, first))
    return f" (`{own[1]}`)" if own and shown and own[1] != shown[1] else ""


def _more(alike: Sequence[Finding], first: Finding, sources: Sources) -> str:
    """`28 more in this file: lines 786, 787, ...`; those beside the first are counted."""
    here = [f for f in alike if f.path == first.path]
    parts = [_here(here, first)] if here else []
    away: dict[str, list[str]] = {}
    for finding in alike:
        if finding.path != first.path:
            away.setdefault(one_line(sources.shown(finding.path)), []).append(_row(finding))
    if away:
        shown = [f"{path}:{rows[0]}" for path, rows in away.items()]
        last = ", ..." if len(shown) > _MOST_PLACES else ""
        number = sum(map(len, away.values()))
        files = count(len(away), "other file")
        parts.append(f"{number} more in {files}: {', '.join(shown[:_MOST_PLACES])}{last}")
    return "; ".join(parts)


def _here(alike: Sequence[Finding], first: Finding) -> str:
    others: dict[str, str] = {}
    for finding in alike:
        others.setdefault(_row(finding), _subject(finding, first))
    here = _row(first)
    beside = sum(_row(finding) == here for finding in alike)
    if beside == len(alike):
        return f"{beside} more on this line{others[here]}"
    others.pop(here, None)
    rows = list(others)
    shown = ", ".join(f"{row}{name}" for row, name in list(others.items())[:_MOST_PLACES])
    if len(rows) > _MOST_PLACES:
        shown += f", ... {rows[-1]}"
    word = "" if first.cell is not None else "line " if len(rows) == 1 else "lines "
    beside_it = f"{beside} on this line, " * bool(beside)
    return f"{len(alike)} more in this file: {beside_it}{word}{shown}"

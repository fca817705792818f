"""What the harness showed, as one page: both versions side by side, checks, errors, costs."""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from jaxopt_lint.finding import Check, Evidence, Verdict
from jaxopt_lint.report.console import clean, count
from jaxopt_lint.report.evidence import MEANING, measured, quantity, told_apart
from jaxopt_lint.report.markup import prose, row, safe
from jaxopt_lint.report.skeleton import document
from jaxopt_lint.verify.evidence import meaning

_AROUND = 3  # lines of code around a change
_MARKS = {True: "ok", False: "FAILED", None: "not made"}
_LEAST = -3.0  # powers of ten below the tolerance, where the bar of an error begins


@dataclass(frozen=True)
class Proof:
    """One rewrite and what was seen of it; `old` and `new` are texts of the same file."""

    title: str
    old: str
    new: str
    evidence: Evidence


def page(proofs: Sequence[Proof]) -> str:
    """The text of the page, for a file of UTF-8."""
    tally = [(v, sum(p.evidence.verdict is v for p in proofs)) for v in Verdict]
    words = ", ".join(f"{n} {verdict.value}" for verdict, n in tally if n)
    about = f"<h1>{count(len(proofs), 'rewrite')}</h1>\n<p>{words or 'Nothing was tried.'}</p>"
    sections = [
        (f"proof-{number}", safe(proof.title), _proof(proof))
        for number, proof in enumerate(proofs, 1)
    ]
    return document("jaxopt-lint: verification", about, sections)


def _proof(proof: Proof) -> str:
    found = proof.evidence
    word = found.verdict.value.upper() + (" BUT LOSES" if found.loses else "")
    reason = meaning(found.reason) or MEANING[found.verdict]
    parts = [f'<p><strong class="{found.verdict.value}">{word}</strong> {prose(reason)}</p>']
    if found.inputs:
        parts.append(f'<p class="faint">inputs: {safe(found.inputs)}</p>')
    parts += [_versions(proof.old, proof.new), _checks(found.checks), _gain(found.gain)]
    if found.environment:
        pairs = ", ".join(f"{name} {value}" for name, value in found.environment.items())
        parts.append(f'<p class="faint">{safe(pairs)}</p>')
    return "\n".join(part for part in parts if part)


def _versions(old: str, new: str) -> str:
    """The lines that differ, each version in its column."""
    rows = list(_beside(old.splitlines(), new.splitlines()))
    if not rows:
        return ""
    body = "".join(
        f'<tr class="{kind}"><td class="number">{a}</td><td class="code">{_code(left)}</td>'
        f'<td class="number">{b}</td><td class="code">{_code(right)}</td></tr>'
        for kind, a, left, b, right in rows
    )
    return (
        '<div class="wide"><table class="lines beside"><caption>before and after</caption>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _code(text: str) -> str:
    return safe(text) if text.strip() else ""


def _beside(old: list[str], new: list[str]) -> Iterator[tuple[str, str, str, str, str]]:
    """Rows of what differs, with some lines around: kind, number and line of each version."""
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for place, group in enumerate(matcher.get_grouped_opcodes(_AROUND)):
        if place:
            yield "gap", "", "", "", ""
        for tag, a, b, c, d in group:
            for i in range(max(b - a, d - c)):
                left, right = a + i < b, c + i < d
                yield (
                    "same" if tag == "equal" else "changed",
                    str(a + i + 1) if left else "",
                    clean(old[a + i]) if left else "",
                    str(c + i + 1) if right else "",
                    clean(new[c + i]) if right else "",
                )


def _checks(checks: Sequence[Check]) -> str:
    if not checks:
        return ""
    rows = [row("check", "", "seen", bars="error, of the tolerance", head=True)]
    loud, quiet = told_apart(checks)
    for check in loud:
        mark = f'<span class="{str(check.passed).lower()}">{_MARKS[check.passed]}</span>'
        cells = (safe(check.name), mark, prose(check.detail))
        rows.append(row(*cells, bars=_error(check) or "&nbsp;"))
    if quiet:
        names = ", ".join(check.name for check in quiet)
        held = '<span class="true">ok</span>'
        rows.append(row("others", held, f"hold: {safe(names)}", bars="&nbsp;"))
    table = f"<table><caption>checks</caption>{''.join(rows)}</table>"
    return f'<div class="wide">{table}</div>'


def _error(check: Check) -> str:
    """A bar for the largest error: from a thousandth of the tolerance to the whole of it."""
    if not check.tolerance or check.error is None:
        return ""
    share = check.error / check.tolerance
    power = math.log10(share) if 0 < share < math.inf else (_LEAST if not share > 0 else 0.0)
    width = 100 * (1 - max(_LEAST, min(0.0, power)) / _LEAST)
    kind = "again" if share > 1 or math.isnan(share) else "dispatch"
    return f'<span class="bar {kind}" style="width: {width:.0f}%"></span>'


def _gain(gain: dict[str, Any]) -> str:
    """What was measured of both versions, with bars where it differs."""
    rows = []
    for metric, values in gain.items():
        told = measured(metric, values)
        if told and isinstance(values, dict) and {"before", "after"} <= values.keys():
            before, after = values["before"], values["after"]
            most = max(before, after) or 1
            bars = "".join(
                f'<span class="bar {kind}" style="width: {100 * value / most:.0f}%"></span><br>'
                for kind, value in (("wait", before), ("dispatch", after))
            )
            shown = (f"#{quantity(metric, value)}" for value in (before, after))
            name = metric.replace("_", " ")
            rows.append(row(safe(name), *shown, safe(values.get("claim") or ""), bars=bars))
    if not rows:
        return ""
    top = row("", "#before", "#after", "", bars="before, after", head=True)
    return (
        '<div class="wide"><table><caption>what both versions cost</caption>'
        f"{top}{''.join(rows)}</table></div>"
    )

"""What a tuning came to, for people and for programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from jaxopt_lint.finding import Evidence, Finding
from jaxopt_lint.observe.figures import NAMES, Unit, figures
from jaxopt_lint.observe.losses.loss import Group, Loss, at
from jaxopt_lint.observe.losses.table import Table
from jaxopt_lint.report import as_json as written
from jaxopt_lint.report.console import count, one_line
from jaxopt_lint.report.evidence import quantity
from jaxopt_lint.report.observed.as_json import lost
from jaxopt_lint.report.observed.head import NOTHING
from jaxopt_lint.report.observed.text import PERHAPS, TITLES, amount
from jaxopt_lint.tuning.effect import is_about
from jaxopt_lint.verify.evidence import meaning

_FIGURES = (
    "seconds", "compile-seconds", "recompiles", "waits", "wait-seconds", "eager-operations",
    "dispatches", "bytes-to-device", "bytes-to-host", "undonated-bytes", "captured-bytes",
    "lost-seconds", "lost-bytes",
)  # fmt: skip
_BY_HAND = 5  # of the losses that remain, how many are shown
# `quantity` takes the unit from the name of a metric.
_METRICS = {Unit.SECONDS: "seconds", Unit.BYTES: "bytes"}


@dataclass
class Tuned:
    """A tuning from its start to its end.

    Attributes:
        before: the run of the program as it was.
        after: the run of what is on the disk now; None where nothing was changed.
        tried: the fixes that were run, each with the evidence.
        refused: why fixes were not written that are right, by fingerprint.
        kept: the fingerprints of those that are on the disk now.
        unfixed: the findings that the run has shown to cost something; some say why they have no
            fix.
        notes: what the reader has to know besides.
    """

    command: Sequence[str]
    before: Table
    after: Table | None = None
    tried: Sequence[tuple[Finding, Evidence]] = ()
    refused: Mapping[str, str] = field(default_factory=dict)
    kept: frozenset[str] = frozenset()
    unfixed: Sequence[Finding] = ()
    notes: list[str] = field(default_factory=list)

    @property
    def last(self) -> Table:
        """The run that says what is still lost."""
        return self.after or self.before


def text(tuned: Tuned) -> str:
    """For people."""
    parts = [_figures(tuned), _fixes(tuned), _left(tuned), _perhaps(tuned)]
    parts.append([f"note: {note}" for note in tuned.notes])
    return "\n\n".join("\n".join(part) for part in parts if part)


def as_json(tuned: Tuned) -> str:
    """For programs."""
    then, now = figures(tuned.before), figures(tuned.last)
    return written.encode(
        {
            "command": list(tuned.command),
            "fixes": [
                {
                    "path": finding.path,
                    "row": finding.start.row,
                    "rule": finding.code,
                    "kept": finding.fingerprint in tuned.kept,
                    "evidence": written.evidence(evidence),
                }
                for finding, evidence in tuned.tried
            ],
            "figures": {name: {"before": then[name], "after": now[name]} for name in _FIGURES},
            "left": [lost(loss) for loss in tuned.last.losses],
            "notes": tuned.notes,
        }
    )


def title(finding: Finding) -> str:
    """A fix in one line: where, and what it does."""
    words = finding.fix.title if finding.fix else finding.name
    return f"{one_line(finding.path)}:{finding.start.row} {words}"


def _figures(tuned: Tuned) -> list[str]:
    if tuned.after is None:
        return ["Nothing was changed."]
    then, now = figures(tuned.before), figures(tuned.after)
    rows: list[tuple[str, str, str, str]] = [("", "before", "after", "")]
    rows += [_row(name, then, now) for name in _FIGURES if then[name] or now[name]]
    first, second, third = (max(len(row[i]) for row in rows) for i in range(3))
    return [
        f"{name.ljust(first)}  {old.rjust(second)}  {new.rjust(third)}  {ratio}".rstrip()
        for name, old, new, ratio in rows
    ]


def _row(
    name: str, then: Mapping[str, float], now: Mapping[str, float]
) -> tuple[str, str, str, str]:
    metric = _METRICS.get(NAMES[name][0], "")
    old, new = (quantity(metric, _whole(side[name])) for side in (then, now))
    return name, old, new, _times(then[name], now[name])


def _fixes(tuned: Tuned) -> list[str]:
    """The fixes that are on the disk, then those that are not, with the reason."""
    kept = [f for f, _ in tuned.tried if f.fingerprint in tuned.kept]
    out = [f"applied: {title(finding)}" for finding in kept]
    for finding, evidence in tuned.tried:
        if finding.fingerprint not in tuned.kept:
            refused = tuned.refused.get(finding.fingerprint, "") if evidence.right else ""
            out.append(f"not applied: {title(finding)}: {refused or _why(evidence)}")
    return out


def _why(evidence: Evidence) -> str:
    words = meaning(evidence.reason)
    if not words and evidence.right:
        return "it did not help in the run"
    detail = next((check.detail for check in evidence.checks if check.passed is not True), "")
    words = words or evidence.verdict.value
    return f"{words} ({one_line(detail)})" if detail else words


def _left(tuned: Tuned) -> list[str]:
    """What the program still loses, and what can make its results wrong."""
    wrong = tuned.last.of(Group.RESULTS)
    losses = [loss for loss in tuned.last.losses if loss.group is not Group.RESULTS]
    out: list[str] = []
    if wrong:
        out = _shown(f"{TITLES[Group.RESULTS]}, in", wrong, tuned)
    if losses:
        return out + _shown("Still lost, in", losses, tuned)
    return [*out, NOTHING if tuned.after is None else "Nothing else is lost."]


def _shown(title: str, losses: Sequence[Loss], tuned: Tuned) -> list[str]:
    out = [f"{title} {count(len(losses), 'place')}:"]
    for loss in losses[:_BY_HAND]:
        out += _loss(loss)
        why = "" if tuned.after else _why_no_fix(loss, tuned.unfixed)
        out += [f"    no fix: {one_line(why)}"] if why else []
    if len(losses) > _BY_HAND:
        out.append("  `jaxopt-lint observe show` lists all of them")
    return out


def _why_no_fix(loss: Loss, findings: Sequence[Finding]) -> str:
    """Why no codemod mends a loss, where one came across it."""
    about = (one for one in findings if one.refused and is_about(one, loss))
    return next((one.refused for one in about), "")


def _perhaps(tuned: Tuned) -> list[str]:
    """What takes much time, and need not be lost."""
    loss = tuned.last.perhaps
    return [f"{PERHAPS}:", *_loss(loss)] if loss else []


def _loss(loss: Loss) -> list[str]:
    parts = one_line(at(loss.place)), amount(loss), one_line(loss.reason)
    return [f"  {'  '.join(part for part in parts if part)}", f"    {one_line(loss.change)}"]


def _whole(value: float) -> float:
    return int(value) if value == int(value) else value


def _times(before: float, after: float) -> str:
    if not before or not after or before == after:
        return ""
    ratio = before / after
    return f"{ratio:.3g}x less" if ratio > 1 else f"{1 / ratio:.3g}x more"

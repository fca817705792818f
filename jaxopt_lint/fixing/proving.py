"""Which fixes the harness lets through: what it is asked first, what is written on what it says,
and whether the fixes of a file also hold together."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from jaxopt_lint.finding import Confidence, Evidence, Finding, Location, Verdict
from jaxopt_lint.rewriting import edits
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python.module import Module
from jaxopt_lint.settings.config import VerifyConfig
from jaxopt_lint.verify.evidence import meaning

Judge = Callable[[Facts, str, Finding], Evidence]


def worth(finding: Finding) -> tuple[float, int, int, tuple[str, int, Location, str]]:
    """Sorts findings by what mending them promises: the seconds that a run was seen to lose, then
    how much the rule says that they matter, then how sure it is of that."""
    observed = finding.observed
    return (
        -observed.seconds if observed is not None else 0.0,
        finding.severity.rank,
        _CONFIDENCES.index(finding.confidence),
        finding.order,
    )


def why_not_written(evidence: Evidence, policy: VerifyConfig) -> str:
    """Why `--verify` does not write a fix; empty where it does."""
    if not evidence.right:
        return meaning(evidence.reason) or "a check failed"
    if evidence.loses:
        from jaxopt_lint.verify.gain import COMPILES, worse

        # How that compares with what is saved in a whole run, no single call tells.
        if not (policy.run_decides and worse(evidence) == {COMPILES}):
            return "it is measurably worse"
    if policy.require_gain and not evidence.gains:
        return "it gains nothing that was measured (--require-gain)"
    others = [source for source in evidence.sources if source not in policy.accept]
    return f"`verify.accept` leaves out inputs from {', '.join(others)}" if others else ""


def fine_together(
    facts: Facts, chosen: list[Finding], judge: Judge, given_up: dict[str, str]
) -> list[Finding]:
    """Fixes that were verified one at a time, as far as they also hold in combination: all changes
    at once, or, where these cannot be run together, each on top of those before it."""
    module = facts.module

    def fixed(group: list[Finding]) -> str:
        return edits.apply(module.text, [e for f in group for e in f.fix.edits])  # type: ignore[union-attr]

    def judged(group: list[Finding]) -> Evidence:
        limits = {limit: None for f in group for limit in f.fix.limits}  # type: ignore[union-attr]
        fix = replace(group[-1].fix, limits=tuple(limits))  # type: ignore[type-var]
        return judge(facts, fixed(group), group[-1].with_(fix=fix))

    def judged_on_top(before: list[Finding], finding: Finding) -> Evidence:
        text = fixed(before)
        again = Module(text, module.name, path=module.path, is_package=module.is_package)
        last = Facts(again, facts.project, display=facts.display)
        return judge(last, fixed([*before, finding]), finding)

    if judged(chosen).right:
        return chosen
    kept: list[Finding] = []
    for finding in chosen:
        evidence = judged([*kept, finding]) if kept else None
        if evidence is not None and evidence.verdict is Verdict.UNVERIFIED:
            evidence = judged_on_top(kept, finding)
        if evidence is None or evidence.right:
            kept.append(finding)
        else:
            why = meaning(evidence.reason) or "a check failed"
            given_up[key_of(finding)] = f"together with the file's other fixes: {why}"
    return kept


def key_of(finding: Finding) -> str:
    """Stands for a finding from one round to the next, in which rows of a message may differ."""
    return f"{finding.fingerprint} {_DIGITS.sub('', finding.message)}"


_DIGITS = re.compile(r"\d+")
_CONFIDENCES = list(Confidence)

"""Asks the harness about one fix: which functions changed, and what running them shows."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from jaxopt_lint.finding import Check, Evidence, Finding, Verdict
from jaxopt_lint.fixing.asking import asked
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python.module import Module
from jaxopt_lint.settings.config import Config
from jaxopt_lint.syntax.reading import parse

if TYPE_CHECKING:
    from jaxopt_lint.verify.settings import VerifySettings


@contextmanager
def judging(
    config: Config, settings: VerifySettings
) -> Iterator[Callable[[Facts, str, Finding], Evidence]]:
    """A judge that shares one running JAX over all fixes of a run."""
    from jaxopt_lint.fixing.verdicts import Change, Verdicts
    from jaxopt_lint.verify.evidence import Reason, unverified
    from jaxopt_lint.verify.harness import verify_change
    from jaxopt_lint.verify.session import Session

    kept = None if settings.verdicts is None else Verdicts(settings.verdicts, settings)
    with Session(settings) as session:

        def decided(change: Change) -> dict[str, Evidence]:
            def decide() -> dict[str, Evidence]:
                if settings.budget is not None and not settings.budget.left:
                    return dict.fromkeys(change.functions, unverified(Reason.NOT_REACHED))
                return verify_change(
                    change.root, change.texts, change.functions, settings, donated=change.donated,
                    jitted=change.jitted, pieces=change.pieces, session=session,
                )  # fmt: skip

            return decide() if kept is None else kept.found(change, session, decide)

        def judge(facts: Facts, new: str, finding: Finding) -> Evidence:
            module = facts.module
            if ast.dump(module.tree) == ast.dump(parse(new).tree):
                return Evidence(Verdict.PROVED, checks=(Check("run", None, "same program"),))
            after = Facts(
                Module(new, module.name, path=module.path, is_package=module.is_package),
                facts.project,
                display=facts.display,
            )
            question, why = asked(facts, after)
            if question is None or why:
                return no_function(why)
            texts = {(config.root / facts.display).resolve(): question.texts}
            change = Change(
                config.root, texts, question.functions, question.donated, question.jitted,
                question.pieces,
            )  # fmt: skip
            return question.told(combined(decided(change)))

        yield judge


def no_function(why: str) -> Evidence:
    """Evidence on a change that no function holds which could be run."""
    return Evidence(Verdict.UNVERIFIED, reason="NO_FUNCTION", checks=(Check("run", None, why),))


def combined(found: dict[str, Evidence]) -> Evidence:
    """One verdict over several functions: the weakest of them."""
    order = [Verdict.REFUTED, Verdict.UNVERIFIED, Verdict.VERIFIED, Verdict.PROVED]
    results = list(found.values())
    worst = min(results, key=lambda e: order.index(e.verdict))
    if len(results) == 1:
        return worst
    checks = tuple(
        Check(f"{name.partition(':')[2]}: {check.name}", check.passed, check.detail)
        for name, evidence in found.items()
        for check in evidence.checks
    )
    gain: dict[str, object] = {}
    for name, evidence in found.items():
        for metric, value in evidence.gain.items():
            gain.setdefault(metric, value)
            if metric not in worst.gain:
                gain[f"{name.partition(':')[2]} {metric}"] = value
    return replace(
        worst,
        checks=checks,
        inputs="; ".join(sorted({e.inputs for e in results if e.inputs})),
        gain=gain,
        loses=any(e.loses for e in results),
        gains=any(e.gains for e in results),
        sources=tuple(sorted({source for e in results for source in e.sources})),
    )

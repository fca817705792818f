"""From the comparison of two records to a verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from jaxopt_lint.finding import Check, Evidence, Limit, Verdict
from jaxopt_lint.verify.evidence import Reason, checks_of, unverified

_NUMERIC = {
    "value", "gradient", "jvp", "second derivative", "sizes", "variations",
    "f64", "f64 gradient", "f64 jvp", "f64 second derivative",
}  # fmt: skip

_LIMITS = {
    Limit.ITERATORS: "the rewrite refuses iterators in the place of lists, which JAX never takes",
    Limit.UNLIKE_TREES: "trees of other structures are refused, or kept, which are alike here",
}


def may_be_rounding(answer: dict[str, Any]) -> bool:
    """Whether only numbers differ, so that the conditioning of the original has a say."""
    failed = {row["name"] for row in answer["checks"] if row["passed"] is False}
    return bool(failed) and failed <= _NUMERIC and not answer["stateful"]


def conclude(
    answer: dict[str, Any], inputs: str, environment: dict[str, str], left: Sequence[str] = ()
) -> Evidence:
    """The evidence that a finished comparison amounts to.

    Args:
        left: which calls of the project are known, and were not made: what is compared is less than
            all that is known, so that nothing is proved.
    """
    checks = checks_of(answer["checks"])
    checks += tuple(Check("calls", None, one) for one in left)
    if answer["left"]:
        detail = f"{answer['left']} calls were left out: the original takes long, or much room"
        checks = (*checks, Check("calls", None, detail))
    if answer["refused"]:
        stated = "; ".join(_LIMITS[one] for one in answer["refused"])
        checks = (*checks, Check("limits", None, stated))
    failed = {check.name for check in checks if check.passed is False}
    if not answer["returned"]:  # what is left behind on the way to an error is no promise
        failed -= {"files", "state"}

    def evidence(verdict: Verdict, reason: str = "") -> Evidence:
        return Evidence(
            verdict,
            reason=reason,
            checks=checks,
            inputs=inputs,
            gain=dict(answer["gain"]),
            environment=environment,
        )

    if failed and answer["ill"] and may_be_rounding(answer):  # and it moves on other inputs only
        return evidence(Verdict.UNVERIFIED, Reason.ILL_CONDITIONED)
    if failed:
        return evidence(Verdict.REFUTED)
    if not answer["returned"]:
        detail = answer["errors"][0] if answer["errors"] else ""
        return unverified(Reason.ORIGINAL_RAISES, detail, inputs)
    if answer["opaque"]:
        found = evidence(Verdict.UNVERIFIED, Reason.OPAQUE_RESULT)
        return _with_check(found, Check("value", None, answer["opaque"]))
    if not answer["compared"]:
        return unverified(Reason.NOTHING_TO_COMPARE, "it returns and prints nothing", inputs)
    if answer["proved"]:
        tried = "; ".join(dict.fromkeys(answer["types"]))
        check = Check("jaxpr", True, f"equal programs for {tried}")
        whole = not (left or answer["unproved"] or answer["spread"])
        return _with_check(evidence(Verdict.PROVED if whole else Verdict.VERIFIED), check)
    if answer["hollow"]:
        words = "all that it gives is NaN, with whatever was tried"
        return unverified(Reason.NOTHING_TO_COMPARE, words, inputs)
    if answer["ill"]:
        return evidence(Verdict.UNVERIFIED, Reason.ILL_CONDITIONED)
    if not answer["wide"]:
        return evidence(Verdict.UNVERIFIED, Reason.NO_F64_RUN)
    if not answer["native"]:
        return evidence(Verdict.UNVERIFIED, Reason.ORIGINAL_RAISES)
    return evidence(Verdict.VERIFIED)


def _with_check(evidence: Evidence, check: Check) -> Evidence:
    return replace(evidence, checks=(*evidence.checks, check))

"""From the comparison of two records to a verdict."""

from __future__ import annotations

from typing import Any

from jaxopt_lint.finding import Check, Evidence, Verdict
from jaxopt_lint.verify.evidence import Reason, checks_of, unverified

_BETTER_WHEN_SMALLER = (
    "jaxpr_equations",
    "hlo_operations",
    "memory_bytes",
    "memory_temp_bytes",
    "gradient_memory_temp_bytes",
    "first_call_seconds",
)
_SLOWDOWN = 2.0
_NUMERIC = {
    "value", "gradient", "jvp", "second derivative", "sizes",
    "f64", "f64 gradient", "f64 jvp", "f64 second derivative",
}  # fmt: skip
# What the original had of each and the rewrite has not.
_DROPPED = {
    "checkpoints": "{before} -> {after} parts that are recomputed instead of kept",
    "donated": "{before} -> {after} arguments that lend their memory to results",
}


def may_be_rounding(answer: dict[str, Any]) -> bool:
    """Whether only numbers differ, so that the conditioning of the original has a say."""
    failed = {row["name"] for row in answer["checks"] if row["passed"] is False}
    return bool(failed) and failed <= _NUMERIC and not answer["stateful"]


def conclude(answer: dict[str, Any], inputs: str, environment: dict[str, str]) -> Evidence:
    """The evidence that a finished comparison amounts to."""
    checks = checks_of(answer["checks"])
    failed = any(check.passed is False for check in checks)

    def evidence(verdict: Verdict, reason: str = "") -> Evidence:
        return Evidence(
            verdict,
            reason=reason,
            checks=checks,
            inputs=inputs,
            gain=dict(answer["gain"]),
            environment=environment,
        )

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
        return _with_check(evidence(Verdict.PROVED), check)
    if answer["ill"]:
        return evidence(Verdict.UNVERIFIED, Reason.ILL_CONDITIONED)
    if not answer["wide"]:
        return evidence(Verdict.UNVERIFIED, Reason.NO_F64_RUN)
    if not answer["native"]:
        return evidence(Verdict.UNVERIFIED, Reason.ORIGINAL_RAISES)
    return evidence(Verdict.VERIFIED)


def _with_check(evidence: Evidence, check: Check) -> Evidence:
    return Evidence(
        evidence.verdict,
        evidence.reason,
        (*evidence.checks, check),
        evidence.inputs,
        evidence.gain,
        evidence.environment,
        evidence.loses,
    )


def weigh(evidence: Evidence, min_speedup: float) -> Evidence:
    """The same evidence with the gain judged: claims above the noise only, losses named."""
    gain = dict(evidence.gain)
    checks = evidence.checks
    loses = False
    compiles = gain.get("compiles_in_warm_calls")
    if compiles and compiles["after"] > compiles["before"]:
        loses = True
        detail = f"{compiles['before']} -> {compiles['after']} compilations in 3 warm calls"
        checks = (*checks, Check("compiles", None, detail))
    for metric, words in _DROPPED.items():
        if metric in gain:
            loses = True
            counts = gain.pop(metric)
            checks = (*checks, Check(metric, None, words.format(**counts)))
    run = gain.get("seconds_per_call")
    if run and run["after"] > 0:
        ratio = run["before"] / run["after"]
        noise = run["noise"]
        if ratio > max(min_speedup, noise):
            run["claim"] = f"{ratio:.2g}x faster"
        gained = any(_improves(gain, metric) for metric in _BETTER_WHEN_SMALLER)
        if 1 / ratio > max(_SLOWDOWN, noise * noise) and not gained:
            loses = True
            checks = (*checks, Check("run time", None, f"{1 / ratio:.2g}x slower"))
    return Evidence(
        evidence.verdict,
        evidence.reason,
        checks,
        evidence.inputs,
        gain,
        evidence.environment,
        loses,
    )


def _improves(gain: dict[str, Any], metric: str) -> bool:
    pair = gain.get(metric)
    return pair is not None and bool(pair["after"] < 0.8 * pair["before"])

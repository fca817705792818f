"""What a rewrite gains and what it loses, and when either is said.

One rule, that `docs/verification.md` states: a measure got **worse** or **better** if it differs by
its margin (run time: the whole confidence interval lies beyond `min-speedup`; the rest: below). A
rewrite **gains** if something got better. It **loses** if something got worse, and nothing got
better by as large a factor; and wherever it compiles again in warm calls, or drops a
`jax.checkpoint` or a donation that the original had.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from jaxopt_lint.finding import Check, Evidence

RUN = "seconds_per_call"
FIRST = "first_call_seconds"
COMPILES = "compiles"  # the check that says of a rewrite that it compiles in warm calls
_CONFIDENCE = 0.95
# How many times as much, and by how much at least, in the unit of the measure: smaller differences
# are chance, or nobody's concern.
_MARGINS = {
    "memory_bytes": (1.25, 64 << 10),
    "memory_temp_bytes": (1.25, 64 << 10),
    "gradient_memory_temp_bytes": (1.25, 64 << 10),
    FIRST: (2.0, 0.25),
}
# What cuBLAS takes for a product of matrices, however small they are: 32 MiB on Hopper GPUs. Where
# XLA makes a kernel of its own it does without, and neither is what the code asked for.
_WORKSPACE = 32 << 20
_WORDS = {FIRST: "first call"}
# What the original had of each and the rewrite has not.
_DROPPED = {
    "checkpoints": "{before} -> {after} parts that are recomputed instead of kept",
    "named": "{before} -> {after} results that a checkpoint keeps by their names",
    "offloaded": "{before} -> {after} results that a checkpoint keeps in host memory",
    "donated": "{before} -> {after} arguments that lend their memory to results",
}


@dataclass(frozen=True, slots=True)
class Interval:
    """How many times as fast the rewrite is: the median over rounds and what is certain."""

    ratio: float
    low: float
    high: float


def interval(before: Sequence[float], after: Sequence[float]) -> Interval | None:
    """The median of the ratios of rounds that were timed side by side, and its interval.

    The interval lies between two of the ratios in order, as far in as the sign test allows at 95 %
    (Hollander, Wolfe and Chicken, Nonparametric Statistical Methods, section 3.6); None for under
    six rounds, which allow none.
    """
    ratios = sorted(a / b for a, b in zip(before, after, strict=False) if b > 0)
    n = len(ratios)
    outside, tail = -1, 0.0
    for k in range(n // 2):
        tail += math.comb(n, k) / 2**n
        if 2 * tail > 1 - _CONFIDENCE:
            break
        outside = k
    if outside < 0:
        return None
    middle = (ratios[(n - 1) // 2] + ratios[n // 2]) / 2
    return Interval(middle, ratios[outside], ratios[n - 1 - outside])


def differs(metric: str, before: float, after: float) -> bool:
    """Whether a measure differs by more than its margin."""
    return _factor({"before": before, "after": after}, *_MARGINS[metric]) != 1.0


def weigh(evidence: Evidence, min_speedup: float) -> Evidence:
    """The same evidence with the gain judged by the rule above: what is claimed, what is lost."""
    gain = dict(evidence.gain)
    lost: list[Check] = []
    compiles = gain.get("compiles_in_warm_calls")
    if compiles and compiles["after"] > compiles["before"]:
        detail = f"{compiles['before']} -> {compiles['after']} compilations in 3 warm calls"
        lost.append(Check(COMPILES, None, detail))
    for metric, words in _DROPPED.items():
        if metric in gain:
            lost.append(Check(metric, None, words.format(**gain.pop(metric))))
    factors: dict[str, float] = {}
    if RUN in gain:
        gain[RUN], factors["run time"] = _run_time(gain[RUN], min_speedup)
    for metric, (times, least) in _MARGINS.items():
        values = gain.get(metric)
        if metric != FIRST and evidence.environment.get("backend") == "gpu":
            least += _WORKSPACE
        if values and values["before"] > 0 and values["after"] > 0:
            factors[_WORDS.get(metric, "memory")] = _factor(values, times, least)
    best = max(factors.values(), default=1.0)
    for name, factor in factors.items():
        if factor < 1 and factor * best < 1:
            lost.append(Check(name, None, f"{1 / factor:.2g}x as much"))
    return replace(
        evidence,
        checks=(*evidence.checks, *lost),
        gain=gain,
        loses=bool(lost),
        gains=best > 1 or bool(compiles and compiles["after"] < compiles["before"]),
    )


def worse(evidence: Evidence) -> set[str]:
    """What got worse, by the names of the checks that say so."""
    names = {COMPILES, *_DROPPED, "run time", "memory", *_WORDS.values()}
    return {check.name for check in evidence.checks if check.passed is None} & names


def _run_time(run: dict[str, Any], min_speedup: float) -> tuple[dict[str, Any], float]:
    """The run times with the claim that holds, and the factor that is certain (1: neither way)."""
    found = run.get("interval")
    if found is None:
        return run | {"claim": ""}, 1.0
    median, low, high = found
    beyond = max(1.0, run["noise"])
    if low > beyond and median >= min_speedup:
        return run | {"claim": f"{median:.2g}x faster ({low:.2g}x to {high:.2g}x)"}, low
    if high < 1 / beyond and median <= 1 / min_speedup:
        claim = f"{1 / median:.2g}x slower ({1 / high:.2g}x to {1 / low:.2g}x)"
        return run | {"claim": claim}, high
    return run | {"claim": ""}, 1.0


def _factor(values: dict[str, Any], times: float, least: float) -> float:
    """How many times as good a measure got that is better when smaller; 1 within its margin."""
    before, after = values["before"], values["after"]
    small = abs(before - after) < least or max(before, after) < times * min(before, after)
    return 1.0 if small else float(before / after)

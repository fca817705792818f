"""When two arrays count as equal.

Errors are normwise per leaf: `max|a-b| / max|a|`. Elementwise and ulp errors do not decide
anything, because correct rewrites reach large ones where results cancel to nearly zero.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np

F64_FLOOR = 1e-11
# Of derivatives at numbers that nobody gave, where digits cancel; mistakes come to 1e-8 and more.
EDGE_FLOOR = 1e-9
ILL_CONDITIONED = 1e-7
NATIVE_CHAOS = 1e-2
NATIVE_EPS = 64
# Of types with few digits, 64 units of rounding are no bound any more.
_FEWER_EPS = {"float16": 16, "bfloat16": 8}
NUDGES = 20
WEAK_EPS = 16

_EPS = {"float64": 2.0**-52, "float32": 2.0**-23, "float16": 2.0**-10, "bfloat16": 2.0**-7}


@dataclass
class Outcome:
    """How two leaves compare: passed, or not, or not decided.

    Attributes:
        ill: the original moves too much by itself for a difference to tell anything.
        jumps: so it does, or it goes over to NaN or infinity, or back.
    """

    passed: bool
    error: float = 0.0
    tolerance: float = 0.0
    note: str = ""
    ill: bool = False
    jumps: bool = False


def eps_of(dtype: str) -> float | None:
    """The rounding unit of a floating-point dtype, `None` for the exact kinds."""
    if dtype in ("float", "complex128"):
        return _EPS["float64"]
    if dtype == "complex64":
        return _EPS["float32"]
    return _EPS.get(dtype) or (0.125 if dtype.startswith("float8") else None)


def norm_error(a: Any, b: Any) -> float:
    """The normwise distance of two arrays of one shape; infinite where NaN or Inf sit elsewhere."""
    a, b = numbers(a), numbers(b)
    if a.shape != b.shape or not np.array_equal(np.isnan(a), np.isnan(b)):
        return float("inf")
    infinite = np.isinf(a)
    if not np.array_equal(infinite, np.isinf(b)) or not np.array_equal(a[infinite], b[infinite]):
        return float("inf")
    finite = np.isfinite(a)
    if not finite.any():
        return 0.0
    distance = float(np.max(np.abs(a[finite] - b[finite])))
    scale = float(np.max(np.abs(a[finite])))
    return distance / scale if scale > 0 else distance


def numbers(value: Any) -> Any:
    """An array in the widest type of its kind, so that differences are exact."""
    array = np.asarray(value)
    return array.astype(np.complex128 if array.dtype.kind == "c" else np.float64)


def native(
    old: dict[str, Any],
    new: dict[str, Any],
    nudged: dict[str, Any] | None,
    truth: tuple[dict[str, Any], dict[str, Any]] | None,
) -> Outcome:
    """Compare at the user's own precision; `truth` is what both sides give in float64."""
    eps = eps_of(old["dtype"])
    if eps is None:
        same = np.array_equal(old["value"], new["value"])
        return Outcome(same, 0.0 if same else float("inf"), 0.0, "exact kinds")
    error = norm_error(old["value"], new["value"])
    moved = _moved(old, nudged)
    times = _FEWER_EPS.get(old["dtype"], NATIVE_EPS)
    tolerance = times * eps + NUDGES * (moved if np.isfinite(moved) else 0.0)
    if error <= tolerance:
        return Outcome(True, error, tolerance)
    if truth is not None:
        right, right_new = truth
        agree = norm_error(right["value"], right_new["value"]) <= ILL_CONDITIONED
        old_error = norm_error(right["value"], old["value"])
        new_error = norm_error(right["value"], new["value"])
        if agree and new_error <= 2 * old_error + 4 * eps:
            note = f"against float64: old {old_error:.1e}, new {new_error:.1e}"
            return Outcome(True, error, tolerance, note)
    # Where the original itself moves this much, a difference tells nothing.
    jumps = moved > NATIVE_CHAOS
    return Outcome(False, error, tolerance, ill=jumps and bool(np.isfinite(moved)), jumps=jumps)


def rounds_to(old: Collection[str], new: Collection[str]) -> float:
    """The rounding unit of what both versions write into their programs, 0 for nothing.

    A cast to float32 rounds nothing at the user's own precision, or less than the user does, and
    may stand in one version alone; casts to narrower types stand in both.

    Args:
        old: the types to which the original's program in float64 converts wider ones; `new` is the
            same of the rewrite's.
    """
    common = {*old} & {*new} | ({*old} | {*new}) & {"float32"}
    return max((eps_of(dtype) or 0.0 for dtype in common), default=0.0)


def wide(
    old: dict[str, Any],
    new: dict[str, Any],
    nudged: dict[str, Any] | None,
    rounded: float = 0.0,
    floor: float = F64_FLOOR,
) -> Outcome:
    """Compare what both sides gave in the float64 run.

    A dtype that is the same natively may differ here, since 64-bit types change what mixed
    operations promote to: then the narrower of the two says how close they have to be; and so does
    `rounded`, the unit to which the programs round what they compute.
    """
    units = [eps_of(old["dtype"]), eps_of(new["dtype"])]
    if None in units:
        same = norm_error(old["value"], new["value"]) == 0.0
        return Outcome(same, 0.0 if same else float("inf"), 0.0, "exact kinds")
    eps = max(rounded, *(unit for unit in units if unit is not None))
    error = norm_error(old["value"], new["value"])
    moved = _moved(old, nudged)
    allowed = NUDGES * moved if np.isfinite(moved) else 0.0
    if eps > _EPS["float64"]:
        tolerance = WEAK_EPS * eps + allowed
        jumps = moved > NATIVE_CHAOS
        return Outcome(error <= tolerance, error, tolerance, "stays narrow", jumps=jumps)
    tolerance = max(floor, allowed)
    ill = error > floor and moved > ILL_CONDITIONED
    return Outcome(error <= tolerance, error, tolerance, ill=ill, jumps=ill)


def _moved(old: dict[str, Any], nudged: dict[str, Any] | None) -> float:
    """How far the original itself moves when its inputs move by one unit of rounding."""
    if nudged is None or "value" not in nudged or nudged.get("shape") != old.get("shape"):
        return 0.0
    return norm_error(old["value"], nudged["value"])

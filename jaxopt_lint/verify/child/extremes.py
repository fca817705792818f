"""Results for NaN, infinities and numbers near the ends of a type: compared by class.

Where an exponential overflows depends on the order of operations, so that the kind of each
number counts here: NaN, plus or minus infinity, or finite; and what float64 says of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from .ledger import Ledger
from .tolerance import eps_of

ACCURATE = 1e-4  # where the original is as near as this to float64, the rewrite is
OFF = 1e-2  # no further from it than this

Case = Mapping[str, Any]
_ZEROS = ("with 0.0", "with -0.0")
_LISTS = (("leaves", ""), ("vjp", " gradient"), ("jvp", " jvp"))


class Extremes:
    """Compares one call of each side on an input with one extreme number."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger

    def case(self, name: str, old: Case, new: Case, wide_old: Case, wide_new: Case) -> None:
        """Make the check of one case; the wide sides may be empty."""
        if "error" in new:
            self.ledger.add("extremes", False, f"{name}: the rewrite raised {new['error']}")
            return
        sides = [old, new, wide_old, wide_new]
        if wide_old.get("mode") != "widened" or "error" in wide_new:
            sides[2:] = [{}, {}]
        for key, what in _LISTS:
            lists = [_list(side, key) for side in sides]
            for index, a in enumerate(lists[0]):
                b, right, right_new = (
                    leaves[index] if index < len(leaves) else None for leaves in lists[1:]
                )
                problem = _difference(a, b, right, right_new)
                self.ledger.add("extremes", not problem, f"{name}{what}{a['path']}: {problem}")
                if key != "leaves" or b is None or not name.endswith(_ZEROS):
                    continue
                flipped = _flipped(a, b)
                self.ledger.add("sign of zero", not flipped, f"{name}{a['path']}: {flipped}")


def _list(side: Case, key: str) -> list[dict[str, Any]]:
    found = side.get(key) if key == "leaves" else (side.get("slopes") or {}).get(key)
    return found or []


def _difference(a: Any, b: Any, right: Any, right_new: Any) -> str:
    """What differs between two leaves that matters, in words; "" for nothing."""
    if "value" not in a or b is None or "value" not in b:
        return ""
    x, y = _numbers(a), _numbers(b)
    if x.shape != y.shape:
        return f"shape {y.shape}, not {x.shape}"
    if eps_of(a["dtype"]) is None:
        return "" if np.array_equal(x, y) else "other values"
    truth = _numbers(right) if right is not None and "value" in right else None
    known = truth is not None and truth.shape == x.shape
    other = _class(x) != _class(y)
    if known and right_new is not None and "value" in right_new:
        # The original's own overflow is no promise, if in float64 both versions say the same.
        mended = (_class(x) != _class(truth)) & (_class(y) == _class(truth))
        agree = _class(_numbers(right_new)) == _class(truth)
        other = other & ~(mended & agree)
    if other.any():
        where = np.unravel_index(int(np.argmax(other)), x.shape) if x.ndim else ()
        return f"{y[where]:.3g} where it was {x[where]:.3g}"
    if not known:
        return ""
    error, error_new = _distance(truth, x), _distance(truth, y)
    if error <= ACCURATE and error_new > OFF:
        return f"off by {error_new:.1e}, the original by {error:.1e}"
    return ""


def _flipped(a: Any, b: Any) -> str:
    """Where a zero has another sign, in words."""
    if "value" not in a or "value" not in b or eps_of(a["dtype"]) is None:
        return ""
    x, y = _numbers(a), _numbers(b)
    if x.shape != y.shape or np.iscomplexobj(x):
        return ""
    flipped = (x == 0) & (y == 0) & (np.signbit(x) != np.signbit(y))
    return "a zero of the other sign" if flipped.any() else ""


def _numbers(leaf: Any) -> Any:
    value = np.asarray(leaf["value"])
    return value.astype(np.complex128 if value.dtype.kind == "c" else np.float64)


def _class(value: Any) -> Any:
    """0 for finite numbers, 1 for NaN, 2 and 3 for infinities; complex ones by their parts."""
    if np.iscomplexobj(value):
        return 4 * _class(value.real) + _class(value.imag)
    kinds = np.isnan(value) + 2 * np.isposinf(value) + 3 * np.isneginf(value)
    return np.asarray(kinds)


def _distance(truth: Any, value: Any) -> float:
    """Normwise, over the numbers that are finite in both."""
    both = np.isfinite(truth) & np.isfinite(value)
    if not both.any():
        return 0.0
    scale = float(np.max(np.abs(truth[both])))
    gap = float(np.max(np.abs(truth[both] - value[both])))
    return gap / scale if scale > 0 else gap

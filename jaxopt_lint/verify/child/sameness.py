"""Whether two records hold the same results, argument values or output."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from .leaves import digest
from .tolerance import native

Leaves = list[dict[str, Any]]


def same_values(old: Leaves | None, new: Leaves | None, *, loose: bool = False) -> bool:
    """Whether two lists of leaves hold the same bits (`loose`: the same numbers)."""
    if old is None or new is None or len(old) != len(new):
        return old is new
    for a, b in zip(old, new, strict=False):
        if "digest" in a or "digest" in b:
            if _digest(a) != _digest(b):
                return False
        elif "value" in a and "value" in b:
            x, y = np.asarray(a["value"]), np.asarray(b["value"])
            if loose:
                x, y = x.astype(np.float64), y.astype(np.float64)
                if x.shape != y.shape or not np.allclose(x, y, equal_nan=True):
                    return False
            elif x.dtype != y.dtype or x.shape != y.shape or x.tobytes() != y.tobytes():
                return False
        elif a.get("text") != b.get("text"):
            return False
    return True


def difference(old: Leaves | None, new: Leaves | None) -> str:
    """The first difference beyond native rounding between two lists of leaves, in words."""
    if old is None or new is None or len(old) != len(new):
        return "other results"
    for a, b in zip(old, new, strict=False):
        if ("digest" in a or "digest" in b) and _digest(a) != _digest(b):
            return f"{a['path']} is another array"
        if "value" not in a or "value" not in b:
            continue
        if a["shape"] != b["shape"]:
            return f"{a['path']} has shape {b['shape']}, not {a['shape']}"
        outcome = native(a, b, None, None)
        if not outcome.passed:
            return f"{a['path']} is off by {outcome.error:.1e}"
    return ""


def _digest(leaf: dict[str, Any]) -> Any:
    """What a leaf holds, where a large array is told by its digest."""
    value = leaf.get("value")
    return leaf.get("digest") if value is None else digest(value)


NUMBER = re.compile(r"[-+]?\d+\.?\d*(?:e[-+]?\d+)?")


def same_text(old: str, new: str, *, ordered: bool) -> bool:
    """Whether two outputs have the same lines, numbers compared as numbers; and written with as
    many digits as the type of the original has, and no more."""
    first, second = old.splitlines(), new.splitlines()
    if not ordered:
        first, second = sorted(first), sorted(second)
    if first == second:
        return True
    if len(first) != len(second):
        return False
    for a, b in zip(first, second, strict=False):
        if NUMBER.sub("#", a) != NUMBER.sub("#", b):
            return False
        numbers = zip(NUMBER.findall(a), NUMBER.findall(b), strict=False)
        if not all(np.isclose(float(x), float(y), rtol=1e-4, atol=1e-6) for x, y in numbers):
            return False
    return {_type_of(old), _type_of(new)} != {"float32", "float64"}


def _type_of(text: str) -> str:
    """The type whose numbers are written out, by the most digits that one of them has, which all
    change where a rewrite writes another type; "" where few were asked for, or are enough."""
    fractions = [one.partition("e")[0] for one in NUMBER.findall(text) if "." in one]
    most = max((len(one.strip("+-0.").replace(".", "")) for one in fractions), default=0)
    return "float64" if most > _SINGLE + 2 else "float32" if _FEW < most <= _SINGLE else ""


_SINGLE = 9  # digits that tell any float32 from the next one
_FEW = 6  # more are nobody's format

"""Results for NaN, infinities and numbers near the ends of a type: compared by class.

Where an exponential overflows depends on the order of operations, so that the kind of each
number counts here: NaN, plus or minus infinity, or finite; and what float64 says of it. That the
original overflows on a finite input is no promise.
"""

from __future__ import annotations

import math
import re
from collections.abc import Container, Mapping
from typing import Any

import numpy as np

from .cases import BEYOND, CANCELLING
from .ledger import Ledger
from .minding import INFINITIES, LENGTHS, MINUS_INFINITY, OUTSIDE, SAID_OUTSIDE
from .sameness import same_text
from .tolerance import eps_of, numbers
from .variations import BELOW

ACCURATE = 1e-4  # where the original is as near as this to float64, the rewrite is
EXACT = 1e-6  # as near as float32 comes
OFF = 1e-2  # no further from it than this

Case = Mapping[str, Any]
_ZEROS = ("with 0.0", "with -0.0")
_LISTS = (("leaves", ""), ("vjp", " gradient"), ("jvp", " jvp"))


class Extremes:
    """Compares one call of each side on an input with one extreme number."""

    def __init__(
        self, ledger: Ledger, originals: Mapping[str, Case], rewrites: Mapping[str, Case],
        minds: Container[str] = (),
    ) -> None:  # fmt: skip
        self.ledger = ledger
        self.originals = originals
        programs = _programs(originals)
        # Where no program tells, it may choose.
        self.chooses = any(one.get("chooses", True) for one in programs)
        self.solves = any(one.get("solves", False) for one in programs)
        self.multiplies = any(one.get("multiplies", True) for one in _programs(rewrites))
        self.contracts = any(one.get("contracts", False) for one in _programs(rewrites))
        self.sums: list[bool] = next((one["sums"] for one in programs if "sums" in one), [])
        # What can't be traced may compute with more digits than arrays have.
        self.traced = bool(programs) and all("equations" in one for one in programs)
        self.minds = minds
        self.any_length = LENGTHS not in minds  # nothing looks after what lies beyond one
        self.places = unspoken(originals, rewrites, minds, "places")
        self._cancelled: list[tuple[str, float, float]] = []

    def case(self, name: str, old: Case, new: Case, wide: Case) -> None:
        """Make the check of one case; `wide` is the original's in float64, or empty."""
        place = _PLACE.match(name)
        if place and int(place[1]) in self.places and (name.endswith(" -1") or self.any_length):
            return
        if "error" in new:
            self.ledger.add("extremes", False, f"{name}: the rewrite raised {new['error']}")
            return
        if name.startswith(CANCELLING):
            self._cancel(name, old, new, wide)
            return
        self._alarm(name, old, new)
        # Nobody has a cost of -1e30: what comes of it, the order of operations makes.
        apart = BELOW in name and _is_huge(name) and OUTSIDE not in self.minds
        for key, what in _LISTS:
            theirs = _list(new, key)
            known = wide.get("mode") == "widened" and not _is_huge(name)
            truths = _list(wide, key) if known else []
            if key != "leaves" and not is_finite(old):
                continue  # of what is infinite or no number, no derivative tells anything
            for index, a in enumerate(_list(old, key)):
                b = theirs[index] if index < len(theirs) else None
                right = truths[index] if index < len(truths) else None
                spared = self._spared(name, key, index, a, b)
                finite = _is_finite(name)
                asked = MINUS_INFINITY if name.endswith(" -inf") else INFINITIES
                exact = asked in self.minds and not self.solves
                problem = _difference(a, b, right, spared, finite=finite, exact=exact)
                said = f"{name}{what}{a['path']}: {problem}"
                if problem and apart:
                    self.ledger.leave("far below zero", f"what was given is nowhere so, {said}")
                    continue
                self.ledger.add("extremes", not problem, said)
                summed = index < len(self.sums) and self.sums[index]
                if key == "leaves" and b is not None and name.endswith(_ZEROS) and not summed:
                    flipped = _flipped(a, b)
                    where = f"{name}{a['path']}: {flipped}"
                    self.ledger.add("sign of zero", not flipped, where)

    def _alarm(self, name: str, old: Case, new: Case) -> None:
        """What is said of numbers that are not finite, where the results are of the same kinds."""
        if _is_finite(name) or not (old["printed"] or new["printed"]):
            return
        if self.ledger.has_failed("effects"):  # it says other things of anything
            return
        kinds = [[_class(numbers(leaf["value"])).tolist() for leaf in side["leaves"]
                  if "value" in leaf] for side in (old, new)]  # fmt: skip
        if kinds[0] == kinds[1]:
            same = same_text(old["printed"], new["printed"], ordered=False)
            words = f"{name}: {new['printed'].strip()[:60]!r}, not {old['printed'].strip()[:60]!r}"
            self.ledger.add("alarms", same, words)

    def _cancel(self, name: str, old: Case, new: Case, wide: Case) -> None:
        """Note how far both versions are from float64 where large numbers cancel."""
        if not self.traced or wide.get("mode") != "widened":
            return
        for index, a in enumerate(old["leaves"]):
            sides = [_leaf(side, index) for side in (new, wide)]
            if eps_of(a.get("dtype", "")) and all("value" in one for one in (a, *sides)):
                x, y, truth = (numbers(one["value"]) for one in (a, *sides))
                if x.shape == y.shape == truth.shape and np.isfinite(truth).all():
                    gaps = _distance(truth, x), _distance(truth, y)
                    self._cancelled.append((f"{name}{a['path']}", *gaps))

    def cancelled(self) -> None:
        """Make the check of sums: where the original keeps all digits, in any order of what
        cancels, it means to."""
        if not self._cancelled or any(error > EXACT for _, error, _ in self._cancelled):
            return
        lost = [(name, new) for name, _, new in self._cancelled if new > OFF]
        words = f"{lost[0][0]}: off by {lost[0][1]:.1e}, the original by nothing" if lost else ""
        self.ledger.add("cancellation", not lost, words)

    def _spared(self, name: str, key: str, index: int, a: Any, b: Any) -> Any:
        """Where a difference in class tells nothing: a mask, or False for nowhere."""
        if "value" not in a or b is None or "value" not in b or a["shape"] != b["shape"]:
            return False
        x, y = numbers(a["value"]), numbers(b["value"])
        spared = (BELOW in name) & np.isnan(y)  # a logarithm or a root, which nobody asks for
        if name.endswith(BEYOND) and SAID_OUTSIDE not in self.minds:
            # JAX fills in NaN for some indices, and clamps others
            spared = spared | np.isnan(x) | np.isnan(y)
        if not self.traced and _is_huge(name):  # Python's numbers have room for their squares
            spared = spared | np.isinf(y)
        if _is_finite(name) and not (self.solves and _is_huge(name)):
            return spared
        if self.solves:  # how far a NaN gets through a factorization depends on its order
            return spared | (np.isfinite(x) != np.isfinite(y))
        same = self._independent(name, key, index, x.shape)
        lost = np.isfinite(y) & ~np.isfinite(x)  # NaN came by a product with zero
        made = np.isfinite(x) & np.isnan(y) & (self.multiplies and not self.chooses)
        # What chooses may keep it out. Where it comes through all the same, a product of matrices
        # takes it to whatever it has a zero for.
        spread = np.isfinite(x) & np.isnan(y) & (self.contracts and not np.isfinite(x).all())
        return spared | spread | (same & (lost | made))

    def _independent(self, name: str, key: str, index: int, shape: Any) -> Any:
        """Which numbers of a result do not depend on the number that a case changes."""
        place = _PLACE.match(name)
        seen = []
        for other, case in self.originals.items():
            if case["kind"] != "extreme" or "error" in case or not place:
                continue
            mine = _PLACE.match(other)
            if mine and mine[1] == place[1] and _is_finite(other):
                results = _list(case, key)
                if index < len(results) and "value" in results[index]:
                    seen.append(np.asarray(results[index]["value"]))
        if len(seen) < FEWEST or any(one.shape != shape for one in seen):
            return np.zeros(shape, bool)
        return np.all([one == seen[0] for one in seen], axis=0)


def _programs(cases: Mapping[str, Case]) -> list[dict[str, Any]]:
    """What is known of the programs of given calls; nothing of what could not be traced."""
    given = [one for one in cases.values() if one["kind"] == "base" and "error" not in one]
    return [one.get("program", {}) for one in given]


def unspoken(
    originals: Mapping[str, Case], rewrites: Mapping[str, Case], minds: Container[str], key: str
) -> list[Any]:
    """The whole numbers that are nothing but indices, labels or lengths, and of which nothing says
    what is meant by one out of range; by the program of the original, if it has one."""
    programs = [one for side in (originals, rewrites) for one in _programs(side) if key in one]
    return [] if OUTSIDE in minds or not programs else list(programs[0][key])


_PLACE = re.compile(r"array (\d+)\b")
FEWEST = 2  # finite numbers that tell whether results depend on one


def is_finite(record: Case) -> bool:
    """Whether all results are finite numbers."""
    arrays = [leaf["value"] for leaf in record["leaves"] if "value" in leaf]
    return all(np.isfinite(numbers(array)).all() for array in arrays)


def _list(side: Case, key: str) -> list[dict[str, Any]]:
    found = side.get(key) if key == "leaves" else (side.get("slopes") or {}).get(key)
    return found or []


def _leaf(side: Case, index: int) -> dict[str, Any]:
    found = _list(side, "leaves")
    return found[index] if index < len(found) else {}


def _is_finite(name: str) -> bool:
    """Whether the extreme of a case is a finite number."""
    return math.isfinite(float(name.rpartition(" ")[2]))


def _is_huge(name: str) -> bool:
    """Whether the extreme of a case takes all digits of the numbers that are added to it, of which
    another order of operations may leave none. Infinity leaves itself, whatever the order."""
    return HUGE < abs(float(name.rpartition(" ")[2])) < math.inf


HUGE = 1e20


def _difference(
    a: Any, b: Any, right: Any, spared: Any, *, finite: bool, exact: bool = False
) -> str:
    """What differs between two leaves that matters, in words; "" for nothing.

    Args:
        spared: where the class does not count.
        finite: the input is finite.
        exact: infinity is not the same as NaN.
    """
    if "value" not in a or b is None or "value" not in b:
        return ""
    x, y = numbers(a["value"]), numbers(b["value"])
    if x.shape != y.shape:
        return f"shape {y.shape}, not {x.shape}"
    if eps_of(a["dtype"]) is None:
        return "" if np.array_equal(x, y) else "other values"
    truth = numbers(right["value"]) if right is not None and "value" in right else None
    known = truth is not None and truth.shape == x.shape
    other = (_class(x) != _class(y)) & ~np.asarray(spared, bool)
    if finite:
        other = other & (_class(x) == 0)
    elif not exact:
        # Whether infinities meet zeros or each other depends on the order of operations.
        other = other & ~((np.isnan(x) & np.isinf(y)) | (np.isinf(x) & np.isnan(y)))
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
    x, y = numbers(a["value"]), numbers(b["value"])
    if x.shape != y.shape or np.iscomplexobj(x):
        return ""
    flipped = (x == 0) & (y == 0) & (np.signbit(x) != np.signbit(y))
    return "a zero of the other sign" if flipped.any() else ""


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

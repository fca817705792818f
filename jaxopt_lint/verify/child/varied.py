"""Judges calls that were varied: what a rewrite owes on calls that nobody is known to make.

The original takes many calls by chance. What it gives there counts where its code or its data say
that such calls are meant; sizes, types and numbers that no caller has are no reason to refuse a
rewrite for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

import numpy as np

from .contract import Contract
from .extremes import OFF
from .ledger import Ledger
from .lengths import ALONE, EMPTY, ONE_ALONE
from .minding import ITERABLES, LENGTHS, NANS, SAID_OUTSIDE, TYPES
from .spoken import ALARMS, FAILS, WHOLE
from .tolerance import eps_of, norm_error, numbers
from .variations import (
    AS_AN_ARRAY,
    AS_ANOTHER,
    BELOW,
    BYTES,
    COMPLEX,
    FEW_DIGITS,
    LISTS,
    LOOSE,
    MAY_REFUSE,
    NEAR,
    NONE_OF,
    ONCE,
    OUT_OF_RANGE,
    SHORT_ZEROS,
    SHORTER,
    UNLIKE,
    WHOLE_RANGE,
)

Case = Mapping[str, Any]
Leaves = list[dict[str, Any]]
Values = Callable[[str, Case, Case], str]  # the first number that differs, in words
# Which calls lie beyond what an author of a rewrite may state, by the names of `finding.Limit`.
_LIMITS = {"iterators": (ONCE, FAILS), "unlike-trees": (SHORTER, *AS_ANOTHER)}
_LENGTH = re.compile(r"the length (\d+) made 1 ")
FEW_OFF = 0.5  # of numbers that are rounded to few digits all the way
_UNDIVIDED = "not evenly divisible by the corresponding mesh axis sizes"
_UNHASHABLE = "unhashable type"
_LARGEST = float(np.finfo(np.float64).max)
_TYPES = ("type", "dtype", "weak type")
_NUMBERS = (*_TYPES, "shape", "value")


class Varied:
    """Compares one call of each side that differs from the given one in one thing.

    Attributes:
        given: what the original gave for a call as it was given.
        limits: what the rewrite may refuse, as its author states; `refused`: of these what it did.
        places: calls with numbers that are no place of anything (`extremes.unspoken`).
    """

    def __init__(
        self, ledger: Ledger, like: Contract, original: dict[str, Any], values: Values,
        limits: Collection[str] = (), places: Collection[str] = (),
    ) -> None:  # fmt: skip
        self.limits = limits
        kinds = (WHOLE_RANGE,) if LENGTHS in original["minds"] else OUT_OF_RANGE
        self.places = [f"{place}{kind}" for place in places for kind in kinds]
        self.refused: set[str] = set()
        self.ledger = ledger
        self.like = like
        self.original = original
        self.values = values
        base = [one for one in original["cases"].values() if one["kind"] == "base"]
        self.given: Case = base[0] if base else {}

    def case(self, name: str, old: Case, new: Case) -> None:
        """Make all checks that one call allows, as the one check of variations."""
        if name in self.places or old.get("traced") or new.get("traced"):
            return
        if "error" in new:
            if not self._may_raise(name, old, new) and not self._beyond(name):
                problem = f"{name}: the rewrite raised {new['error']}"
                self.ledger.add("variations", False, problem)
            return
        if name.endswith(AS_ANOTHER) and self._beyond(name):
            return
        if name == COMPLEX and not (_is_complex(old) and _is_complex(new)):
            return
        # Another type of numbers than was asked for may come out as another one.
        if name.endswith(FEW_DIGITS) and _dtypes(old) != _dtypes(new):
            if not self._keeps_types(old, name.rpartition(" ")[2]):
                return
        if name.endswith(WHOLE) and _dtypes(old) != _dtypes(self.given):
            return  # it gives numbers of the type that it is given
        if name.endswith(BYTES) and _dtypes(old) != _dtypes(new):
            return
        alike = _shapes(old) == _shapes(new)
        if name.endswith(ONE_ALONE) and not alike and not self._follows(name, old):
            return
        ledger = Ledger()
        contract = self.like.over(ledger)
        comparable = contract.check(name, dict(old), dict(new))
        contract.left(old.get("state", {}), new.get("state", {}), self.original["globals"])
        # A loop of no turns gives back what it began with: a number that may be an array now. And
        # what comes of another type of numbers than was asked for may have another one.
        spared = _NUMBERS if _is_of_nothing(name, old) else _TYPES if name.endswith(UNLIKE) else ()
        if _holds_nothing(old) and _dtypes(new) == _dtypes(self.given):
            spared = _NUMBERS  # nothing of the type that it gives otherwise
        failed = [row for row in ledger.checks() if row["passed"] is False]
        problem = next((row["detail"] for row in failed if row["name"] not in spared), "")
        if not problem and comparable and not name.endswith(ALARMS):
            problem = self._numbers(name, old, new)
        self.ledger.add("variations", not problem, problem)

    def _may_raise(self, name: str, old: Case, new: Case) -> bool:
        """Whether a rewrite may refuse a call that the original takes."""
        if name.endswith((ALONE, *MAY_REFUSE)):
            return True
        if name.endswith(AS_AN_ARRAY) and _UNHASHABLE in new["error"]:
            return True  # who keeps results by a number takes no array, which has no hash
        if _UNDIVIDED in new["error"] and self.given.get("program", {}).get("spread"):
            return True  # rows that are fewer than devices, of a program that has a row for each
        if name.endswith((ONCE, FAILS)) and ITERABLES not in self.original["minds"]:
            return True
        unlikely = BELOW in name or (_is_of_nothing(name, old) and _is_vacuous(old))
        return unlikely and not new.get("meant")

    def _beyond(self, name: str) -> bool:
        """Whether a call lies beyond what the rewrite takes, by what its author states."""
        beyond = {one for one, ends in _LIMITS.items() if name.endswith(ends)} & {*self.limits}
        if name.startswith(LISTS):  # all lists of a length at once
            beyond.discard("unlike-trees")
        self.refused |= beyond
        return bool(beyond)

    def _keeps_types(self, old: Case, given: str) -> bool:
        """Whether the original is about types, and gives numbers of the type that it is given."""
        floats = [one for one in _dtypes(old) if eps_of(one or "")]
        return TYPES in self.original["minds"] and {*floats} == {given}

    def _follows(self, name: str, old: Case) -> bool:
        """Whether the original's results have a length of one where they had the length that was
        made one; otherwise it was broadcast."""
        found = _LENGTH.match(name)
        if found is None or len(old["leaves"]) != len(self.given.get("leaves", ())):
            return False
        length = int(found[1])
        return all(
            a.get("shape") is not None
            and b.get("shape") == tuple(1 if n == length else n for n in a["shape"])
            for a, b in zip(self.given["leaves"], old["leaves"], strict=True)
        )

    def _numbers(self, name: str, old: Case, new: Case) -> str:
        if name == COMPLEX and _is_real(new) and not _is_real(old):
            return ""  # it takes the real parts, as NumPy does with a warning
        if name.startswith(LOOSE) or name.endswith(FEW_DIGITS) or EMPTY in name:
            means_nan = NANS in self.original["minds"]
            old, new = (_where_known if means_nan else _where_finite)(old, new)
        if EMPTY in name and name.endswith(ALONE) and LENGTHS not in self.original["minds"]:
            old, new = _where_something(old, new)
        said = SAID_OUTSIDE in self.original["minds"]
        if name.endswith(OUT_OF_RANGE) and not said:
            # JAX fills in NaN for some indices, and clamps others.
            old, new = _kept(old, new, lambda a, b: ~(np.isnan(a) ^ np.isnan(b)))
        if BELOW in name:
            old, new = _kept(old, new, lambda _, b: ~np.isnan(b))
        if name.endswith(NEAR):  # what is left of their difference depends on the order
            old, new = _kept(old, new, lambda a, _: np.zeros(a.shape, bool))
        problem = self.values(name, old, new)
        if name == SHORT_ZEROS and _far(old, new, _LARGEST):  # however far rounding moves zeros
            return f"{name}: not finite where it was"
        off = FEW_OFF if name.endswith(FEW_DIGITS) else OFF
        if name.startswith(LOOSE) and not _far(old, new, off):
            return ""
        return problem and f"{name}: {problem}"


def _is_of_nothing(name: str, old: Case) -> bool:
    """Whether a call has nothing in it: an axis of no entries, or 0 for the number of what there
    is, of which nothing comes."""
    return EMPTY in name or (name.endswith(NONE_OF) and _holds_nothing(old))


def _holds_nothing(record: Case) -> bool:
    """Whether there are results, and all of them are arrays without entries."""
    arrays = [leaf["value"].size for leaf in record["leaves"] if "value" in leaf]
    return bool(arrays) and not any(arrays)


def _is_vacuous(record: Case) -> bool:
    """Whether results hold no number at all: what there is of no entries."""
    arrays = [leaf["value"] for leaf in record["leaves"] if "value" in leaf]
    return all(array.size == 0 or np.isnan(numbers(array)).all() for array in arrays)


def _where_finite(old: Case, new: Case) -> tuple[Case, Case]:
    """Both records without the numbers that are not finite in the original."""
    return _kept(old, new, lambda a, _: np.isfinite(a))


def _where_known(old: Case, new: Case) -> tuple[Case, Case]:
    """Both records without the infinities of the original, whose NaN its documentation means."""
    return _kept(old, new, lambda a, _: ~np.isinf(a))


def _where_something(old: Case, new: Case) -> tuple[Case, Case]:
    """Both records without the zeros of the original, sums of nothing, that are NaN in the other:
    a mean of nothing."""
    return _kept(old, new, lambda a, b: ~((a == 0) & np.isnan(b)))


def _kept(old: Case, new: Case, which: Callable[[Any, Any], Any]) -> tuple[Case, Case]:
    """Both records with zeros for all floats but those that are asked for."""
    sides: tuple[Leaves, Leaves] = ([], [])
    for a, b in zip(old["leaves"], new["leaves"], strict=False):
        pair = (dict(a), dict(b))
        if "value" in a and "value" in b and a["shape"] == b["shape"] and eps_of(a["dtype"]):
            keep = which(numbers(a["value"]), numbers(b["value"]))
            for one in pair:
                one["value"] = np.where(keep, numbers(one["value"]), 0.0)
        for side, one in zip(sides, pair, strict=True):
            side.append(one)
    return {**old, "leaves": sides[0]}, {**new, "leaves": sides[1]}


def _far(old: Case, new: Case, off: float) -> bool:
    """Whether some numbers are far off, by more than what another order of operations costs."""
    pairs = zip(old["leaves"], new["leaves"], strict=False)
    return any(
        eps_of(a["dtype"]) is None or norm_error(a["value"], b["value"]) > off
        for a, b in pairs
        if "value" in a and "value" in b and not np.array_equal(a["value"], b["value"])
    )


def _is_complex(record: Case) -> bool:
    return all(str(leaf.get("dtype")).startswith("complex") for leaf in record["leaves"])


def _is_real(record: Case) -> bool:
    return not any(np.imag(leaf["value"]).any() for leaf in record["leaves"] if "value" in leaf)


def _dtypes(record: Case) -> list[Any]:
    return [leaf.get("dtype") for leaf in record["leaves"]]


def _shapes(record: Case) -> list[Any]:
    return [(leaf["path"], leaf.get("shape"), leaf.get("dtype")) for leaf in record["leaves"]]

"""Compare the records of both sides, and say for every check whether it passed."""

from __future__ import annotations

import pickle
from collections.abc import Collection
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from . import once_more
from .cases import EDGE_VALUES
from .contract import Contract
from .extremes import Extremes, is_finite, unspoken
from .gains import gains
from .ledger import LEFT_OUT, Ledger
from .lengths import has_many
from .proving import are_one, programs, unproved
from .renamed import leave_drawn_open
from .sameness import difference, same_text, same_values
from .tolerance import (
    EDGE_FLOOR,
    F64_FLOOR,
    eps_of,
    native,
    numbers,
    rounds_to,
    wide,
)  # fmt: skip
from .varied import Varied
from .written import compare as compare_files

Leaves = list[dict[str, Any]]
OTHER_ARGUMENTS = 2  # the call of a sequence that has arguments of its own


def compare(job: dict[str, Any]) -> dict[str, Any]:
    """The checks that can be made with the records at hand (the f64 ones may be missing)."""
    sides = {
        name: pickle.loads(Path(path).read_bytes()) if path else None
        for name, path in job["records"].items()
    }
    given = (set(job["donated"]), job["limits"])
    return Comparison(sides, *given, anywhere=job["anywhere"]).run()


class Comparison:
    """One comparison of two versions."""

    def __init__(
        self, sides: dict[str, Any], donated: set[int], limits: Collection[str], *, anywhere: bool
    ) -> None:
        self.limits = limits
        self.sides = sides
        self.old, self.new = sides["old"], sides["new"]
        self.old_wide, self.new_wide = sides["old_wide"], sides["new_wide"]
        self.nudged, self.nudged_wide = sides.get("nudged"), sides.get("nudged_wide")
        self.again = sides.get("again")  # a second run of the original
        drawn = leave_drawn_open(self.old, self.new, self.again) if self.again else []
        self.ledger = Ledger()
        if drawn:
            words = f"two runs of the original give another text as {drawn[0]}: not compared"
            self.ledger.leave("runs", words)
        minds = {one for side in (self.old, self.new) for one in side["minds"]}
        self.contract = Contract(self.ledger, donated, minds, anywhere=anywhere)
        self.extremes = Extremes(
            self.ledger, self.old["cases"], self.new["cases"], self.old["minds"]
        )
        self.rounded = rounds_to(
            *(side.get("narrows", ()) if side else () for side in (self.old_wide, self.new_wide))
        )
        # Such an original promises its choices among equals, though the least change makes others.
        traced = programs(self.old)
        self.moves = bool(traced) and all(program["moves"] for program in traced)
        self.returned = 0
        self.native_passed = 0
        self.exact = True  # all values so far are equal bit for bit
        self.wide_passed = 0

    def run(self) -> dict[str, Any]:
        """Make every check; the answer is plain JSON."""
        stateful = self._sequence()
        values = partial(self._values, check=None, stateful=stateful)
        sides = self.old["cases"], self.new["cases"]
        places = unspoken(*sides, self.old["minds"], "place_words")
        varied = Varied(self.ledger, self.contract, self.old, values, self.limits, places)
        self.contract.around(self.old, self.new, self.again)
        compare_files(self.ledger, self.sides)
        for name, old in self.old["cases"].items():
            new = self.new["cases"].get(name)
            if old.get("meant") and new is not None:
                self.contract.raised(name, old, new)
            if "error" in old or new is None:
                continue
            if old["kind"] == "variation":
                varied.case(name, old, new)
                continue
            if old["kind"] == "extreme":
                self.extremes.case(name, old, new, _case_of(self.old_wide, name))
                continue
            self._case(name, old, new, stateful=stateful)
            wide_old, wide_new = _case_of(self.old_wide, name), _case_of(self.new_wide, name)
            if wide_old and wide_new and "error" not in wide_old:
                self._wide_case(name, wide_old, wide_new, stateful=stateful)
        self.extremes.cancelled()
        once_more.repeated(self.ledger, self.contract.donated, self.old, self.new)
        once_more.after_change(self.ledger, self.old, self.new)
        if not stateful:
            once_more.mapped(self.ledger, self.old, self.new)
        return {
            "checks": self.ledger.checks(),
            "proved": are_one(self.old, self.new) and not stateful and self.exact,
            "spread": any(program["spread"] for program in programs(self.old)),
            "types": sorted(one["types"] for one in programs(self.old) if one["results"]),
            "stateful": stateful,
            "refused": sorted(varied.refused),
            "left": sum(one.get("error") == LEFT_OUT for one in self.old["cases"].values()),
            "unproved": unproved(self.old),
            "returned": self.returned,
            "native": self.native_passed,
            "wide": self.wide_passed,
            "opaque": self.contract.opaque,
            "compared": self.contract.compared,
            "hollow": self.contract.compared == self.contract.hollow,
            "ill": self.ledger.ill,
            "errors": sorted({c["error"] for c in self.old["cases"].values() if "error" in c}),
            "gain": gains(self.old, self.new),
        }

    def _sequence(self) -> bool:
        """Calls in a row; returns whether the original answers equal calls differently."""
        old, new = self.old["sequence"], self.new["sequence"]
        if not old or any("error" in record for record in old):
            return False
        if len(old) == 1:
            self.ledger.leave("sequence", "the original takes long, and was called once")
            return False
        stateful = not same_values(old[0].get("leaves"), old[1].get("leaves"))
        passed, detail = True, ""
        for number, (a, b) in enumerate(zip(old, new, strict=False)):
            problem = b.get("error") or self._other_turn(number, a, b, new[0], stateful=stateful)
            if problem:
                passed, detail = False, f"call {number + 1}: {problem}"
                break
        self.ledger.add("sequence", passed, detail)
        return stateful

    def _other_turn(self, number: int, a: Any, b: Any, first: Any, *, stateful: bool) -> str:
        """How a call of a sequence differs from the original's; of a function without state,
        whose values are judged by case, from its own first call with the same arguments."""
        if stateful:
            return difference(a.get("leaves"), b.get("leaves"))
        if _paths(a) != _paths(b):
            return "other results"
        if number == OTHER_ARGUMENTS:
            return ""
        problem = difference(first.get("leaves"), b.get("leaves"))
        return problem and f"{problem} beside the first call with the same arguments"

    def _case(self, name: str, old: dict[str, Any], new: dict[str, Any], *, stateful: bool) -> None:
        kind = old["kind"]
        self.returned += kind in ("base", "edge")
        if "error" in new:
            problem = f"{name}: the rewrite raised {new['error']}"
            check = "sizes" if kind in ("size", "empty") else "returns"
            self.ledger.add(check, False, problem)
            return
        self.contract.program(name, old, new)
        if kind == "empty":
            same = same_values(old["leaves"], new["leaves"], loose=True)
            self.ledger.add("sizes", same, f"{name}: values differ")
            return
        if kind == "size":
            problem = "" if _shapes(old) == _shapes(new) else "results of other shapes"
            if not problem:
                problem = self._values(name, old, new, None, stateful=stateful) or ""
            self.ledger.add("sizes", not problem, f"{name}: {problem}")
            return
        self.ledger.add("returns", True, name)
        if not self.contract.check(name, old, new):
            return
        problem = self._values(name, old, new, "value", stateful=stateful)
        self.native_passed += not problem
        self._slopes(name, old, new, "", stateful=stateful)

    def _values(
        self,
        name: str,
        old: dict[str, Any],
        new: dict[str, Any],
        check: str | None,
        *,
        stateful: bool,
    ) -> str:
        """Compare all leaves at native precision; returns the first problem."""
        random = old.get("program", {}).get("random") or "program" not in old
        still = stateful or self.moves
        truth_old = self._truth(self.old_wide, name)
        truth_new = self._truth(self.new_wide, name)
        nudged = None if still else _case_of(self.nudged, name).get("leaves")
        first = ""
        for index, (a, b) in enumerate(zip(old["leaves"], new["leaves"], strict=False)):
            if "value" not in a or "value" not in b:
                continue
            truth = None
            if truth_old and truth_new and not random:
                truth = (truth_old[index], truth_new[index])
            outcome = native(a, b, _at(nudged, index), truth)
            spared = outcome.jumps if _is_made_up(name, old) else outcome.ill
            spared |= has_many(name) and outcome.error <= _MANY_TERMS
            self.exact &= outcome.error == 0.0 or old["kind"] != "base"
            if check and not (spared and _is_made_up(name, old)):
                self.ledger.outcome(check, outcome, f"{name}{a['path']}")
            if not outcome.passed and not spared:
                first = first or f"{a['path']} is off by {outcome.error:.1e}"
        return first

    def _truth(self, side: Any, name: str) -> Leaves | None:
        case = _case_of(side, name)
        return case.get("leaves") if case.get("mode") == "widened" else None

    def _wide_case(
        self, name: str, old: dict[str, Any], new: dict[str, Any], *, stateful: bool
    ) -> None:
        if new.get("error"):
            self.ledger.add("f64", False, f"{name}: the rewrite raised {new['error']}")
            return
        if len(old["leaves"]) != len(new["leaves"]):
            return
        still = stateful or self.moves
        nudged = None if still else _case_of(self.nudged_wide, name).get("leaves")
        passed = True
        for index, (a, b) in enumerate(zip(old["leaves"], new["leaves"], strict=False)):
            if "value" not in a or "value" not in b:
                continue
            outcome = wide(a, b, _at(nudged, index), self.rounded)
            if outcome.jumps and _is_made_up(name, old):
                continue
            self.ledger.outcome("f64", outcome, f"{name}{a['path']}")
            passed &= outcome.passed
        self.wide_passed += passed
        self._slopes(name, old, new, "f64 ", stateful=stateful)

    def _slopes(
        self,
        name: str,
        old: dict[str, Any],
        new: dict[str, Any],
        prefix: str,
        *,
        stateful: bool,
    ) -> None:
        before, after = old.get("slopes") or {}, new.get("slopes") or {}
        self._said(name, prefix, before, after)
        if old["kind"] == "edge" and not is_finite(old):
            return  # nor has a derivative there any meaning
        side = self.nudged_wide if prefix else self.nudged
        nudged = {} if stateful else _case_of(side, name).get("slopes") or {}
        truths: list[dict[str, Any]] = [{}, {}]
        if _case_of(self.old_wide, name).get("mode") == "widened":
            truths = [_case_of(s, name).get("slopes") or {} for s in (self.old_wide, self.new_wide)]
        for mode, check in _DERIVATIVES:
            if mode not in before:
                continue
            if mode not in after:
                why = after.get(f"{mode}_error", "no float results")
                if mode == "second" and _IN_HOST_MEMORY in why:
                    self.ledger.leave(prefix + check, f"lost: {_ONCE_ONLY}")
                    continue
                if _DELETED in why or _DELETED in after.get("vjp_error", ""):
                    self.ledger.leave(prefix + check, f"lost: {_CONSUMED}")
                    continue
                self.ledger.add(prefix + check, False, f"{name}: the rewrite raised {why}")
                continue
            for index, (a, b) in enumerate(zip(before[mode], after[mode], strict=False)):
                if "value" not in a or "value" not in b:
                    continue
                if old["kind"] == "edge" and _is_noise(a) and _is_noise(b):
                    continue
                at = _at(nudged.get(mode), index)
                if prefix:
                    floor = EDGE_FLOOR if old["kind"] == "edge" else F64_FLOOR
                    outcome = wide(a, b, at, self.rounded, floor)
                else:
                    right, right_new = (_at(side.get(mode), index) for side in truths)
                    truth = (right, right_new) if right and right_new else None
                    outcome = native(a, b, at, truth)
                if not (outcome.jumps and _is_made_up(name, old)):
                    self.ledger.outcome(prefix + check, outcome, f"{name}{a['path']}")

    def _said(self, name: str, prefix: str, before: Any, after: Any) -> None:
        """What a call says while it is differentiated: what is computed anew says it again. Of a
        trace each version says what it likes."""
        said = [side.get("said", _TRACE) for side in (before, after)]
        if prefix or any(word in one for one in said for word in _OF_TRACES):
            return
        if self.ledger.has_failed("effects"):
            return
        same = same_text(*said, ordered=False)
        words = f"{name}: {said[1].strip()[:60]!r}, not {said[0].strip()[:60]!r}"
        self.ledger.add("effects of the gradient", same, words)


_OF_TRACES = _TRACE, _TRACER = "Traced<", "Tracer"
_DERIVATIVES = (("vjp", "gradient"), ("jvp", "jvp"), ("second", "second derivative"))

# JAX types what a checkpoint policy keeps in host memory as such, and has no transpose across.
_IN_HOST_MEMORY = "<host>"
_DELETED = "Array has been deleted"
_CONSUMED = "the derivative would read buffers that the rewrite donates"
_ONCE_ONLY = "JAX takes no second derivative through values that are kept in host memory"


def _is_made_up(name: str, case: dict[str, Any]) -> bool:
    """Whether all numbers of a call are others than the given ones and than zero: where rounding
    alone moves the original far, as at a singular matrix, it promises nothing there."""
    return case["kind"] == "variation" or name == EDGE_VALUES


def _case_of(side: Any, name: str) -> dict[str, Any]:
    """What a side, which may be missing, saw of a case, which may be missing too."""
    found: dict[str, Any] = side["cases"].get(name, {}) if side else {}
    return found


def _at(leaves: Leaves | None, index: int) -> dict[str, Any] | None:
    return leaves[index] if leaves is not None and index < len(leaves) else None


def _is_noise(leaf: dict[str, Any]) -> bool:
    """Whether a derivative is zero but for rounding, as at the top of a hill."""
    eps = eps_of(leaf["dtype"])
    return eps is not None and bool(np.all(np.abs(numbers(leaf["value"])) <= _NOISE * eps))


_NOISE = 32  # units of rounding
_MANY_TERMS = 1e-3  # sums of many float32 numbers in another order differ by as much


def _paths(record: dict[str, Any]) -> list[str]:
    return [leaf["path"] for leaf in record.get("leaves", [])]


def _shapes(record: dict[str, Any]) -> list[Any]:
    return [(leaf["path"], leaf.get("shape"), leaf.get("dtype")) for leaf in record["leaves"]]

"""What callers rely on besides the numbers: types, shapes, placement, arguments, output."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import Any

import numpy as np

from . import state
from .ledger import Ledger
from .lengths import ALONE, EMPTY
from .minding import CALLBACKS, ORDER, PRECISION
from .renamed import only_one
from .sameness import NUMBER, difference, same_text, same_values
from .spoken import FAILS

_ARGUMENT = re.compile(r"^\[0\]\[(\d+)\]")


class Contract:
    """Checks one call of each side against the original's contract."""

    def __init__(
        self, ledger: Ledger, donated: set[int], minds: Container[str] = (), *, anywhere: bool
    ) -> None:
        self.ledger = ledger
        self.minds = minds  # what the code of either version asks about (`minding`)
        self.anywhere = anywhere  # results that are not split may lie on any devices
        self.donated = donated
        self.opaque = ""
        self.compared = 0  # leaves, printed lines and arguments that hold any evidence
        self.hollow = 0  # those of them that hold nothing but NaN

    def over(self, ledger: Ledger) -> Contract:
        """The same contract, whose checks are written down elsewhere."""
        return Contract(ledger, self.donated, self.minds, anywhere=self.anywhere)

    def around(
        self, old: dict[str, Any], new: dict[str, Any], again: dict[str, Any] | None = None
    ) -> None:
        """What a function is, and what its calls leave, beside their results.

        Args:
            again: what a second run of the original has left: what differs from the first is
                another thing in each run, and no promise.
        """
        add = self.ledger.add
        if old["signature"] and not any(map(_hands_all_on, (old["signature"], new["signature"]))):
            words = f"{_call(new['signature'])} instead of {_call(old['signature'])}"
            add("signature", old["signature"] == new["signature"], words)
        if "batched" in old:
            same = old["batched"] == new.get("batched")
            add("traces", same, f"under `jax.vmap`: {new.get('batched')}, not {old['batched']}")
        handed = new.get("handed out", False) and not old.get("handed out", True)
        words = "who changes the result changes that of a later call, which is the same object"
        add("mutation", not handed, words)
        files = only_one(old["files"], new["files"], again["files"] if again else None)
        add("files", not files, f"only one version writes {', '.join(files[:3])}")
        both = set(old["files"]) & set(new["files"])
        if both:
            words = f"what is written into {', '.join(sorted(both)[:3])} is not compared"
            self.ledger.leave("contents", words)
        other = sorted((set(old.get("grown", ())) ^ set(new.get("grown", ()))) & both)
        add("files", not other, f"only one version appends to {', '.join(other[:3])}")
        moving = state.moving(old["state"], again["state"]) if again else set()
        before, after = (
            {path: leaf for path, leaf in side["state"].items() if path not in moving}
            for side in (old, new)
        )
        self.left(before, after, old["globals"])
        mine, theirs, third = (side.get("process", {}) for side in (old, new, again or old))
        differ = sorted(
            name
            for name in mine.keys() | theirs.keys()
            if mine.get(name) != theirs.get(name) and mine.get(name) == third.get(name)
        )
        add("state", not differ, f"{', '.join(differ[:1])} is left in another state")
        if again:
            self._moving([*moving, *(n for n in mine if mine[n] != third.get(n))], old, again)

    def _moving(self, states: list[str], old: dict[str, Any], again: dict[str, Any]) -> None:
        """Tell what two runs of the original differ in, which is not compared."""
        moving = [*sorted(states), *sorted(set(old["files"]) - set(again["files"]))]
        if moving:
            words = f"two runs of the original differ in {', '.join(moving[:3])}: not compared"
            self.ledger.leave("runs", words)

    def left(self, old: dict[str, Any], new: dict[str, Any], known: list[str]) -> None:
        """What changed in the modules of the project; `known`: the names that the original has."""
        # What a rewrite keeps under a name that it has made is its own affair.
        names = {*known, *map(state.top, old)}
        kept = {path: leaf for path, leaf in new.items() if state.top(path) in names}
        other = _other_state(old, kept)
        self.ledger.add("state", not other, f"{other} is left in another state")

    def raised(self, name: str, old: dict[str, Any], new: dict[str, Any]) -> None:
        """An exception that the code itself raises is part of what it does; that of lengths which
        `strict=True` finds to differ may come from arrays that do not fit."""
        if old.get("traced") or new.get("traced"):  # what was handed over was not called for good
            return
        kinds = [side.get("error", "").partition(":")[0] for side in (old, new)]
        told = f"raised {new['error']}" if kinds[1] else "returned"
        # It may refuse iterators, and find fault with nothing before it looks at the rest.
        any_one = old["meant"] == "strict" or name.endswith((FAILS, f"{EMPTY} {ALONE}"))
        same = kinds[0] == kinds[1] or (any_one and kinds[1] != "")
        self.ledger.add("raises", same, f"{name}: {told}, not {old['error']}")
        other = _other_state(old.get("holds", {}), new.get("holds", {})) if same else ""
        self.ledger.add(
            "raises", not other, f"{name}: {other.removeprefix('[0].')} of what was raised differs"
        )
        cause = old.get("cause", "")
        has_one = not (same and cause) or bool(new.get("cause"))
        words = f"{name}: what was raised has lost its cause, a {cause}"
        self.ledger.add("raises", has_one, words)
        if same and old["meant"] != "strict":  # of the same words with other numbers in them
            mine, theirs = old["error"], new["error"]
            worded = NUMBER.sub("#", mine) == NUMBER.sub("#", theirs)
            named = not worded or same_text(mine, theirs, ordered=True)
            self.ledger.add("raises", named, f"{name}: raised {theirs}, not {mine}")
        if same:  # who catches it goes on with what it was called with
            self._arguments(name, old, new)

    def program(self, name: str, old: dict[str, Any], new: dict[str, Any]) -> None:
        """What the traced program says that its results here do not show."""
        before, after = old.get("program"), new.get("program")
        if before is None:
            return
        why = f"{name}: under `jax.jit` it raised {new.get('no_program')}"
        self.ledger.add("traces", after is not None, why)
        if after is None:
            return
        self._equal("effects", name, before["effects"], after["effects"])
        asked = [program["precisions"] for program in (before, after)]
        if all(asked) and PRECISION in self.minds:
            lost = _lower(*asked)
            words = f"{name}: {_products(asked[1])} instead of {_products(asked[0])}"
            self.ledger.add("precision", not lost, words)
        more = [one for one in after["left open"] if one not in before["left open"]]
        words = f"{name}: the program leaves open {', '.join(more)}"
        self.ledger.add("promises", not more, words)
        fewer = [room for room in after["narrow"] if room not in before["narrow"]]
        self.ledger.add("range", not fewer, f"{name}: a count is kept in {', '.join(fewer)}")

    def check(self, name: str, old: dict[str, Any], new: dict[str, Any]) -> bool:
        """Make all checks of one case; returns whether the leaves can be compared one by one."""
        comparable = self._tree(name, old, new)
        if comparable:
            for a, b in zip(old["leaves"], new["leaves"], strict=False):
                comparable &= self._leaf(f"{name}{a['path']}", a, b)
        self._arguments(name, old, new)
        more = set(new.get("shared", ())) - set(old.get("shared", ()))
        words = f"{name}: who writes to the result {', '.join(sorted(more))} writes to an argument"
        self.ledger.add("mutation", not more, words)
        self.compared += bool(old["printed"])
        same = same_text(old["printed"], new["printed"], ordered=not self._unordered(old, new))
        self.ledger.add("effects", same, f"{name}: {_shown(new)} printed, not {_shown(old)}")
        return comparable

    def _unordered(self, old: dict[str, Any], new: dict[str, Any]) -> bool:
        """Whether callbacks print that may run in any order; where no program tells, they may."""
        programs = [side.get("program") for side in (old, new)]
        return any(
            CALLBACKS in self.minds  # what has no program may say things in any order
            if program is None
            else any(not name.startswith("Ordered") for name in program["effects"])
            for program in programs
        )

    def _tree(self, name: str, old: dict[str, Any], new: dict[str, Any]) -> bool:
        if ORDER in self.minds:  # which JAX does not keep, and `jax.jit` loses
            mine, theirs = old.get("orders"), new.get("orders")
            words = f"{name}: keys in the order {theirs}, not {mine}"
            self.ledger.add("tree", mine == theirs, words)
        same = old["structure"] == new["structure"]
        words = f"{name}: {new['structure']} instead of {old['structure']}"
        self.ledger.add("tree", same, words)
        paths = [[leaf["path"] for leaf in side["leaves"]] for side in (old, new)]
        return same and paths[0] == paths[1]

    def _leaf(self, where: str, a: dict[str, Any], b: dict[str, Any]) -> bool:
        if a.get("opaque") and a["type"] == b["type"]:
            self.opaque = f"{where} is a {a['type']}"
            return True
        if a.get("deleted"):
            self.opaque = f"{where} is a buffer that was donated"
        self.compared += "text" in a or bool(np.size(a.get("value", ())))
        self.hollow += _is_all_nan(a.get("value"))
        self._equal("type", where, a["type"], b["type"])
        self._equal("value", where, a.get("text"), b.get("text"))
        for key in ("shape", "dtype", "weak"):
            if key in a and key in b:
                self._equal({"weak": "weak type"}.get(key, key), where, a[key], b[key])
        locked = a.get("writable", False) and not b.get("writable", True)
        words = f"{where}: nobody can write to the array, as it is only read from"
        self.ledger.add("mutation", not locked, words)
        free = self.anywhere and not a.get("split")
        if "placement" in a and "placement" in b and not free:
            same = a["placement"] == b["placement"]
            words = f"{where}: {b['sharding']} instead of {a['sharding']}"
            self.ledger.add("sharding", same, words)
        return bool(a.get("shape") == b.get("shape") and ("value" in a) == ("value" in b))

    def _equal(self, check: str, where: str, a: Any, b: Any) -> None:
        if a is None and b is None:
            return
        self.ledger.add(check, a == b, f"{where}: {b} instead of {a}")

    def _arguments(self, name: str, old: dict[str, Any], new: dict[str, Any]) -> None:
        """The caller's own objects after the call: alive where they were, and equal."""
        if "arguments" not in old or "arguments" not in new:
            return
        lost = []
        kept_old, kept_new = [], []
        self.compared += bool(old.get("changes"))
        for a, b in zip(old["arguments"], new["arguments"], strict=False):
            if b.get("deleted") and not a.get("deleted") and not self._may_go(a["path"]):
                lost.append(a["path"])
            if not a.get("deleted") and not b.get("deleted"):
                kept_old.append(a)
                kept_new.append(b)
        detail = f"{name}: {', '.join(lost)} no longer usable after the call"
        self.ledger.add("inputs alive", not lost, detail)
        same = old["arguments_structure"] == new["arguments_structure"]
        close = same_values(kept_old, kept_new) or not difference(kept_old, kept_new)
        state_old, state_new = (side.get("arguments_state", {}) for side in (old, new))
        same = same and close and not _other_state(state_old, state_new)
        same = same and old.get("left") == new.get("left")
        self.ledger.add("mutation", same, f"{name}: arguments are left in another state")

    def _may_go(self, path: str) -> bool:
        found = _ARGUMENT.match(path)
        return found is not None and int(found.group(1)) in self.donated


def _lower(before: dict[str, int], after: dict[str, int]) -> bool:
    """Whether products ask for less than they did.

    What JAX writes into its own solvers comes and goes with them; so a precision has to be gone, or
    be new, and products that ask for less have to be more, or to be there.
    """
    if before.keys() == after.keys():
        return False
    ranks = [{_rank(asked): 0 for asked in side} for side in (before, after)]
    for side, rank in zip((before, after), ranks, strict=True):
        for asked, times in side.items():
            rank[_rank(asked)] += times
    highest = max(ranks[0])
    if min(ranks[1]) < min(ranks[0]):
        return True
    lower = [sum(n for one, n in rank.items() if one < highest) for rank in ranks]
    return highest not in ranks[1] and lower[1] > lower[0]


def _rank(asked: str) -> int:
    """How exact a precision is; of those that are algorithms of their own each is the highest."""
    if "HIGHEST" in asked:
        return 2
    if "HIGH" in asked:
        return 1
    return 0 if asked == "None" or "DEFAULT" in asked else 2


def _products(asked: dict[str, int]) -> str:
    return ", ".join(sorted(asked))


def _other_state(old: dict[str, Any], new: dict[str, Any]) -> str:
    """The first path that holds something else, or that only one side has; "" for none."""
    for path in sorted(old.keys() | new.keys()):
        a, b = old.get(path), new.get(path)
        if a is None or b is None or a.get("text") != b.get("text") or difference([a], [b]):
            return path
    return ""


def _is_all_nan(value: Any) -> bool:
    """Whether an array has numbers, and none of them is one: all rewrites of it look alike."""
    numbers = isinstance(value, np.ndarray) and value.dtype.kind in "fc" and value.size
    return bool(numbers) and bool(np.isnan(value).all())


def _hands_all_on(signature: list[list[str]]) -> bool:
    """Whether it is that of a function which was made around a callable, to hand all on to that."""
    return any(name == "lifted_args" for name, _, _ in signature)


def _call(signature: list[list[str]]) -> str:
    """A signature in words."""
    parts = [f"{name}={default}" if default else name for name, _, default in signature]
    return f"({', '.join(parts)})"


def _shown(record: dict[str, Any]) -> str:
    text = record["printed"].strip()
    return repr(text[:60]) if text else "nothing"

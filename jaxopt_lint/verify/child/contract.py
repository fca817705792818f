"""What callers rely on besides the numbers: types, shapes, placement, arguments, output."""

from __future__ import annotations

import re
from typing import Any

from .ledger import Ledger
from .sameness import difference, same_text, same_values

_ARGUMENT = re.compile(r"^\[0\]\[(\d+)\]")


class Contract:
    """Checks one call of each side against the original's contract."""

    def __init__(self, ledger: Ledger, donated: set[int]) -> None:
        self.ledger = ledger
        self.donated = donated
        self.opaque = ""
        self.compared = 0  # leaves, printed lines and arguments that hold any evidence

    def check(self, name: str, old: dict[str, Any], new: dict[str, Any]) -> bool:
        """Make all checks of one case; returns whether the leaves can be compared one by one."""
        comparable = self._tree(name, old, new)
        if comparable:
            for a, b in zip(old["leaves"], new["leaves"], strict=False):
                comparable &= self._leaf(f"{name}{a['path']}", a, b)
        self._arguments(name, old, new)
        self.compared += bool(old["printed"])
        same = same_text(old["printed"], new["printed"])
        self.ledger.add("effects", same, f"{name}: {_shown(new)} printed, not {_shown(old)}")
        return comparable

    def _tree(self, name: str, old: dict[str, Any], new: dict[str, Any]) -> bool:
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
        self.compared += 1
        self._equal("type", where, a["type"], b["type"])
        self._equal("value", where, a.get("text"), b.get("text"))
        for key in ("shape", "dtype", "weak"):
            if key in a and key in b:
                self._equal({"weak": "weak type"}.get(key, key), where, a[key], b[key])
        if "placement" in a and "placement" in b:
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
        for a, b in zip(old["arguments"], new["arguments"], strict=False):
            if b.get("deleted") and not a.get("deleted") and not self._may_go(a["path"]):
                lost.append(a["path"])
            self.compared += a["type"] == "numpy.ndarray"  # it may be changed in place
            if not a.get("deleted") and not b.get("deleted"):
                kept_old.append(a)
                kept_new.append(b)
        detail = f"{name}: {', '.join(lost)} no longer usable after the call"
        self.ledger.add("inputs alive", not lost, detail)
        same = old["arguments_structure"] == new["arguments_structure"]
        close = same_values(kept_old, kept_new) or not difference(kept_old, kept_new)
        same = same and close
        self.ledger.add("mutation", same, f"{name}: arguments are left in another state")

    def _may_go(self, path: str) -> bool:
        found = _ARGUMENT.match(path)
        return found is not None and int(found.group(1)) in self.donated


def _shown(record: dict[str, Any]) -> str:
    text = record["printed"].strip()
    return repr(text[:60]) if text else "nothing"

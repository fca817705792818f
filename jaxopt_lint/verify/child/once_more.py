"""What comes of calling both versions once more: with the same arguments, with data that changed
meanwhile, and under `jax.vmap`."""

from __future__ import annotations

from typing import Any

from .around import VARIABLE
from .extremes import OFF
from .ledger import Ledger
from .sameness import difference, same_values
from .tolerance import eps_of, norm_error

Side = dict[str, Any]  # the record of one version


def repeated(ledger: Ledger, donated: set[int], old_side: Side, new_side: Side) -> None:
    """What the same arguments give again, which a donated buffer does not survive."""
    old, new = old_side.get("repeat"), new_side.get("repeat")
    if not old or not new or any("error" in record for record in old):
        return
    for record in new:
        if "error" in record:
            if not donated:
                ledger.add("repeat", False, f"the same arguments again: {record['error']}")
            return
    if donated:
        return
    if same_values(old[0]["leaves"], old[1]["leaves"]):
        problem = difference(new[0]["leaves"], new[1]["leaves"])
    else:
        problem = difference(old[1]["leaves"], new[1]["leaves"])
    ledger.add("repeat", not problem, f"the same arguments again: {problem}")


def after_change(ledger: Ledger, old_side: Side, new_side: Side) -> None:
    """What a function makes of data that changed where it lies."""
    theirs = {one["what"]: one for one in new_side.get("after change", ())}
    for old in old_side.get("after change", ()):
        new = theirs.get(old["what"])
        if new is None and old["what"].startswith(VARIABLE) and "after change" in new_side:
            new = new_side["sequence"][0]  # it reads no such variable any more
        if "error" in old or new is None:
            continue
        problem = new.get("error") or difference(old["leaves"], new["leaves"])
        ledger.add("repeat", not problem, f"{old['what']}: {problem}")


def mapped(ledger: Ledger, old_side: Side, new_side: Side) -> None:
    """What comes of mapping over two equal sets of arguments, by the rules that code may give
    itself."""
    old, new = old_side.get("mapped"), new_side.get("mapped")
    if old is None or new is None or "error" in old:
        return
    if "error" in new:
        ledger.add("traces", False, f"under `jax.vmap` it raised {new['error']}")
        return
    base = next(case for case in old_side["cases"].values() if case["kind"] == "base")
    alone = [leaf for leaf in base.get("leaves", ()) if leaf["type"] == "jax.Array"]
    first = [{**leaf, "value": leaf["value"][:1]} for leaf in old["leaves"]]
    if any(
        "value" not in a or norm_error(a["value"][None], b["value"]) > OFF
        for a, b in zip(alone, first, strict=False)
    ):
        return  # it differs by itself
    far = _far(old["leaves"], new["leaves"])
    ledger.add("traces", not far, f"under `jax.vmap`: {far}")


def _far(old: list[dict[str, Any]], new: list[dict[str, Any]]) -> str:
    """The first result that is far off, in words; how rounding goes on is no matter."""
    for a, b in zip(old, new, strict=False):
        if "value" in a and "value" in b and eps_of(a["dtype"]):
            error = norm_error(a["value"], b["value"])
            if error > OFF:
                return f"{a['path']} is off by {error:.1e}"
    return ""

"""Whether two versions are one program, and which calls that says nothing of."""

from __future__ import annotations

from typing import Any

from .ledger import LEFT_OUT

_OF_OWN_TYPES = ("base", "size")  # calls whose programs may be others; of the rest many have none
_ALIKE = ("edge", "extreme")  # calls of the types of a given one


def are_one(old: dict[str, Any], new: dict[str, Any]) -> bool:
    """Whether both versions trace to one and the same program, wherever the original traces, and do
    nothing that no program shows."""
    seen = 0
    for name, mine in old["cases"].items():
        if "error" in mine or mine["kind"] not in _OF_OWN_TYPES:
            continue
        before, after = (
            case.get("program", {}) for case in (mine, new["cases"].get(name, {}))
        )  # fmt: skip
        if "digest" not in before or before["digest"] != after.get("digest"):
            return False
        if after["donated"] < before["donated"]:  # which a digest leaves out
            return False
        seen += bool(before["results"])  # without any all programs are equal
    return seen > 0 and not (_acts(old) or _acts(new))


def _acts(side: dict[str, Any]) -> bool:
    """Whether the code of a side prints, writes, keeps, or changes what it is given."""
    if side["files"] or side["state"]:
        return True
    return any(case.get("printed") or case.get("changes") for case in side["cases"].values())


def unproved(old: dict[str, Any]) -> int:
    """How many calls that may be of other types or forms were not compared: they were left out, or
    were given, and a library raised in the original."""
    return sum(map(_is_unproved, old["cases"].values()))


def _is_unproved(case: dict[str, Any]) -> bool:
    if case.get("error") == LEFT_OUT:
        return case["kind"] not in _ALIKE
    return case["kind"] == "base" and "error" in case and not case.get("meant")


def programs(side: dict[str, Any]) -> list[dict[str, Any]]:
    """The programs of a side, one for each call that was traced."""
    return [case["program"] for case in side["cases"].values() if "program" in case]

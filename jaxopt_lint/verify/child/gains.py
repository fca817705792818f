"""What a rewrite saves, as far as the records of both sides tell."""

from __future__ import annotations

from typing import Any


def gains(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """What there is of each side, by what is counted; measures that tell no gain are left out."""
    gain: dict[str, Any] = {}
    for name, case in old["cases"].items():
        sizes = [
            side.get("program", {}).get("equations") for side in (case, new["cases"].get(name, {}))
        ]
        if None not in sizes:
            gain["jaxpr_equations"] = {"before": sizes[0], "after": sizes[1]}
            break
    for metric in ("checkpoints", "named", "offloaded", "donated"):
        counts = [_most(side, metric) for side in (old, new)]
        if counts[1] < counts[0]:
            gain[metric] = {"before": counts[0], "after": counts[1]}
    before, after = old.get("memory") or {}, new.get("memory") or {}
    for metric in before.keys() & after.keys():
        gain[metric] = {"before": before[metric], "after": after[metric]}
    if "compiles" in old and "compiles" in new:
        gain["compiles_in_warm_calls"] = {"before": old["compiles"], "after": new["compiles"]}
    return gain


def _most(side: dict[str, Any], metric: str) -> int:
    programs = [case["program"] for case in side["cases"].values() if "program" in case]
    return max((program[metric] for program in programs), default=0)

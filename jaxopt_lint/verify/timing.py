"""Run times and first calls of both versions, measured by turns."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from jaxopt_lint.finding import Evidence
from jaxopt_lint.verify.budget import FixSpent
from jaxopt_lint.verify.gain import FIRST, RUN, differs, interval
from jaxopt_lint.verify.session import Session

_FIRST_CALLS = 3  # of each version, before one is said to take longer than the other
_SECONDS = 0.4
_PART = 0.25  # of the time limit: slow functions are timed for as long

Side = Callable[..., dict[str, Any]]  # the job of one side, by its kind and "old" or "new"


def timed(evidence: Evidence, session: Session, side: Side, skip: list[str]) -> Evidence:
    """The evidence with run times; unchanged where that is no use.

    Args:
        skip: cases that the original does not take.
    """
    if not session.settings.timing or not hasattr(os, "mkfifo"):
        return evidence
    found = _duel(session, side, skip)
    if found is None:
        return evidence
    old, new = found
    # One first call is chance on a busy machine: what looks like a difference is timed again, in
    # new processes, and the shortest of each version counts.
    first = [old["first_call"], new["first_call"]]
    for _ in range(_FIRST_CALLS - 1):
        again = _duel(session, side, skip, rounds=0) if differs(FIRST, *first) else None
        if again is None:
            break
        first = [min(one, seen["first_call"]) for one, seen in zip(first, again, strict=True)]
    told = interval(old["rounds"], new["rounds"])
    more = {
        FIRST: dict(zip(("before", "after"), first, strict=True)),
        RUN: {
            "before": min(old["rounds"]),
            "after": min(new["rounds"]),
            "interval": told and [told.ratio, told.low, told.high],
            "noise": max(_spread(old["rounds"]), _spread(new["rounds"])),
            "inputs": old["case"],
        },
    }
    return replace(evidence, gain={**evidence.gain, **more})


def _duel(
    session: Session, side: Side, skip: list[str], rounds: int | None = None
) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """What calls of both versions took; None where one of them failed.

    Args:
        rounds: 0 for the first calls alone.
    """
    folder = session.new_folder()
    batons = [str(folder / name) for name in ("first", "second")]
    for baton in batons:
        os.mkfifo(baton)
    common = {
        "compile_cache": "",
        "xla_flags": [],
        "seconds": _SECONDS,
        "most": _PART * session.settings.timeout,
        "timeout": session.settings.timeout / 2,
        "skip": skip,
        "rounds": rounds,
    }
    jobs = [
        side("duel", "old", mine=batons[0], theirs=batons[1], leads=True, **common),
        side("duel", "new", mine=batons[1], theirs=batons[0], leads=False, **common),
    ]
    try:
        old, new = session.run(jobs, together=True)
    except FixSpent:  # which takes nothing from what is known without it
        return None
    return None if "failed" in old or "failed" in new else (old, new)


def _spread(rounds: list[float]) -> float:
    """How far the even and the odd rounds of the same code are apart, as a ratio of at least one:
    the control."""
    low, high = sorted(min(rounds[i::2], default=float("inf")) for i in (0, 1))
    return high / low if low > 0 and high < float("inf") else float("inf")

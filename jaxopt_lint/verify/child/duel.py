"""Timing by turns: two processes pass a baton, so both versions meet the same disturbances.

Rounds side by side are compared with each other. What a process's even rounds differ from its odd
ones, which time the same code, is the noise floor.
"""

from __future__ import annotations

import os
import select
import time
from typing import Any

from . import calling
from .cases import Case, load
from .hearing import heard
from .lib import jax
from .pickling import loads
from .target import Entry

ROUNDS = 16
LEAST = 6  # fewer allow no confidence interval
BLOCK_SECONDS = 0.01
GO, STOP = b"g", b"s"


def duel(job: dict[str, Any]) -> dict[str, Any]:
    """Time one version in turns with the process that times the other one."""
    calling.seed_everything()
    entry = Entry(job)
    name, blob = _timed(load(job["cases"]), job["skip"])
    mine = os.open(job["mine"], os.O_RDWR)
    theirs = os.open(job["theirs"], os.O_RDWR)
    first_call = _seconds(entry, blob)
    if job["rounds"] == 0:  # nothing else is asked
        return {"first_call": first_call, "rounds": [], "case": name}
    _seconds(entry, blob)
    rounds: list[float] = []
    deadline = time.monotonic() + job["seconds"]
    latest = time.monotonic() + job["most"]  # then fewer rounds have to do, and nothing is claimed
    leads = job["leads"]
    for number in range(ROUNDS):
        if not leads and _wait(mine, job["timeout"]) != GO:
            break
        rounds.append(_block(entry, blob))
        now = time.monotonic()
        late = leads and (now > latest or (number >= LEAST - 1 and now > deadline))
        os.write(theirs, STOP if late else GO)
        if late or (leads and _wait(mine, job["timeout"]) != GO):
            break
    return {"first_call": first_call, "rounds": rounds, "case": name}


def _timed(cases: list[Case], skip: list[str]) -> tuple[str, bytes]:
    """The call to time: the first recorded one, since that is what users run; of calls that were
    made up the one with the most numbers that the original takes."""
    base = next(case for case in cases if case.kind == "base")
    if base.name.startswith("record"):
        return base.name, base.blob
    sized = [case for case in cases if case.kind == "size" and case.name not in skip]
    largest = max([base, *sized], key=lambda case: len(case.blob))
    return largest.name, largest.blob


def _wait(descriptor: int, timeout: float) -> bytes:
    ready, _, _ = select.select([descriptor], [], [], timeout)
    return os.read(descriptor, 1) if ready else STOP


def _block(entry: Entry, blob: bytes) -> float:
    """The fastest of the calls that fit into one block."""
    best = float("inf")
    end = time.perf_counter() + BLOCK_SECONDS
    while True:
        best = min(best, _seconds(entry, blob))
        if time.perf_counter() > end:
            return best


def _seconds(entry: Entry, blob: bytes) -> float:
    """One call with fresh arguments, their loading not counted."""
    args, kwargs = loads(blob)
    jax.block_until_ready((args, kwargs))
    with heard():
        start = time.perf_counter()
        jax.block_until_ready(entry(args, kwargs))
        return time.perf_counter() - start

"""Timing by turns: two processes pass a baton, so both versions meet the same disturbances.

The minimum over each process's even and odd rounds is kept apart. They time the same code, so
their ratio is the noise floor below which no difference between the versions means anything.
"""

from __future__ import annotations

import os
import select
import time
from typing import Any

from . import calling
from .cases import load
from .hearing import heard
from .lib import jax
from .pickling import loads
from .target import Entry

ROUNDS = 16
BLOCK_SECONDS = 0.01
GO, STOP = b"g", b"s"


def duel(job: dict[str, Any]) -> dict[str, Any]:
    """Time one version in turns with the process that times the other one."""
    calling.seed_everything()
    entry = Entry(job)
    blob = next(case.blob for case in load(job["cases"]) if case.kind == "base")
    mine = os.open(job["mine"], os.O_RDWR)
    theirs = os.open(job["theirs"], os.O_RDWR)
    first_call = _seconds(entry, blob)
    _seconds(entry, blob)
    minima = [float("inf"), float("inf")]
    deadline = time.monotonic() + job["seconds"]
    leads = job["leads"]
    for number in range(ROUNDS):
        if not leads and _wait(mine, job["timeout"]) != GO:
            break
        minima[number % 2] = min(minima[number % 2], _block(entry, blob))
        late = leads and number >= 3 and time.monotonic() > deadline
        os.write(theirs, STOP if late else GO)
        if late or (leads and _wait(mine, job["timeout"]) != GO):
            break
    return {"first_call": first_call, "minima": minima}


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

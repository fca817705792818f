"""What a call can change in the process around it: settings of JAX, NumPy and Python, random
generators, variables."""

from __future__ import annotations

import contextlib
import decimal
import gc
import hashlib
import logging
import os
import random
import sys
import warnings
from collections.abc import Iterator, Mapping

import numpy as np

from .lib import jax


def snapshot() -> dict[str, str]:
    """All of it, as text."""
    found = {f"jax.config {name}": repr(value) for name, value in jax.config.values.items()}
    found |= {f"os.environ {name}": value for name, value in os.environ.items()}
    found["np.random"] = _digest(np.random.get_state())
    found["random"] = _digest(random.getstate())
    found["np.geterr"] = repr(np.geterr())
    found["np.printoptions"] = repr(np.get_printoptions())
    found["gc.isenabled"] = repr(gc.isenabled())
    found["sys.path"] = repr(sys.path)
    found["sys.getrecursionlimit"] = repr(sys.getrecursionlimit())
    found["warnings.filters"] = repr(_filters())
    found["logging"] = repr((logging.root.level, logging.root.manager.disable))
    found["decimal"] = repr(_of_decimals())
    found["the working directory"] = os.getcwd()
    return found


@contextlib.contextmanager
def noting(found: dict[str, str]) -> Iterator[None]:
    """Add what changes meanwhile."""
    before = snapshot()
    try:
        yield
    finally:
        found |= changes(before, snapshot())


def changes(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, str]:
    """What differs between two snapshots, as it is afterwards."""
    names = before.keys() | after.keys()
    return {n: after.get(n, "") for n in sorted(names) if before.get(n) != after.get(n)}


def _filters() -> list[tuple[str, str]]:
    """Those that hold for all messages and modules, such as a script sets for itself."""
    every = [one for one in warnings.filters if one[1] is None and one[3] is None]
    return sorted({(str(one[0]), str(one[2])) for one in every})


def _of_decimals() -> list[object]:
    """How decimal numbers are rounded, but for what was noted while some were."""
    context = decimal.getcontext()
    traps = sorted(kind.__name__ for kind, caught in context.traps.items() if caught)
    return [context.prec, context.rounding, context.Emin, context.Emax, traps]


def _digest(state: object) -> str:
    return hashlib.sha256(repr(state).encode()).hexdigest()

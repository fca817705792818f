"""What a call can change in the process around it: settings, random generators, variables."""

from __future__ import annotations

import contextlib
import hashlib
import os
import random
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


def _digest(state: object) -> str:
    return hashlib.sha256(repr(state).encode()).hexdigest()

"""What a program leaves to the compiler that this machine does not show: which of equals comes
first, a search that may miss, and what it promises of its indices, true or not.

A CPU sorts few numbers stably whatever it is asked for, finds all of the nearly best, and adds up
what is promised to be apart. Another one, or a longer array, need not.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from .jaxprs import bodies, inner_of, walk
from .lib import jax

_CALLS = ("pjit", "jit", "closed_call", "core_call", "checkpoint", "remat", "remat2")
_INDEXED = ("gather", "scatter")


def left_open(closed: Any, arrays: Sequence[Any]) -> list[str]:
    """All of it, in words: what is promised of indices only where it does not hold of these."""
    found = set()
    promises = False
    for eqn in walk(closed):
        if eqn.primitive.name == "sort" and not eqn.params["is_stable"]:
            if len(eqn.invars) > eqn.params["num_keys"]:
                found.add("the order of what is equal")
        elif eqn.primitive.name == "approx_top_k":
            found.add("a search that may miss some")
        promises |= bool(_promised(eqn))
    if promises:
        with contextlib.suppress(Exception):  # what can't be run so tells nothing
            _look(closed.jaxpr, closed.consts, arrays, found)
    return sorted(found)


def _promised(eqn: Any) -> list[str]:
    if not eqn.primitive.name.startswith(_INDEXED):
        return []
    return [one for one in ("indices_are_sorted", "unique_indices") if eqn.params.get(one)]


def _look(jaxpr: Any, consts: Sequence[Any], arrays: Sequence[Any], found: set[str]) -> None:
    """Look at the promises of a program's indices, which it is run for; what stands in loops and
    branches is left out."""
    indexed = [eqn for eqn in jaxpr.eqns if _promised(eqn)]
    calls = [eqn for eqn in jaxpr.eqns if eqn.primitive.name in _CALLS and _promises(eqn)]
    asked = [eqn.invars[1] for eqn in indexed] + [var for eqn in calls for var in eqn.invars]
    written = [var for var in asked if not hasattr(var, "val")]  # the others are numbers
    made = jax.core.eval_jaxpr(jaxpr.replace(outvars=written), consts, *arrays)
    known = dict(zip(map(id, written), made, strict=True))

    def read(var: Any) -> Any:
        return var.val if hasattr(var, "val") else known[id(var)]

    for eqn in indexed:
        found.update(_broken(eqn, np.asarray(read(eqn.invars[1]))))
    for eqn in calls:
        inner = inner_of(eqn)
        given = [read(var) for var in eqn.invars]
        _look(getattr(inner, "jaxpr", inner), getattr(inner, "consts", ()), given, found)


def _promises(closed: Any) -> bool:
    return any(_promised(one) for body in bodies(closed) for one in walk(body))


def _broken(eqn: Any, indices: np.ndarray[Any, Any]) -> list[str]:
    """What is promised of indices and does not hold, of any row of a batch."""
    dims = eqn.params["dimension_numbers"]
    names = ("scatter_indices_batching_dims", "start_indices_batching_dims")
    batch: tuple[int, ...] = next((getattr(dims, one) for one in names if hasattr(dims, one)), ())
    front = np.moveaxis(indices, batch, range(len(batch)))
    several = front.reshape(math.prod(front.shape[: len(batch)]), -1, front.shape[-1])
    broken = set()
    for one in several.tolist():
        rows = [tuple(row) for row in one]
        if rows != sorted(rows):
            broken.add("indices_are_sorted")
        if len({*rows}) != len(rows):
            broken.add("unique_indices")
    return [f"`{one}` of indices that are not" for one in _promised(eqn) if one in broken]

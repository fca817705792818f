"""Indices beyond the end of an array, which JAX clamps: no caller means them.

Arrays of lengths that do not go together, as of times and of states, would fit a loop over one of
them that reads the other. While arguments are looked for, whole numbers out of range raise as they
do in NumPy, under a trace. This holds in a process that looks for inputs.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import Any

from ..lib import jax
from . import nodes
from .attempt import Outcome
from .nodes import Node

_BEYOND = re.compile(r"index (-?\d+) is out of bounds for axis 0 with size (\d+)$")


def keep_bounds() -> None:
    """From now on, whole numbers that are no index of a traced array raise."""
    kind: Any = jax.core.Tracer
    original = kind.__getitem__

    @functools.wraps(original)
    def item(array: Any, index: Any) -> Any:
        first = index[0] if isinstance(index, tuple) and index else index
        if type(first) is int and array.ndim > 0:
            length = array.shape[0]
            if isinstance(length, int) and not -length <= first < length:
                raise IndexError(f"index {first} is out of bounds for axis 0 with size {length}")
        return original(array, index)

    kind.__getitem__ = item


def longer(root: Node, said: str, outcome: Outcome) -> Iterator[tuple[float, Node]]:
    """Arrays that end before an index, as long as others that do not."""
    found = _BEYOND.search(said)
    if found is None:
        return
    index, length = int(found[1]), int(found[2])
    enough = [name for name, size in outcome.sizes.items() if size > index]
    for name, size in outcome.sizes.items():
        if size == length:
            for other in enough:
                yield 0.2, nodes.equated(root, name, other)

"""What an error asks of an argument: an attribute that it does not have, or more dims."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, TypeGuard

import numpy as np

from ..lib import jax
from . import nodes
from .answers import Answering
from .attempt import Outcome, number
from .guesses import MOST, record
from .nodes import Array, Literal, Made, Node, Unknown, fresh

# As Chex says it.
_OF_RANK = re.compile(r"rank (\d+) \(shape \([\d, ]*\)\) but expected \{?(\d+)")


def attributes(root: Node, outcome: Outcome) -> Iterator[tuple[float, Node]]:
    """A made-up function with what it is asked for besides, as a model that is called is; and an
    object in the place of an array that is asked for what no array has."""
    holder, name = getattr(outcome.error, "obj", None), getattr(outcome.error, "name", None)
    if isinstance(name, str) and not name.startswith("_") and _is_array(holder):
        for array in nodes.arrays(root):
            if tuple(number(size, outcome.sizes) for size in array.dims) == holder.shape:
                yield 0.2, nodes.put(root, array.number, record(name))
        return
    if not isinstance(holder, Answering) or not name or name.startswith("_"):
        return
    for one in nodes.walk(root):
        if isinstance(one, Made) and one.target.endswith(":answering"):
            known = {given for given, _ in one.kwargs}
            if one.args[1] == Literal(holder.number) and name not in known:
                more = replace(one, kwargs=(*one.kwargs, (name, Unknown())))
                yield 0, nodes.put(root, one.number, more)


def deeper(root: Node, said: str) -> Iterator[tuple[float, Node]]:
    """Arrays of which a check says how many dims it wants of what is computed of them, with as many
    more; all that have their sizes in common together."""
    found = _OF_RANK.search(said)
    lack = int(found[2]) - int(found[1]) if found is not None else 0
    if found is None or not 0 < lack <= MOST:
        return
    more = tuple(fresh() for _ in range(lack))
    known = nodes.arrays(root)
    for names in dict.fromkeys(frozenset(_names_of(one)) for one in known if one.dims):
        tree = root
        for one in known:
            if one.dims and names == _names_of(one):
                tree = nodes.put(tree, one.number, replace(one, dims=(*one.dims, *more)))
        yield 0.3, tree


def _names_of(one: Array) -> set[str]:
    return {name for size in one.dims for name in nodes.names_in(size)}


def _is_array(value: object) -> TypeGuard[Any]:
    return isinstance(value, (jax.Array, np.ndarray))

"""Whether a function hands the same object out again, which its callers may change."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from .cases import Case
from .hearing import heard
from .pickling import loads
from .target import Entry


def handed_out(entry: Entry, case: Case) -> bool:
    """Whether two calls with equal arguments of their own give one list, dictionary, set or array
    of NumPy: who changes it changes what the other one has."""
    results = []
    with contextlib.suppress(Exception), heard():
        for _ in range(2):
            args, kwargs = loads(case.blob)
            results.append(entry(args, kwargs))
    if len(results) < 2:
        return False
    first, second = ({id(one) for one in _changeable(result)} for result in results)
    return not first.isdisjoint(second)


def _changeable(tree: Any) -> Iterator[Any]:
    if type(tree) in (list, dict, set) or (isinstance(tree, np.ndarray) and tree.flags.writeable):
        yield tree
    items = tree.values() if type(tree) is dict else tree if type(tree) in (list, tuple) else ()
    for item in items:
        yield from _changeable(item)

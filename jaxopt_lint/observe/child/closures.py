"""What functions close over, told apart without keeping any of it alive."""

from __future__ import annotations

import functools
import weakref
from types import FunctionType
from typing import Any

_PLAIN = (bool, int, float, complex, str, bytes, type(None))
_DEEP = 3  # functions within closures of functions
_WRAPPERS = 20


def closed_over(function: Any, deep: int = _DEEP) -> tuple[Any, ...]:
    """What tells a function from others of the same source: its closure, what is bound to it."""
    out: list[Any] = []
    for _ in range(_WRAPPERS):
        if isinstance(function, functools.partial):
            out += [_mark(one, deep) for one in function.args]
            out += [(name, _mark(one, deep)) for name, one in sorted(function.keywords.items())]
            function = function.func
            continue
        inner = getattr(function, "__wrapped__", None)
        if inner is None or not callable(inner):
            break
        function = inner
    owner = getattr(function, "__self__", None)
    if owner is not None:
        out.append(_mark(owner, deep))
    function = getattr(function, "__func__", function)
    for one in getattr(function, "__defaults__", None) or ():
        out.append(_mark(one, deep))
    for cell in getattr(function, "__closure__", None) or ():
        try:
            out.append(_mark(cell.cell_contents, deep))
        except ValueError:
            out.append(None)  # a name that has no value as yet
    return tuple(out)


def _mark(value: Any, deep: int) -> Any:
    if isinstance(value, _PLAIN):
        return (type(value), repr(value))
    if isinstance(value, FunctionType):
        return (value.__code__, closed_over(value, deep - 1)) if deep else object()
    try:
        return weakref.ref(value)
    except TypeError:
        return object()  # like nothing else


def alike(one: Any, other: Any) -> bool:
    """Whether two such marks are of the same things, which still exist."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, weakref.ref) and isinstance(other, weakref.ref):
        return one() is not None and one() is other()
    return bool(one == other)

"""Calls that hand over what a given call leaves to the defaults of the original."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

_PARAMETERS = 3  # as many are tried
_NAMED = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


def left_to_defaults(function: Any, make: Callable[[], Any]) -> Iterator[tuple[str, Any]]:
    """A call for each other value of a parameter that has a default and that is not given.

    A zero is a value of its own, which `x or default` takes for none.
    """
    try:
        parameters = list(inspect.signature(function).parameters.values())
        args, kwargs = make()
    except (TypeError, ValueError):
        return
    free = [
        one
        for one in parameters[len(args) :]
        if one.kind in _NAMED and one.default is not one.empty and one.name not in kwargs
    ]
    for one in free[:_PARAMETERS]:
        for value in _others(one.default):
            yield f"{one.name} is {value!r}", partial(_with, make, one.name, value)


def _others(default: Any) -> list[Any]:
    if isinstance(default, bool):
        return [not default]
    if isinstance(default, int):
        return [one for one in (0, default + 1) if one != default]
    if isinstance(default, float):
        return [one for one in (0.0, 2.0 * default + 1.5) if one != default]
    return [0.0, 1.5] if default is None else []


def _with(make: Callable[[], Any], name: str, value: Any) -> Any:
    args, kwargs = make()
    return args, {**kwargs, name: value}

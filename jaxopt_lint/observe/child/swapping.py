"""Puts probes into functions that are loaded already, and takes them out again."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

from . import loading
from .state import here

_DEPTH = 4  # wrappers around a function, and classes in classes


def swap() -> list[tuple[FunctionType, CodeType]]:
    """Give the functions of the user's loaded modules code with probes.

    A function is left as it is where its file has changed since it was loaded. Frames that run
    keep the code that they have.

    Returns:
        the functions, each with the code that it had.
    """
    swapped: list[tuple[FunctionType, CodeType]] = []
    for module in list(sys.modules.values()):
        path = getattr(module, "__file__", None)
        if not isinstance(module, ModuleType) or not path or not here.relative(path):
            continue
        try:
            with open(path, "rb") as file:
                source = file.read()
            plain = _functions_of(compile(source, path, "exec", dont_inherit=True))
        except (OSError, SyntaxError, ValueError):
            continue
        code = loading.compiled(source, path)
        if code is None:
            continue
        probed = _functions_of(code)
        for function in _loaded(module):
            found = (function.__code__.co_firstlineno, function.__code__.co_qualname)
            if plain.get(found) == function.__code__ and found in probed:
                swapped.append((function, function.__code__))
                function.__code__ = probed[found]
    return swapped


def restore(swapped: list[tuple[FunctionType, CodeType]]) -> None:
    """Give functions back the code that they had."""
    for function, code in swapped:
        function.__code__ = code


def _functions_of(code: CodeType) -> dict[tuple[int, str], CodeType]:
    return {(one.co_firstlineno, one.co_qualname): one for one in loading.codes_in(code)}


def _loaded(module: ModuleType) -> Iterator[FunctionType]:
    """The functions that a module's names and classes hold, below wrappers too."""
    seen: set[int] = set()
    pending: list[tuple[Any, int]] = [(one, 0) for one in list(vars(module).values())]
    while pending:
        value, depth = pending.pop()
        if id(value) in seen or depth > _DEPTH:
            continue
        seen.add(id(value))
        if isinstance(value, FunctionType):
            if value.__code__.co_filename == module.__file__:
                yield value
        elif isinstance(value, type) and value.__module__ == module.__name__:
            pending += [(one, depth + 1) for one in list(vars(value).values())]
        for name in ("__wrapped__", "__func__", "fget", "func"):
            try:
                inner = getattr(value, name, None)
            except Exception:
                continue
            if callable(inner):
                pending.append((inner, depth + 1))

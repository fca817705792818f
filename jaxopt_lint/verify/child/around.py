"""Other numbers in what a function reads besides its arguments, for one call: containers and
settings at the top of a project's modules, and environment variables.

A dictionary and a namespace are there to hold what may change. A list, an array, an object of the
project's own and a plain number are constants as a rule: they are left alone, unless code writes to
them or the documentation of the function says that they may be other ones at each call.
"""

from __future__ import annotations

import ast
import contextlib
import inspect
import os
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from . import state
from .documented import words_of

OTHER = 1.5  # times as much
VALUE, VARIABLE = "with another value in ", "with another value of the variable "
Change = tuple[Callable[[], None], Callable[[], None]]  # made and taken back
_CHANGED_IN = {"append", "extend", "insert", "update", "setdefault", "pop", "clear", "fill"}
_OWN = ("JAX", "XLA", "PYTHON")  # variables that are not the project's
_CHANGES = re.compile(
    r"\bbetween (?:the )?calls\b|\bat the time of (?:the|each) call\b|\bchanged in place\b"
    r"|\b(?:list|table|array|settings?|config\w*|module)\b[^.]{0,20}\b(?:now|current(?:ly)?)\b"
)
_MAY = re.compile(r"\b(?:now|current(?:ly)?|(?:be|is|are) (?:set|changed)|change[sd]?)\b")


@contextlib.contextmanager
def other_globals(overlay: Path, function: Any) -> Iterator[str]:
    """Other floats in what modules hold, put back afterwards; gives one of their names, or "" where
    there are none."""
    words = words_of(function)
    spoken = bool(_CHANGES.search(words))
    named = set(re.findall(r"\w+", words)) if _MAY.search(words) else set()
    found: list[tuple[str, Change]] = []
    for module in state.own_modules(overlay):
        written = _written(module)
        for name, value in state.held_by(module).items():
            certain = type(value) in (dict, SimpleNamespace)
            if certain or spoken or name in named | written:
                found += [(name, change) for change in _changes(module, name, value, overlay)]
    with _made([change for _, change in found]):
        yield next((name for name, _ in found), "")


@contextlib.contextmanager
def other_variables(overlay: Path) -> Iterator[str]:
    """Other values of the environment variables that functions of a project read, put back
    afterwards; gives one of their names, or ""."""
    asked: dict[str, str] = {}
    for module in state.own_modules(overlay):
        for node in _inside_functions(_tree(module)):
            asked |= _asked(node)
    found = {name: _another(os.environ.get(name, given)) for name, given in asked.items()}
    found = {n: v for n, v in found.items() if v and not n.startswith(_OWN)}
    changes: list[Change] = [
        (partial(_set, name, value), partial(_set, name, os.environ.get(name)))
        for name, value in found.items()
    ]
    with _made(changes):
        yield next(iter(found), "")


@contextlib.contextmanager
def _made(changes: list[Change]) -> Iterator[None]:
    try:
        for make, _ in changes:
            make()
        yield
    finally:
        for _, take_back in reversed(changes):
            take_back()


def _changes(module: ModuleType, name: str, value: Any, overlay: Path) -> Iterator[Change]:
    """The changes of a value that stands at the top of a module."""
    if type(value) is float:
        yield partial(setattr, module, name, value * OTHER), partial(setattr, module, name, value)
    elif isinstance(value, np.ndarray):
        if value.dtype.kind == "f" and value.flags.writeable and value.size:
            before = value.copy()
            yield partial(_fill, value, before * OTHER), partial(_fill, value, before)
    elif type(value) in (dict, list):
        places = value.items() if type(value) is dict else enumerate(value)
        for key, number in [(k, x) for k, x in places if type(x) is float]:
            put = value.__setitem__
            yield partial(put, key, number * OTHER), partial(put, key, number)
    elif type(value) is SimpleNamespace or state.is_own(value, overlay):
        for key, number in [(k, x) for k, x in vars(value).items() if type(x) is float]:
            put = partial(object.__setattr__, value, key)
            yield partial(put, number * OTHER), partial(put, number)


def _fill(array: Any, numbers: Any) -> None:
    array[...] = numbers


def _set(name: str, value: str | None) -> None:
    if value is None:
        os.environ.pop(name, None)
    else:
        os.environ[name] = value


def _another(value: str) -> str:
    """Another value of a variable that holds a number, a flag or nothing; "" for other texts."""
    if value in ("", "0"):
        return "1"
    if value == "1":
        return "0"
    try:
        number = float(value) * OTHER
    except ValueError:
        return ""
    return (
        str(int(number)) if value.lstrip("-").isdigit() and number == int(number) else str(number)
    )


def _tree(module: ModuleType) -> ast.AST:
    try:
        return ast.parse(inspect.getsource(module))
    except (OSError, TypeError, SyntaxError):
        return ast.Module([], [])


def _inside_functions(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            yield from ast.walk(node)


def _written(module: ModuleType) -> set[str]:
    """The names at the top of a module to which its functions write."""
    found: set[str] = set()
    for node in _inside_functions(_tree(module)):
        if isinstance(node, ast.Global):
            found.update(node.names)
        if isinstance(node, (ast.Subscript, ast.Attribute)) and isinstance(node.ctx, ast.Store):
            found.add(_base(node))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in _CHANGED_IN:
                found.add(_base(node.func))
    return found


def _base(node: ast.AST) -> str:
    while isinstance(node, (ast.Subscript, ast.Attribute)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _asked(node: ast.AST) -> dict[str, str]:
    """The environment variable that a node reads, and what it takes where there is none."""
    key: ast.expr | None = None
    default: ast.expr | None = None
    if isinstance(node, ast.Subscript) and ast.unparse(node.value).endswith("environ"):
        key = node.slice
    elif isinstance(node, ast.Call) and node.args:
        if ast.unparse(node.func).endswith(("environ.get", "getenv")):
            key, default = node.args[0], node.args[1] if len(node.args) > 1 else None
    if not isinstance(key, ast.Constant) or not isinstance(key.value, str):
        return {}
    given = default.value if isinstance(default, ast.Constant) else ""
    return {key.value: str(given) if isinstance(given, (str, int, float)) else ""}

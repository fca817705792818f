"""Whether two names stand for one object of the JAX that is installed."""

from __future__ import annotations

import ast
import functools
import importlib
import inspect
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from .legacy import put_back


def same_objects(names: Sequence[tuple[str, str]], removed: Mapping[str, str]) -> dict[str, Any]:
    """Whether each pair of dotted names is that of one object, or one of the two only hands on to
    the other; old names are put back where they are gone."""
    new = [_found(name) for _, name in names]  # before anything is put back
    back = put_back(removed)
    old = [_found(name) for name, _ in names]
    same = all(
        a is not None and b is not None and (a is b or _hands_on(a, b) or _hands_on(b, a))
        for a, b in zip(old, new, strict=True)
    )
    return {"same": same, "removed": back, "jax": importlib.import_module("jax").__version__}


def _found(dotted: str) -> Any:
    """What a dotted name stands for; None where there is no such thing."""
    parts = dotted.split(".")
    for count in range(len(parts), 0, -1):
        try:
            found: Any = importlib.import_module(".".join(parts[:count]))
        except ImportError:
            continue
        try:
            return functools.reduce(getattr, parts[count:], found)
        except AttributeError:
            return None
    return None


def _hands_on(function: Any, to: Any) -> bool:
    """Whether all that a function does is to call another one with the very arguments that it
    takes, and to give what that gives, as `jax.tree.map` does."""
    if not inspect.isfunction(function) or not callable(to):
        return False
    try:
        mine, theirs = inspect.signature(function), inspect.signature(to)
        (node,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    except (OSError, TypeError, ValueError, SyntaxError):
        return False
    takes = [(one.name, one.kind, one.default) for one in mine.parameters.values()]
    if takes != [(one.name, one.kind, one.default) for one in theirs.parameters.values()]:
        return False
    if not isinstance(node, ast.FunctionDef) or node.decorator_list:
        return False
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    if len(body) != 1 or not isinstance(body[0], ast.Return):
        return False
    call = body[0].value
    if not isinstance(call, ast.Call) or _named(call.func, function.__globals__) is not to:
        return False
    given = [ast.unparse(one) for one in (*call.args, *call.keywords)]
    kinds = inspect.Parameter
    wanted = []
    for one in mine.parameters.values():
        prefix = "*" * (one.kind is kinds.VAR_POSITIONAL) + "**" * (one.kind is kinds.VAR_KEYWORD)
        keyword = f"{one.name}=" if one.kind is kinds.KEYWORD_ONLY else ""
        wanted.append({f"{prefix}{keyword}{one.name}"})
        if one.kind is kinds.POSITIONAL_OR_KEYWORD:
            wanted[-1].add(f"{one.name}={one.name}")
    return len(given) == len(wanted) and all(
        one in those for one, those in zip(given, wanted, strict=True)
    )


def _named(node: ast.expr, names: Mapping[str, Any]) -> Any:
    """What a dotted name is among the globals of a function; None where it is no such name."""
    if isinstance(node, ast.Attribute):
        return getattr(_named(node.value, names), node.attr, None)
    return names.get(node.id) if isinstance(node, ast.Name) else None

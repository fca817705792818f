"""Whether two names stand for one object of the JAX that is installed, and two calls for one
call."""

from __future__ import annotations

import ast
import functools
import importlib
import inspect
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from . import handing_on
from .legacy import put_back


def same_objects(
    names: Sequence[tuple[str, str]],
    removed: Mapping[str, str],
    uses: Sequence[Mapping[str, Any]] = (),
) -> dict[str, Any]:
    """Whether each pair of dotted names is that of one object, or one of the two only hands on to
    the other, and each pair of calls comes to one; old names are put back where they are gone.

    Args:
        uses: pairs of calls, each with the names `old` and `new`, the numbers of `positional`
            arguments, the keywords of both (`before`, `after`), and `renamed`, what keywords of the
            functions are called today, by function.
    """
    new = [_found(name) for _, name in names]  # before anything is put back
    called = [_found(one["new"]) for one in uses]
    back = put_back(removed)
    old = [_found(name) for name, _ in names]
    same = all(_stands_for(a, b) for a, b in zip(old, new, strict=True))
    for one, function in zip(uses, called, strict=True):
        renamed, positional = one["renamed"], one["positional"]
        first, second = renamed.get(one["old"], {}), renamed.get(one["new"], {})
        was, gone = handing_on.calls(_found(one["old"]), positional[0], one["before"], first)
        # What is left of old keywords there, another fix renames.
        now, _ = handing_on.calls(function, positional[1], one["after"], second)
        comes_to_one = any(a.is_same(b) for a in was for b in now)
        if positional[0] == positional[1] and list(one["before"]) == list(one["after"]):
            comes_to_one = comes_to_one or _stands_for(_found(one["old"]), function)
        same = same and comes_to_one
        back += [f"{one['old']}({keyword})" for keyword in gone]
    return {
        "same": same,
        "removed": sorted({*back}),
        "jax": importlib.import_module("jax").__version__,
    }


def _stands_for(one: Any, other: Any) -> bool:
    """Whether two objects are one, or one of them only hands on to the other."""
    if one is None or other is None:
        return False
    return one is other or _hands_on(one, other) or _hands_on(other, one)


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
    if (
        not isinstance(call, ast.Call)
        or handing_on.named(call.func, function.__globals__) is not to
    ):
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

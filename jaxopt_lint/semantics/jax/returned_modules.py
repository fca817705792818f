"""Functions of a project that import JAX and return it: `jax, jnp = import_jax()`."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Protocol

from jaxopt_lint.semantics.python import Binding, Module, own_nodes


class Names(Protocol):
    """What has to be known of the names of a file."""

    @property
    def module(self) -> Module: ...

    def of(self, node: ast.AST | None) -> str | None: ...

    def handed_out(self, function: ast.expr) -> Sequence[str]: ...


_CACHES = {"functools.cache", "functools.lru_cache"}


def returned_modules(names: Names, function: ast.AST) -> tuple[str, ...]:
    """What a function returns, where that are imported things of JAX, one for each element.

    An element that is something else is empty. What is returned where an import of JAX failed
    does not count. Nothing if a call gives anything else, or one thing here and another there.
    """
    if not isinstance(function, ast.FunctionDef) or not all(
        names.of(d.func if isinstance(d, ast.Call) else d) in _CACHES
        for d in function.decorator_list
    ):
        return ()
    found = set()
    for node in own_nodes(function.body):
        if isinstance(node, (ast.Yield, ast.YieldFrom)):
            return ()
        if isinstance(node, ast.Return) and not _without_jax(names, node, function):
            found.add(tuple(_of_jax(names, element) for element in _elements(node.value)))
    only = found.pop() if len(found) == 1 else ()
    return only if any(only) else ()


def taken(binding: Binding) -> tuple[ast.expr, int, int] | None:
    """The function whose result a name is, as `f` of `a, b = f()`, with the place of the name in
    the result and how many elements that has; None for other bindings."""
    statement = binding.node
    if not isinstance(statement, ast.Assign) or not isinstance(statement.value, ast.Call):
        return None
    if len(statement.targets) != 1:
        return None
    elements = _elements(statement.targets[0])
    if not all(isinstance(e, ast.Name) for e in elements):
        return None
    at = [getattr(e, "id", "") for e in elements].index(binding.name)
    return statement.value.func, at, len(elements)


def taken_name(names: Names, binding: Binding) -> str | None:
    """What a name is that holds a result, or an element of one; None if that is not of JAX."""
    source = taken(binding)
    if source is None:
        return None
    function, at, length = source
    result = names.handed_out(function)
    return result[at] or None if len(result) == length else None


def _elements(value: ast.expr | None) -> list[ast.expr | None]:
    return list(value.elts) if isinstance(value, (ast.Tuple, ast.List)) else [value]


def _of_jax(names: Names, value: ast.expr | None) -> str:
    dotted = names.of(value) or ""
    return dotted if dotted == "jax" or dotted.startswith("jax.") else ""


def _without_jax(names: Names, node: ast.AST, function: ast.FunctionDef) -> bool:
    """Whether code runs where an import of JAX failed."""
    for child, around in names.module.way_out(node):
        if around is function:
            return False
        if isinstance(around, ast.Try) and isinstance(child, ast.ExceptHandler):
            for part in (p for s in around.body for p in ast.walk(s)):
                if isinstance(part, (ast.Import, ast.ImportFrom)) and _imports_jax(names, part):
                    return True
    return False


def _imports_jax(names: Names, statement: ast.Import | ast.ImportFrom) -> bool:
    if isinstance(statement, ast.ImportFrom):
        module = names.module.import_target(statement.module, statement.level)
        return module.split(".")[0] == "jax"
    return any(alias.name.split(".")[0] == "jax" for alias in statement.names)

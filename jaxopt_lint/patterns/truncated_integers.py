"""Integers of NumPy that are too large for the 32 bits that JAX makes of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.static_ints import static_int
from jaxopt_lint.semantics.python import argument, keywords

_DEPTH = 6
_LARGEST = 2**31
_TAKERS = ("jax.numpy.array", "jax.numpy.asarray", "jax.device_put")
_WIDE = ("numpy.int64", "numpy.uint64")


@dataclass(frozen=True, slots=True)
class Truncated:
    """An array of JAX that does not hold the numbers that it is made of.

    Attributes:
        node: the call that makes it.
        given: the integers.
        number: one that is part of each of them.
    """

    node: ast.Call
    given: ast.expr
    number: ast.expr


def truncated(facts: Facts) -> Iterator[Truncated]:
    """The arrays of a file that are made of integers of NumPy past 32 bits."""
    if facts.project.x64 or facts.module.mentions("x64"):
        return
    for call in facts.module.all(ast.Call):
        if facts.names.call(call) not in _TAKERS or not call.args:
            continue
        if "dtype" in keywords(call) or (len(call.args) > 1 and not _puts(facts, call)):
            continue
        found = _far(facts, call.args[0], _DEPTH)
        if found is not None and found[1] and not error_meant(facts, call):
            yield Truncated(call, call.args[0], found[0])


def _puts(facts: Facts, call: ast.Call) -> bool:
    return facts.names.call(call) == "jax.device_put"


def _far(facts: Facts, node: ast.expr | None, depth: int) -> tuple[ast.expr, bool] | None:
    """The large number that all entries of a value are made with, and whether NumPy holds them, in
    64 bits: it wraps around what JAX refuses of Python."""
    if node is None or depth <= 0:
        return None
    match node:
        case ast.Constant() | ast.UnaryOp(ast.USub(), ast.Constant()):
            number = static_int(facts, node)
            return (node, False) if number is not None and abs(number) >= _LARGEST else None
        case ast.Name():
            return _far(facts, facts.names.value(node), depth - 1)
        case ast.BinOp(left, ast.Add(), right):
            for side, other in ((left, right), (right, left)):
                found = _far(facts, side, depth - 1)
                numpy = _is_of_numpy(facts, other, depth - 1)
                # What else is added may be as large, and negative.
                if found is not None and (numpy or static_int(facts, other) is not None):
                    return found[0], found[1] or numpy
        case ast.Call():
            return _made(facts, node, depth)
    return None


def _made(facts: Facts, call: ast.Call, depth: int) -> tuple[ast.expr, bool] | None:
    name = facts.names.call(call) or ""
    if name in _WIDE or name in ("numpy.array", "numpy.asarray"):
        typed = argument(call, 1, "dtype") if name not in _WIDE else None
        if not call.args or (typed is not None and facts.names.of(typed) not in _WIDE):
            return None
        given = call.args[0]
        parts = given.elts if isinstance(given, (ast.List, ast.Tuple)) else [given]
        each = [_far(facts, part, depth - 1) for part in parts]
        return (each[0][0], True) if each and each[0] is not None and None not in each else None
    if name.startswith("numpy."):
        return None
    function = calls(facts).callee(call.func)
    if function is None or function.node is None or function.wraps or function.bound:
        return None
    results = [_far(facts, r, depth - 1) for r in facts.module.results(function.node)]
    if not results or None in results:
        return None
    return next(((r[0], r[1]) for r in results if r is not None), None)


def _is_of_numpy(facts: Facts, node: ast.expr, depth: int) -> bool:
    """Whether a value is made by NumPy, of integers as far as is seen."""
    if depth <= 0:
        return False
    match node:
        case ast.Name():
            made = facts.names.value(node)
            return made is not None and _is_of_numpy(facts, made, depth - 1)
        case ast.Call():
            name = facts.names.call(node) or ""
            if name in ("numpy.cumsum", "numpy.sort", "numpy.diff") and node.args:
                return _is_of_numpy(facts, node.args[0], depth - 1)
            if isinstance(node.func, ast.Attribute) and node.func.attr == "integers":
                return True
            fractions = any(
                isinstance(part, ast.Constant) and isinstance(part.value, float)
                for part in (*node.args, *(k.value for k in node.keywords))
            )
            return name in ("numpy.arange", "numpy.array", *_WIDE) and not fractions
    return False

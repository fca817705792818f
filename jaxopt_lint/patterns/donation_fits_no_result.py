"""Arrays that are donated to a function of which no result can take their memory."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.patterns.typed_arrays import is_short, short_type
from jaxopt_lint.semantics.jax.api.results import LEAF_MAPS
from jaxopt_lint.semantics.jax.avals import Aval, Known, aval, result
from jaxopt_lint.semantics.jax.basics import Facts, Wrap, calls, tracing
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.python import FunctionNode, argument, arguments, positional


@dataclass(frozen=True, slots=True)
class Unusable:
    """A donation that nothing comes of.

    Attributes:
        node: what compiles the function.
        name: the parameter.
        function: the function.
        cast: the results are the argument in 16 bits; else they are single numbers.
        sure: what is donated is known to be something else.
    """

    node: ast.expr
    name: str
    function: FunctionNode
    cast: bool
    sure: bool


def unusable_donations(facts: Facts) -> Iterator[Unusable]:
    """The donations of a file that no result can take, the first of each function."""
    for wrap in tracing(facts).wraps:
        function = wrap.function
        if wrap.transform.kind != "jit" or function is None or wrap.bound or wrap.inner:
            continue
        donated, sure = tracing(facts).donated(wrap)
        if not donated or not sure or error_meant(facts, wrap.site):
            continue
        found = next(_found(facts, wrap, function, donated), None)
        if found is not None:
            yield found


def _found(
    facts: Facts, wrap: Wrap, function: FunctionNode, donated: set[str]
) -> Iterator[Unusable]:
    numbers = _gives_numbers(facts, function)
    for name in positional(function):
        if name not in donated:
            continue
        if numbers and _has_axes(facts, function, name):
            yield Unusable(wrap.site, name, function, cast=False, sure=True)
        elif _gives_cast(facts, function, name):
            given = [*_given(facts, function, name)]
            if not any(is_short(facts, value) for value in given):
                yield Unusable(wrap.site, name, function, cast=True, sure=False)


def _gives_numbers(facts: Facts, function: FunctionNode) -> bool:
    """Whether all that a function gives are single numbers."""

    def single(known: Known) -> bool:
        if isinstance(known, tuple):
            return bool(known) and all(map(single, known))
        return isinstance(known, Aval) and known.rank == 0

    return single(result(facts, function, [None] * len(positional(function))))


def _has_axes(facts: Facts, function: FunctionNode, name: str) -> bool:
    """Whether an argument is certainly no single number."""
    for product in facts.module.inside(ast.BinOp, function):
        if isinstance(product.op, ast.MatMult):
            sides = (product.left, product.right)
            if any(isinstance(side, ast.Name) and side.id == name for side in sides):
                return True
    known = [aval(facts, value) for value in _given(facts, function, name)]
    return bool(known) and all(isinstance(k, Aval) and (k.rank or 0) > 0 for k in known)


def _given(facts: Facts, function: FunctionNode, name: str) -> Iterator[ast.expr]:
    for call in calls(facts).callers(function):
        yield from (value for given, value in arguments(call, function) if given == name)


def _gives_cast(facts: Facts, function: FunctionNode, name: str) -> bool:
    """Whether all that a function gives is an argument in a type of 16 bits."""
    results = facts.module.results(function)
    return bool(results) and all(r is not None and _is_cast(facts, r, name) for r in results)


def _is_cast(facts: Facts, value: ast.expr, name: str) -> bool:
    value = facts.names.behind(value) or value
    match value:
        case ast.Call(ast.Attribute(ast.Name(of), "astype")) if of == name:
            return short_type(facts, argument(value, 0, "dtype"))
        case ast.Call(_, [ast.Lambda() as leaf, ast.Name(tree)]) if tree == name:
            if facts.names.call(value) in LEAF_MAPS and len(positional(leaf)) == 1:
                return _is_cast(facts, leaf.body, positional(leaf)[0])
    return False

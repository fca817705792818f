"""Cumulative products and sums that a loop works out anew for each length."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.jax.called import called
from jaxopt_lint.semantics.jax.recurrence import in_test, loop_around, short
from jaxopt_lint.semantics.jax.static_ints import static_int
from jaxopt_lint.semantics.python import all_names, argument, is_name, stored_names
from jaxopt_lint.semantics.subjects.looping.source import source_of

FEW = 8  # turns, where they are known
_RUNNING = {
    "jax.numpy.prod": "jnp.cumprod",
    "jax.numpy.sum": "jnp.cumsum",
    "jax.numpy.max": "jax.lax.cummax",
    "jax.numpy.min": "jax.lax.cummin",
    "jax.nn.logsumexp": "jax.lax.cumlogsumexp",
    "jax.scipy.special.logsumexp": "jax.lax.cumlogsumexp",
}


@dataclass(frozen=True, slots=True)
class Prefix:
    """One reduction of what comes before the counter of a loop.

    Attributes:
        node: the reduction.
        array: what it takes a part of.
        counter: the counter.
        running: the function that gives all of them.
    """

    node: ast.Call
    array: ast.expr
    counter: str
    running: str


def prefixes(facts: Facts) -> Iterator[Prefix]:
    """The reductions in the loops of a file that begin at the first row on each turn."""
    for call, name in called(facts, *_RUNNING):
        found = _prefix(facts, call, name)
        if found is not None:
            yield found


def _prefix(facts: Facts, call: ast.Call, name: str) -> Prefix | None:
    part = argument(call, 0, "a")
    axis = argument(call, 1, "axis")
    first = axis is None or (isinstance(axis, ast.Constant) and axis.value in (None, 0))
    if not isinstance(part, ast.Subscript) or not first or in_test(facts, call):
        return None
    loop = loop_around(facts, call)
    index = part.slice.elts[0] if isinstance(part.slice, ast.Tuple) else part.slice
    if loop is None or not isinstance(index, ast.Slice) or index.step is not None:
        return None
    if index.lower is not None and static_int(facts, index.lower) != 0:
        return None
    counter = _counter(facts, loop, index.upper)
    if counter is None:
        return facts.doubt(call, "{} is not the counter of the loop", part)
    body = loop.body if isinstance(loop, ast.For) else ()
    if all_names(part.value) & stored_names(*body) or short(
        facts, facts.module.statement(call), loop
    ):
        return facts.doubt(call, "the loop changes {}, or has a few turns", part.value)
    return Prefix(call, part.value, counter, _RUNNING[name])


def _counter(facts: Facts, loop: ast.AST, upper: ast.expr | None) -> str | None:
    """The counter that the end of a slice follows one by one: `i`, `i + 1`."""
    if isinstance(loop, (ast.ListComp, ast.GeneratorExp)):
        head: ast.For | ast.comprehension = loop.generators[0]
    elif isinstance(loop, ast.For):
        head = loop
    else:
        return None
    source = source_of(facts, head.target, head.iter)
    turns = source.trip(facts)
    if source.index is None or (turns is not None and turns < FEW):
        return None
    match upper:
        case ast.BinOp(end, ast.Add() | ast.Sub(), ast.Constant(int())):
            pass
        case end:
            pass
    return source.index if end is not None and is_name(end, source.index) else None

"""Indices that certainly lie past the end of an array, which nobody says on a device."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.avals import Aval, aval
from jaxopt_lint.semantics.jax.basics import Facts, calls, values
from jaxopt_lint.semantics.jax.certain import made_array
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.kinds import TRACED
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.python import FUNCTIONS, argument, positional


@dataclass(frozen=True, slots=True)
class PastEnd:
    """An index past the end.

    Attributes:
        node: the read.
        index: the index.
        why: how far it goes.
    """

    node: ast.Subscript
    index: ast.expr
    why: str


def past_end(facts: Facts) -> Iterator[PastEnd]:
    """The reads of a file whose index goes past the end of an array of JAX."""
    for node in facts.module.all(ast.Subscript):
        if not isinstance(node.ctx, ast.Load) or isinstance(node.slice, (ast.Slice, ast.Tuple)):
            continue
        why = _constant(facts, node) or _moved(facts, node) or _of_range(facts, node)
        if why and not error_meant(facts, node):
            yield PastEnd(node, node.slice, why)


def _size(facts: Facts, node: ast.expr) -> int | None:
    """The length of the first axis of an array of JAX, where it is known."""
    made = origins(facts, node)
    if len(made) != 1 or not made_array(facts, made[0]):
        return None
    known = aval(facts, made[0])
    return known.size if isinstance(known, Aval) else None


def _constant(facts: Facts, node: ast.Subscript) -> str:
    """`x[10]` of ten elements."""
    match node.slice:
        case ast.Constant(int() as index) if not isinstance(index, bool):
            size = _size(facts, node.value)
            return f"the array has {size} elements" if size is not None and index >= size else ""
    return ""


def _moved(facts: Facts, node: ast.Subscript) -> str:
    """`table[ids + 1]`, of `ids` that count up to the last row."""
    match node.slice:
        case ast.BinOp(ids, ast.Add(), ast.Constant(int() as more)) if more > 0:
            made = origins(facts, ids)
            if len(made) != 1 or facts.names.call(made[0]) != "jax.numpy.arange":
                return ""
            count, size = _size(facts, made[0]), _size(facts, node.value)
            if count is not None and count == size:
                return f"`{facts.module.source(ids)}` goes up to the last row already"
    return ""


def _of_range(facts: Facts, node: ast.Subscript) -> str:
    """`x[i + 1]` in a loop over all `i` of `x`."""
    match node.slice, node.value:
        case ast.BinOp(ast.Name() as i, ast.Add(), ast.Constant(int() as more)), ast.Name() as x:
            if more <= 0:
                return ""
        case _:
            return ""
    bound = _bound(facts, i)
    if bound is None or not _is_length(facts, bound, x):
        return ""
    if not (made_array(facts, x) or values(facts).kind(i) in TRACED or _given(facts, x)):
        return ""
    return f"`{i.id}` goes up to the last element already"


def _given(facts: Facts, node: ast.Name) -> bool:
    made = origins(facts, node)
    return bool(made) and all(made_array(facts, one) for one in made)


def _bound(facts: Facts, counter: ast.Name) -> ast.expr | None:
    """What a counter stays below: of `for i in range(n)`, or of the body of a `fori_loop`."""
    binding = facts.names.only_binding(counter)
    if binding is None:
        return None
    if binding.kind == "param":
        body = facts.module.function(counter)
        if not isinstance(body, FUNCTIONS) or counter.id not in positional(body)[:1]:
            return None
        for call in facts.module.all(ast.Call):
            if facts.names.call(call) == "jax.lax.fori_loop":
                found = calls(facts).callee(argument(call, 2, "body_fun"))
                if found is not None and found.node is body and not found.bound:
                    return argument(call, 1, "upper")
        return None
    loop = binding.node if isinstance(binding.node, ast.For) else facts.module.parent[binding.node]
    match loop:
        case ast.For(_, ast.Call(func, [*_, bound])) if facts.names.is_builtin(func, "range"):
            return bound if len(loop.iter.args) < 3 else None  # type: ignore[attr-defined]
    return None


def _is_length(facts: Facts, bound: ast.expr, array: ast.Name) -> bool:
    """Whether a number is the length of an array: `len(x)`, `x.shape[0]`, or a name for it."""
    match facts.names.behind(bound):
        case ast.Subscript(ast.Attribute(ast.Name(name), "shape"), ast.Constant(0)):
            return name == array.id
        case ast.Call(func, [ast.Name(name)]) if facts.names.is_builtin(func, "len"):
            return name == array.id
    return False

"""Shapes that are unpacked into another number of names than the array has axes."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.avals import Aval, aval
from jaxopt_lint.semantics.jax.basics import Facts, calls, tracing
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.python import Definition, arguments, positional

_SHARDED = frozenset({"jax.shard_map", "jax.experimental.shard_map.shard_map"})
# What hands on arrays with all of their axes.
_KEEPING = _SHARDED | {"jax.jit", "jax.checkpoint", "jax.grad", "jax.value_and_grad"}


@dataclass(frozen=True, slots=True)
class OtherLength:
    """A shape that does not fit.

    Attributes:
        node: the shape.
        array: the parameter.
        names: how many names it is unpacked into.
        rank: how many axes the array has.
        call: where the function is given it.
        sharded: the function runs under `shard_map`.
    """

    node: ast.Attribute
    array: str
    names: int
    rank: int
    call: ast.Call
    sharded: bool


def other_lengths(facts: Facts) -> Iterator[OtherLength]:
    """The shapes of parameters in a file that do not fit what a call gives."""
    for function in facts.module.all(ast.FunctionDef):
        for shape, count in _unpacked(facts, function):
            found = next(_misfits(facts, function, shape, count), None)
            if found is not None and not error_meant(facts, found.call):
                yield found
                break


def _unpacked(facts: Facts, function: Definition) -> Iterator[tuple[ast.Attribute, int]]:
    """The shapes of parameters that a function unpacks whatever happens, and into how many
    names."""
    for statement in function.body:
        match statement:
            case ast.Assign([ast.Tuple(targets)], ast.Attribute(ast.Name() as array, "shape")):
                plain = not any(isinstance(t, ast.Starred) for t in targets)
                binding = facts.names.only_binding(array)
                if plain and binding is not None and binding.kind == "param":
                    if array.id in positional(function):
                        yield statement.value, len(targets)  # type: ignore[misc]
            case ast.Assign() | ast.Expr() | ast.AnnAssign() | ast.FunctionDef():
                continue
            case _:
                return


def _misfits(
    facts: Facts, function: Definition, shape: ast.Attribute, count: int
) -> Iterator[OtherLength]:
    array = shape.value.id if isinstance(shape.value, ast.Name) else ""
    decorating = [w.name for w in tracing(facts).of(function) if w.decorator]
    if len(decorating) < len(function.decorator_list) or not {*decorating} <= _KEEPING:
        return
    for call in calls(facts).callers(function):
        callee = calls(facts).callee(call.func)
        if callee is None or callee.bound or callee.bound_names:
            continue
        wraps = {name for name, _ in callee.wraps}
        if not wraps <= _KEEPING or any(isinstance(a, ast.Starred) for a in call.args):
            continue
        given = dict(arguments(call, function)).get(array)
        known = aval(facts, given) if given is not None else None
        if isinstance(known, Aval) and known.rank is not None and known.rank != count:
            sharded = bool(wraps & _SHARDED)
            yield OtherLength(shape, array, count, known.rank, call, sharded)

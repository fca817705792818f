"""Gradients of what is not one number, or by what is no fraction.

A gradient is of one number, by arrays of fractions: where the values that a call gives are in
sight, so is what comes of them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.avals import Aval, Known, aval, result
from jaxopt_lint.semantics.jax.basics import Facts, calls, tracing
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.python import FunctionNode, keywords, positional

_GRADIENTS = ("jax.grad", "jax.value_and_grad")
_AS_IS = ("jax.jit", "jax.checkpoint", *_GRADIENTS)


@dataclass(frozen=True, slots=True)
class Undefined:
    """A gradient that cannot be taken.

    Attributes:
        node: the call that takes it, or the argument that it is taken by.
        message: what is wrong.
        help: what to write.
        because: where the function is.
    """

    node: ast.expr
    message: str
    help: str
    because: str


def undefined_gradients(facts: Facts) -> Iterator[Undefined]:
    """The gradients of a file that cannot be taken."""
    for call in facts.module.all(ast.Call):
        found = calls(facts).callee(call.func)
        if found is None or found.node is None or found.bound or found.bound_names:
            continue
        options = [options for name, options in found.wraps if name in _GRADIENTS]
        if len(options) != 1 or any(name not in _AS_IS for name, _ in found.wraps):
            continue
        if any(isinstance(a, ast.Starred) for a in call.args) or error_meant(facts, call):
            continue
        yield from _judged(facts, call, found.node, keywords(options[0]))


def _judged(
    facts: Facts, call: ast.Call, function: FunctionNode, options: Mapping[str, ast.expr]
) -> Iterator[Undefined]:
    places = _places(facts, options.get("argnums"))
    if places is None or "holomorphic" in options or "allow_int" in options:
        return
    given = [aval(facts, a) for a in call.args]
    name = getattr(function, "name", "the function")
    because = f"`{name}` is at {facts.at(function)}" if not isinstance(function, ast.Lambda) else ""
    if not function.args.vararg and any(p >= len(positional(function)) for p in places):
        yield Undefined(
            call,
            f"`argnums` speaks of an argument that `{name}` does not have: it raises",
            "count the arguments from 0",
            because,
        )
        return
    for place in places:
        known = given[place] if place < len(given) else None
        if isinstance(known, Aval) and known.kind in ("int", "bool"):
            yield Undefined(
                call.args[place],
                f"`{facts.module.source(call.args[place])}` is of whole numbers, by which there is "
                "no gradient: it raises TypeError",
                "make it one of fractions: `2.0`, `x.astype(float)`",
                because,
            )
            return
    if "has_aux" not in options and call.keywords == []:
        known = result(facts, function, given)
        if isinstance(known, Aval) and known.kind == "complex":
            yield Undefined(
                call,
                f"`{name}` gives a complex number, of which there is no gradient without "
                "`holomorphic=True`: it raises TypeError",
                "take the gradient of a real number, or say `holomorphic=True`",
                because,
            )
            return
        rank = _rank(known)
        if rank:
            yield Undefined(
                call,
                f"`{name}` gives an array with {rank} {'axis' if rank == 1 else 'axes'}, and a "
                "gradient is of one number: it raises TypeError",
                "take the mean or the sum of it; for a gradient each use `jax.vmap(jax.grad(f))` "
                "or `jax.jacrev`",
                because,
            )


def _places(facts: Facts, node: ast.expr | None) -> list[int] | None:
    """The arguments that a gradient is taken by; None where they are not known."""
    if node is None:
        return [0]
    numbers = tracing(facts).literals(node)
    known = [n for n in numbers or () if isinstance(n, int) and n >= 0]
    return known if numbers is not None and len(known) == len(list(numbers)) else None


def _rank(known: Known) -> int:
    return known.rank or 0 if isinstance(known, Aval) else 0

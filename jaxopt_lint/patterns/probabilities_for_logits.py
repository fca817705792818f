"""Probabilities that are given to a loss of Optax which takes logits.

The loss takes its own softmax or sigmoid; of what has been through one already it takes a second.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.effects.objects import reaching
from jaxopt_lint.semantics.jax.forward import forward
from jaxopt_lint.semantics.python import FunctionNode, argument, own_nodes

_DEPTH = 6
_MODULES = ("jax.nn", "flax.linen", "flax.nnx", "flax.linen.activation")
_SOFTMAX, _SIGMOID = "softmax", "sigmoid"
# The losses, the name of the parameter for logits (the first), and what they take of it.
_LOSSES = {
    "optax.softmax_cross_entropy": _SOFTMAX,
    "optax.softmax_cross_entropy_with_integer_labels": _SOFTMAX,
    "optax.losses.softmax_cross_entropy": _SOFTMAX,
    "optax.losses.softmax_cross_entropy_with_integer_labels": _SOFTMAX,
    "optax.sigmoid_binary_cross_entropy": _SIGMOID,
    "optax.losses.sigmoid_binary_cross_entropy": _SIGMOID,
}


@dataclass(frozen=True, slots=True)
class Squashed:
    """A loss of logits that is given probabilities.

    Attributes:
        node: the call of the loss.
        given: what it is given.
        made: the call that made probabilities of it.
        function: what the loss takes of it, once more.
    """

    node: ast.Call
    given: ast.expr
    made: ast.Call
    function: str


def probabilities_for_logits(facts: Facts) -> Iterator[Squashed]:
    """The losses of a file that are given probabilities, whichever way the code takes."""
    for call in facts.module.all(ast.Call):
        function = _LOSSES.get(facts.names.call(call) or "")
        given = argument(call, 0, "logits") if function is not None else None
        if function is None or given is None:
            continue
        made = _squashed(facts, given, function, _DEPTH)
        if made is not None:
            yield Squashed(call, given, made, function)


def _squashed(facts: Facts, node: ast.expr | None, function: str, depth: int) -> ast.Call | None:
    """The call of a softmax or sigmoid whose result a value is, on every way; None otherwise."""
    if depth <= 0 or node is None:
        return None
    if isinstance(node, ast.Name):
        holder = facts.module.holder(node)
        bindings = reaching(facts, node, holder) if holder is not None else []
        if len(bindings) != 1 or bindings[0].kind != "assign":
            return None
        return _squashed(facts, bindings[0].value, function, depth - 1)
    if not isinstance(node, ast.Call):
        return None
    module, _, name = (facts.names.call(node) or "").rpartition(".")
    if module in _MODULES:
        return node if name == function else None
    passed = forward(facts, node)
    body = passed.method if passed is not None else calls(facts).function(node)
    return _returned(facts, body, function, depth - 1) if body is not None else None


def _returned(facts: Facts, body: FunctionNode, function: str, depth: int) -> ast.Call | None:
    """The last softmax or sigmoid of a function all of whose results are of one."""
    if isinstance(body, ast.Lambda):
        return _squashed(facts, body.body, function, depth)
    returns = [n for n in own_nodes(body.body) if isinstance(n, (ast.Return, ast.Yield))]
    found = [
        _squashed(facts, n.value, function, depth) if isinstance(n, ast.Return) else None
        for n in returns
    ]
    return found[-1] if found and None not in found else None

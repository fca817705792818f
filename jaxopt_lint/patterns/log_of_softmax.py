"""The logarithm of what `softmax` or `sigmoid` makes, of one element or slice of it, too."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, tracing
from jaxopt_lint.semantics.jax.forward import forward
from jaxopt_lint.semantics.jax.frameworks import forward_method
from jaxopt_lint.semantics.python import root_of

MODULES = {"jax.nn", "flax.linen", "flax.nnx"}
STABLE = {"softmax": "log_softmax", "sigmoid": "log_sigmoid"}


@dataclass(frozen=True, slots=True, eq=False)
class LogOfSoftmax:
    """A logarithm that one function takes together with what is under it.

    Attributes:
        node: the call of `log`.
        inner: the call of `softmax` or `sigmoid`.
        stable: the dotted name of the function that does both.
        learned: a gradient is taken of it, or a network gives it.
    """

    node: ast.Call
    inner: ast.Call
    stable: str
    learned: bool


def log_of_softmax(facts: Facts, node: ast.Call) -> LogOfSoftmax | None:
    """The match that a call is, if it is one: `log(softmax(x))`, `log(softmax(x)[i])`."""
    if facts.names.call(node) != "jax.numpy.log" or len(node.args) != 1 or node.keywords:
        return None
    inner = root_of(node.args[0], ast.Subscript)
    module, _, name = (facts.names.call(inner) or "").rpartition(".")
    if not isinstance(inner, ast.Call) or module not in MODULES or name not in STABLE:
        if isinstance(inner, ast.BinOp):
            facts.doubt(node, "{} is not a softmax itself", inner, early=True)
        return None
    if name == "sigmoid" and inner.args and _bounded(facts, inner.args[0]):
        return facts.doubt(node, "{} is too small to be rounded to 0", inner.args[0])
    function = facts.module.function(node)
    learned = tracing(facts).differentiated(function) is not None
    learned = learned or forward_method(facts, node) is not None
    return LogOfSoftmax(node, inner, f"{module}.{STABLE[name]}", learned)


def _bounded(facts: Facts, value: ast.expr, depth: int = 6) -> bool:
    """Whether a value is made of a few that lie between -1 and 1: no sigmoid of it is near 0."""
    if depth <= 0:
        return False
    match facts.names.behind(value):
        case ast.BinOp(left, ast.Add() | ast.Sub() | ast.Mult(), right):
            return all(_bounded(facts, side, depth - 1) for side in (left, right))
        case ast.UnaryOp(ast.USub(), inner) | ast.Subscript(inner):
            return _bounded(facts, inner, depth - 1)
        case ast.Constant(int() | float() as number):
            return abs(number) <= 2
        case ast.Call() as made:
            called = facts.names.call(made) or ""
            if called in _BETWEEN:
                return True
            passed = forward(facts, made)
            results = [*facts.module.results(passed.method)] if passed is not None else []
            return bool(results) and all(
                r is not None and _bounded(facts, r, depth - 1) for r in results
            )
    return False


# What lies between -1 and 1, whatever it is of.
_BETWEEN = frozenset(
    {f"{m}.{n}" for m in MODULES for n in ("softmax", "sigmoid", "tanh", "hard_tanh", "soft_sign")}
    | {"jax.numpy.tanh", "jax.numpy.sin", "jax.numpy.cos", "jax.numpy.sign", "jax.lax.tanh"}
)

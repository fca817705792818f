"""The logarithm of what `softmax` or `sigmoid` makes, of one element or slice of it, too."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.facts import Facts
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
    """

    node: ast.Call
    inner: ast.Call
    stable: str


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
    return LogOfSoftmax(node, inner, f"{module}.{STABLE[name]}")

"""Cross entropies of rows that were made of the numbers of classes just for them."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python import argument, unpacks

_LOSSES = ("optax.softmax_cross_entropy", "optax.losses.softmax_cross_entropy")
_MAKERS = ("jax.nn.one_hot", "flax.linen.one_hot", "flax.training.common_utils.onehot")


@dataclass(frozen=True, slots=True, eq=False)
class OfOneHot:
    """A cross entropy that takes one-hot rows.

    Attributes:
        node: the call of the loss.
        rows: the rows, as they are given.
        made: the call that makes them.
        labels: the numbers of the classes.
        numbers: the dotted name of the loss that takes these.
    """

    node: ast.Call
    rows: ast.expr
    made: ast.Call
    labels: ast.expr
    numbers: str


def cross_entropy_of_one_hot(facts: Facts, call: ast.Call) -> OfOneHot | None:
    """The match that a call is, if it is one."""
    name = facts.names.call(call)
    if name not in _LOSSES or unpacks(call):
        return None
    rows = argument(call, 1, "labels")
    made = facts.names.behind(rows) if rows is not None else None
    if rows is None or not isinstance(made, ast.Call) or facts.names.call(made) not in _MAKERS:
        return None
    labels, kinds = argument(made, 0, "x"), {k.arg for k in made.keywords}
    labels = labels or argument(made, 0, "labels")
    if labels is None or unpacks(made) or len(made.args) > 2 or kinds - _PLAIN:
        return facts.doubt(call, "{} does more than to mark the class", made)
    return OfOneHot(call, rows, made, labels, f"{name}_with_integer_labels")


_PLAIN = {"x", "labels", "num_classes", "dtype"}

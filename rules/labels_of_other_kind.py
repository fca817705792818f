"""Losses that are given labels of another kind than they take."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.python import argument

_ONE_HOT = frozenset({"jax.nn.one_hot"})
_NUMBERS = frozenset({"jax.random.randint", "jax.numpy.argmax", "jax.random.categorical"})


class LabelsOfOtherKind(Rule[ast.Call]):
    """A cross entropy of Optax is given numbers of classes for distributions, or the other way.

    ## Why is this bad?
    `optax.softmax_cross_entropy` takes a distribution for each row, and
    `optax.softmax_cross_entropy_with_integer_labels` the number of the class. With
    one-hot rows the latter raises; of numbers the former makes something else without a word where
    the shapes happen to go together.

    ## Example
    ```python
    import jax
    import optax


    def loss(logits, labels):
        rows = jax.nn.one_hot(labels, 10)
        return optax.softmax_cross_entropy_with_integer_labels(logits, rows).mean()
    ```
    Give it `labels`, or use `optax.softmax_cross_entropy`.

    ## When to keep it
    Never.
    """

    code = "JOL825"
    summary = "A cross entropy is given labels of another kind than it takes"
    severity = Severity.ERROR
    words = ("cross_entropy",)

    def visit_Call(self, node: ast.Call) -> None:
        name = (self.facts.names.call(node) or "").replace("optax.losses.", "optax.")
        numbers = name == "optax.softmax_cross_entropy_with_integer_labels"
        if not numbers and name != "optax.softmax_cross_entropy":
            return
        labels = argument(node, 1, "labels")
        made = origins(self.facts, labels) if labels is not None else ()
        makers = {self.facts.names.call(one) or "" for one in made}
        if labels is None or not makers or error_meant(self.facts, node):
            return
        if numbers and makers <= _ONE_HOT:
            self.report(
                node,
                f"`{self.source(labels)}` is one-hot, and `{self.source(node.func)}` takes the "
                "numbers of the classes: it raises",
                at=labels,
                help="give it the numbers, or use `optax.softmax_cross_entropy`",
            )
        elif not numbers and makers <= _NUMBERS:
            self.report(
                node,
                f"`{self.source(labels)}` holds numbers of classes, and `{self.source(node.func)}` "
                "takes a distribution for each row: it fails, or computes something else",
                at=labels,
                help="use `optax.softmax_cross_entropy_with_integer_labels`",
            )

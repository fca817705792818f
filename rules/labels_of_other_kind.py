"""Losses that are given labels of another kind than they take."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.valid_mask import marks_valid
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
    the shapes happen to go together. The paddings that `optax.ctc_loss` takes are 1 where a row is
    over, and not where it counts.

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
    words = ("cross_entropy", "ctc_loss")

    def _paddings(self, node: ast.Call) -> None:
        """Masks of what counts, where what is padded is to be marked."""
        for place, word in ((1, "logit_paddings"), (3, "label_paddings")):
            given = argument(node, place, word)
            told = given is not None and marks_valid(self.facts, given)
            if given is not None and told and not error_meant(self.facts, node):
                self.report(
                    node,
                    f"`{self.source(given)}` is 1 where a row is not yet over, and `{word}` is 1 "
                    "where it is padded: the loss is of the padding",
                    at=given,
                    severity=Severity.WARNING,
                    help=f"give the other way round: `1.0 - {self.source(given)}`",
                )
                return

    def visit_Call(self, node: ast.Call) -> None:
        name = (self.facts.names.call(node) or "").replace("optax.losses.", "optax.")
        if name in ("optax.ctc_loss", "optax.ctc_loss_with_forward_probs"):
            self._paddings(node)
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

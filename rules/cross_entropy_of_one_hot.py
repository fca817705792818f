"""Labels that are made one-hot for a cross entropy."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.cross_entropy_of_one_hot import OfOneHot, cross_entropy_of_one_hot
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.recurrence import in_test


class CrossEntropyOfOneHot(Rule[OfOneHot]):
    """The labels of a cross entropy are made one-hot just for it.

    ## Why is this slow?
    A row of zeros and a one is as long as there are classes: where nothing compiles the code, the
    array is as large as the logits. A compiled step never writes it down, but still multiplies and
    sums over all classes what one read of the logits gives; of 32,768 classes that took a tenth of
    the time of a loss on a CPU.

    ## Example
    ```python
    import jax
    import optax


    def loss_fn(logits, labels):
        rows = jax.nn.one_hot(labels, logits.shape[-1])
        return optax.softmax_cross_entropy(logits, rows).mean()
    ```
    Give labels to `optax.softmax_cross_entropy_with_integer_labels(logits, labels)`. The values
    are the same up to rounding for all labels that are classes. A label out of range, as -100 for
    what is to be left out, has a row of zeros and so no loss; of its number the loss is that of
    another class, or `nan`, until a mask takes it away. A logit of `-inf` for another class makes
    the loss of rows `nan`, that of numbers not.

    ## When to keep it
    Where the rows are smoothed or mixed; that is not reported.
    """

    code = "JOL311"
    summary = "Labels are made one-hot for a cross entropy"
    severity = Severity.INFO
    words = ("softmax_cross_entropy",)

    def visit_Call(self, node: ast.Call) -> None:
        found = cross_entropy_of_one_hot(self.facts, node)
        if found is None or in_test(self.facts, node):
            return
        self.report(
            found,
            f"`{self.source(found.made.func)}` makes a row as long as there are classes of each "
            "label, of which the loss needs one logit",
            help=f"`{found.numbers}` takes `{self.source(found.labels)}` as it is",
            assumed=("every label is one of the classes",),
        )

"""Losses that take logits and are given probabilities."""

from __future__ import annotations

from jaxopt_lint.patterns.probabilities_for_logits import Squashed, probabilities_for_logits
from jaxopt_lint.rule import Rule, each


class ProbabilitiesForLogits(Rule[Squashed]):
    """A loss of Optax that takes logits is given what a softmax or a sigmoid made.

    ## Why is this bad?
    `optax.softmax_cross_entropy` and its kin take the softmax, or the sigmoid, themselves, together
    with the logarithm. Of probabilities, which lie between 0 and 1, the softmax is nearly uniform:
    the loss cannot come near 0 however sure and right the model is, and its gradients are small.
    Nothing fails; the model trains slowly and badly.

    ## Example
    ```python
    import jax
    import optax


    def loss(weights, x, labels):
        probabilities = jax.nn.softmax(x @ weights)
        return optax.softmax_cross_entropy_with_integer_labels(probabilities, labels).mean()
    ```
    Give it `x @ weights`, and take the softmax where probabilities are shown to somebody.

    ## When to keep it
    Never. Where the value comes from several places, or from a file that is not seen, nothing is
    reported.
    """

    code = "JOL816"
    summary = "A loss that takes logits is given probabilities"
    words = ("cross_entropy",)
    matches = each(probabilities_for_logits)

    def judge(self, found: Squashed) -> None:
        self.report(
            found,
            f"`{self.source(found.node.func)}` takes logits, and `{self.source(found.given)}` has "
            f"been through a {found.function} already, which is taken twice so",
            at=found.given,
            help=f"give it what goes into the {found.function}",
            because=(f"the first {found.function} is at {self.facts.at(found.made)}",),
        )

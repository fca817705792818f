"""Logarithms of probabilities that could be taken of the logits."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.log_of_softmax import LogOfSoftmax as Match
from jaxopt_lint.patterns.log_of_softmax import log_of_softmax
from jaxopt_lint.rule import Rule, Severity


class LogOfSoftmax(Rule[Match]):
    """The logarithm is taken of what `softmax` or `sigmoid` returns.

    ## Why is this bad?
    A small probability is rounded to 0 before the logarithm sees it, which then is `-inf`, and its
    gradient `nan`. In `float32` that happens to a logit that lies 88 below the largest, in
    `float16` to one that lies 18 below. `jax.nn.log_softmax` never makes the probability: it
    stays exact there, and so does its gradient. `jax.nn.log_sigmoid` is the same for `sigmoid`.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    def cross_entropy(logits, labels):
        log_probs = jnp.log(jax.nn.softmax(logits, axis=-1))
        return -jnp.mean(jnp.sum(labels * log_probs, axis=-1))
    ```
    becomes
    ```python
    import jax
    import jax.numpy as jnp


    def cross_entropy(logits, labels):
        log_probs = jax.nn.log_softmax(logits, axis=-1)
        return -jnp.mean(jnp.sum(labels * log_probs, axis=-1))
    ```

    ## Fix safety
    Unsafe. The result is the same up to rounding where it was finite, and finite where it was
    `-inf`. The fix is refused where a mask (`where=`, `initial=`) or unpacked arguments are
    given.

    ## When to keep it
    In a test that compares the two. Where no gradient is seen to be taken, and no network gives the
    logarithm, it is for information. A sigmoid of what is made of a few numbers between -1 and 1,
    such as the difference of two probabilities, is never rounded to 0, and is not reported.
    """

    code = "JOL505"
    summary = "A logarithm is taken of a softmax, whose small values are rounded to 0"
    fix = "log-softmax"
    words = ("softmax", "sigmoid")

    def visit_Call(self, node: ast.Call) -> None:
        match = log_of_softmax(self.facts, node)
        if match is None:
            return
        name = self.source(match.inner.func)
        self.report(
            match,
            f"`{name}` rounds small probabilities to 0, of which the logarithm is `-inf` and its "
            "gradient `nan`",
            help=f"take the logarithm of the logits with `{match.stable}`",
            severity=None if match.learned else Severity.INFO,
        )

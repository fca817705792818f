"""Calls of the project's own functions that raise TypeError."""

from __future__ import annotations

from collections.abc import Iterable

from jaxopt_lint.patterns.call_that_does_not_fit import Misfit, misfits
from jaxopt_lint.rule import Rule, Severity


class CallThatDoesNotFit(Rule[Misfit]):
    """A function of the project is called with an argument too few, too many, or of another name.

    ## Why is this bad?
    It raises `TypeError` where the call is come to, which in a program for JAX often is late: when
    the training step is traced, after the data was loaded and the model initialised, or on the
    first evaluation, hours later.

    ## Example
    ```python
    import jax.numpy as jnp


    def reverse(x, alpha, sigma):
        return x / jnp.sqrt(alpha) + sigma


    def infer(x):
        return reverse(x)
    ```
    Give what it needs, `reverse(x, alpha, sigma)`, or give the parameters defaults.

    ## When to keep it
    Never: it raises. What waits for the error, functions behind decorators that may change what
    they take, and methods that another class may have, too, are not reported.
    """

    code = "JOL862"
    summary = "A call does not fit the function of the project that it calls"
    severity = Severity.ERROR
    words = ("jax", "flax", "equinox", "haiku", "optax")

    def matches(self) -> Iterable[Misfit]:
        return misfits(self.facts)

    def judge(self, found: Misfit) -> None:
        self.report(
            found,
            f"`{self.source(found.node.func)}` {found.wrong}: it raises TypeError",
            help=f"look at its parameters ({found.where})",
        )

"""Formulas with an exponential that overflows where the function that they spell does not."""

from __future__ import annotations

from collections.abc import Iterable

from jaxopt_lint.patterns.exponential_overflows import RATIO, Overflow, exponential_overflows
from jaxopt_lint.rule import Rule, Severity


class ExponentialOverflows(Rule[Overflow]):
    """A softplus, sigmoid, softmax or logsumexp is written out with an exponential that overflows.

    ## Why is this bad?
    `jnp.exp(x)` is infinite from 89 on in `float32`, and from 12 on in `float16`. So
    `jnp.log(1 + jnp.exp(x))` is infinite where the result is `x`, and `jnp.exp(x) / (1 +
    jnp.exp(x))` is infinity by infinity, NaN, where the result is 1. `1 / (1 + jnp.exp(-x))` has
    the right value, but its gradient is NaN below -88. The same goes for a softmax and for the
    logarithm of a sum of exponentials, which also is `-inf` where all terms are too small, and for
    a quotient of two exponentials: two densities that are far from 1 may have a ratio of 1. The
    functions of `jax.nn` shift by the largest first, and their gradients stay finite.

    ## Example
    ```python
    import jax.numpy as jnp


    def mish(x):
        return x * jnp.tanh(jnp.log(1 + jnp.exp(x)))
    ```
    Take `jax.nn.softplus(x)`, `jax.nn.sigmoid(x)`, `jax.nn.softmax(x)` and
    `jax.nn.logsumexp(x)`. The logarithm of a mean is `jax.nn.logsumexp(x) - jnp.log(x.size)`.

    ## When to keep it
    Where the exponent never is large: an exponent that is written as one, `-jnp.abs(x)` or
    `x - x.max()`, is left alone, as is a formula that a `where` around it chooses. So are projects
    that turn 64 bits on: there only an exponent above 709 overflows.
    """

    code = "JOL530"
    summary = "A formula overflows in its exponential where the function that it spells does not"
    severity = Severity.INFO
    words = ("exp",)

    def matches(self) -> Iterable[Overflow]:
        return exponential_overflows(self.facts)

    def judge(self, found: Overflow) -> None:
        exponent = self.quoted(found.exponent, "the exponent")
        if found.function == RATIO:
            self.report(
                found,
                f"{self.quoted(found.node, 'this')} divides two exponentials: it is NaN where both "
                "exponents are above 88 or below -103, whatever their difference",
                help="take `jnp.exp` of the difference, or stay with logarithms",
                assumed=(f"{exponent} may be large",),
            )
            return
        if found.slope:
            what = f"the gradient is NaN where {exponent} is above 88, although the value is right"
        elif found.function == "jax.nn.logsumexp":
            what = f"it is infinite where {exponent} is above 88, and -inf where all of it is below"
        elif found.function == "jax.nn.softplus":
            what = f"it is infinite where {exponent} is above 88, and its gradient NaN"
        else:
            what = f"it is NaN where {exponent} is above 88"
        short = found.function.rpartition(".")[2]
        self.report(
            found,
            f"{self.quoted(found.node, 'this')} is {short} written out with an exponential that "
            f"overflows: {what}",
            help=f"use `{found.function}`",
            assumed=(f"{exponent} may be large",),
        )

"""Gradients of several numbers at once, or by whole numbers."""

from __future__ import annotations

from jaxopt_lint.patterns.gradient_of_no_number import NoNumber, no_numbers
from jaxopt_lint.rule import Rule, Severity, each


class GradientOfNoNumber(Rule[NoNumber]):
    """A gradient is taken of an array, or by whole numbers.

    ## Why is this bad?
    `jax.grad` takes the gradient of one number. A function that gives an array, a loss of each
    example that nobody has averaged say, raises `TypeError`. By whole numbers there is no gradient:
    `jax.grad(f)(3)` raises as well, and so does one by `jnp.arange(3)`.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    def errors(w, x):
        return (x @ w - 1.0) ** 2


    slope = jax.grad(errors)(jnp.zeros(3), jnp.ones((8, 3)))
    ```
    Average them: `return jnp.mean((x @ w - 1.0) ** 2)`. One gradient for each example is
    `jax.vmap(jax.grad(error), in_axes=(None, 0))`.

    ## When to keep it
    Never: it raises.
    """

    code = "JOL509"
    summary = "A gradient is taken of an array, or by whole numbers"
    severity = Severity.ERROR
    words = ("grad",)
    matches = each(no_numbers)

    def judge(self, found: NoNumber) -> None:
        self.report(found, found.message, help=found.help, because=(found.because,))

"""Steps along the gradient by complex numbers, which JAX gives conjugated."""

from __future__ import annotations

from jaxopt_lint.patterns.complex_gradient_not_conjugated import NotConjugated, not_conjugated
from jaxopt_lint.rule import Rule, each


class ComplexGradientNotConjugated(Rule[NotConjugated]):
    """Complex parameters are stepped along the gradient as `jax.grad` gives it.

    ## Why is this bad?
    Of a real loss by a complex number, `jax.grad` gives the conjugate of the direction in which
    the loss grows. A step against it goes down in the real parts, and up in the imaginary ones,
    which run away. Nothing raises.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    def loss(c, x, y):
        return jnp.mean(jnp.abs(x @ c - y) ** 2)


    def fit(x, y):
        c = jnp.zeros(6, dtype=jnp.complex64)
        for _ in range(100):
            grads = jax.grad(loss)(c, x, y)
            c = c - 0.1 * grads
        return c
    ```
    Conjugate it first: `grads = jnp.conj(grads)`, or `jax.tree.map(jnp.conj, grads)`.

    ## When to keep it
    Never. Files that speak of conjugates, or of real and imaginary parts, are not reported.
    """

    code = "JOL541"
    summary = "Complex parameters are stepped along a gradient that is not conjugated"
    words = ("complex",)
    matches = each(not_conjugated)

    def judge(self, found: NotConjugated) -> None:
        self.report(
            found,
            f"`{found.parameters.id}` is complex, and `{found.gradient}` is the conjugate of the "
            "direction in which the loss grows: in the imaginary parts the step goes up",
            help=f"conjugate it first: `jax.tree.map(jnp.conj, {found.gradient})`",
            because=(f"the gradient is taken at {self.facts.at(found.taken)}",),
        )

"""Jacobians that take a pass for each of many numbers, where the other mode takes a few."""

from __future__ import annotations

from jaxopt_lint.patterns.jacobian_in_other_mode import OtherMode, other_modes
from jaxopt_lint.rule import Rule, each


class JacobianInOtherMode(Rule[OtherMode]):
    """A Jacobian is taken in the mode that needs more passes.

    ## Why is this slow?
    `jax.jacrev` goes back once for each number that comes out of a function, `jax.jacfwd` forward
    once for each that goes in. For a curve of 10,000 points with three parameters that is 10,000
    passes against three, and the memory of as many.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    def curve(theta, times):
        height, rate = theta
        return height * jnp.exp(-rate * times)


    def slopes(theta):
        return jax.jacrev(curve)(theta, jnp.linspace(0.0, 1.0, 10_000))
    ```
    Tall Jacobians are for `jax.jacfwd`, wide ones for `jax.jacrev`, and of one number there is
    `jax.grad`.

    ## When to keep it
    Where the function has no derivative in the other mode, as with `jax.custom_vjp`.
    """

    code = "JOL520"
    summary = "A Jacobian is taken in the mode that needs many more passes"
    words = ("jacrev", "jacfwd")
    matches = each(other_modes)

    def judge(self, found: OtherMode) -> None:
        self.report(found, found.message, help=found.help)

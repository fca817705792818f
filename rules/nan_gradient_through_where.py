"""`where` around a function that has no derivative where it is masked."""

from __future__ import annotations

from collections.abc import Iterable

from jaxopt_lint.patterns.nan_gradient_through_where import MaskedLate, masked_late
from jaxopt_lint.rule import Rule


class NanGradientThroughWhere(Rule[MaskedLate]):
    """`jnp.where` masks the result of a function whose derivative is infinite there.

    ## Why is this bad?
    `jnp.where(x > 0, jnp.sqrt(x), 0.0)` computes the root everywhere and picks afterwards. Its
    value at zero is right; its gradient is not: zero for the way that is not taken, times the
    infinite derivative of the root, is NaN. One masked element is enough to make a whole gradient
    NaN, as the distance of each particle from itself does.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    def energy(positions):
        square = jnp.sum((positions[:, None] - positions[None]) ** 2, axis=-1)
        distance = jnp.where(square > 0, jnp.sqrt(square), 0.0)
        return jnp.sum(distance)


    forces = jax.grad(energy)
    ```
    Mask what goes in, too:
    ```python
    safe = jnp.where(square > 0, square, 1.0)
    distance = jnp.where(square > 0, jnp.sqrt(safe), 0.0)
    ```

    ## When to keep it
    Where what is masked never is zero. The rule follows the arguments that a gradient is taken of
    through the file, and is silent where it does not see them arrive.
    """

    code = "JOL507"
    summary = "`jnp.where` masks the result of a function whose derivative is infinite there"
    words = ("where", "select")

    def matches(self) -> Iterable[MaskedLate]:
        return masked_late(self.facts)

    def judge(self, found: MaskedLate) -> None:
        at = self.source(found.at)
        self.report(
            found,
            f"the gradient of `{self.source(found.singular)}` is NaN where `{at}` is 0, although "
            "`where` masks the value",
            help=f"mask what goes in, too: `jnp.where(..., {at}, 1.0)` in place of `{at}`",
        )

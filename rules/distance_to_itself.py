"""Gradients of the distances of all pairs, of which those to oneself are zero."""

from __future__ import annotations

from collections.abc import Iterable

from jaxopt_lint.patterns.distance_to_itself import ToItself, distances_to_itself
from jaxopt_lint.rule import Rule


class DistanceToItself(Rule[ToItself]):
    """A gradient goes through the distances of all pairs, those of points to themselves included.

    ## Why is this bad?
    The distance of a point to itself is zero, where the root has an infinite derivative: times
    zero that is NaN, and NaN is the gradient of all points, on the first step. It does not help
    to mask the diagonal afterwards, to square the distance again, or to take the upper triangle:
    the root is differentiated all the same.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    def energy(positions):
        distance = jnp.linalg.norm(positions[:, None] - positions[None], axis=-1)
        return jnp.sum(jnp.triu(jnp.exp(-distance), 1))


    forces = jax.grad(energy)
    ```
    Take the pairs first: `i, j = jnp.triu_indices(n, 1)` and the norm of
    `positions[i] - positions[j]`; or compute with the square of the distance, or mask what goes
    into the root: `jnp.sqrt(jnp.where(jnp.eye(n, dtype=bool), 1.0, square))`.

    ## When to keep it
    Never. The rule follows the arguments that a gradient is taken of through the file, and is
    silent where it does not see them arrive.
    """

    code = "JOL514"
    summary = "A gradient goes through the distance of each point to itself, and is NaN"
    words = ("norm", "sqrt")

    def matches(self) -> Iterable[ToItself]:
        return distances_to_itself(self.facts)

    def judge(self, found: ToItself) -> None:
        points = self.source(found.points)
        root = self.quoted(found.node, "the distance")
        self.report(
            found,
            f"{root} is 0 for each point of `{points}` and itself, where the root has no "
            "derivative: the gradient is NaN",
            help="take the pairs of different points first, or mask what goes into the root",
        )

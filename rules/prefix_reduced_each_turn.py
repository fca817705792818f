"""Loops that reduce all rows up to their counter, from the first one on, on each turn."""

from __future__ import annotations

from jaxopt_lint.patterns.prefix_reduced_each_turn import Prefix, prefixes
from jaxopt_lint.rule import Rule, Severity, each
from jaxopt_lint.semantics.jax.basics import tracing


class PrefixReducedEachTurn(Rule[Prefix]):
    """Each turn of a loop reduces an array up to its counter: a cumulative product by hand.

    ## Why is this slow?
    `x[:i + 1]` has another shape on each turn. Outside of `jax.jit` the slice and the reduction are
    compiled for every length: the noise schedule of a diffusion with 100 steps took 59 seconds on
    two busy cores, and `jnp.cumprod` 0.8. Under a trace the loop is unrolled into as many slices
    and reductions. Either way the work grows with the square of the length.

    ## Example
    ```python
    import jax.numpy as jnp


    def schedule(betas, steps):
        alphas = 1 - betas
        return jnp.array([jnp.prod(alphas[: i + 1]) for i in range(steps)])
    ```
    Let one operation do it: `jnp.cumprod(alphas)`; of sums `jnp.cumsum`, of extremes
    `jax.lax.cummax` and `jax.lax.cummin`. The values differ by rounding.

    ## When to keep it
    For a handful of turns. Loops of fewer than eight, where that is written down, are left alone,
    and so are arrays that the loop itself changes.
    """

    code = "JOL221"
    summary = "Each turn of a loop reduces an array from its first row up to the counter"
    severity = Severity.INFO
    words = ("jax", "jnp")
    matches = each(prefixes)

    def judge(self, found: Prefix) -> None:
        traced = tracing(self.facts).staged(self.facts.module.function(found.node)) is not None
        array = self.quoted(found.array, "an array")
        cost = (
            "is unrolled into a slice and a reduction for each"
            if traced
            else ("compiles a slice and a reduction for each length")
        )
        self.report(
            found,
            f"each turn reduces {array} from its first row up to `{found.counter}`: the loop "
            f"{cost}",
            help=f"`{found.running}` of the whole array gives all of them at once",
            assumed=("the loop takes more than a few turns",),
        )

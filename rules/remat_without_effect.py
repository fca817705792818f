"""Checkpoints that save no memory."""

from __future__ import annotations

from collections.abc import Iterable

from jaxopt_lint.patterns.remat_without_effect import (
    AroundTheLoss,
    KeepsAll,
    around_losses,
    keeping_all,
)
from jaxopt_lint.rule import Rule


class RematWithoutEffect(Rule[KeepsAll | AroundTheLoss]):
    """`jax.checkpoint` keeps everything all the same, or computes everything again at once.

    ## Why is this slow?
    A checkpoint saves memory where the backward pass of one part is done before the next part is
    computed again. Around the whole loss there is only one part: the backward pass computes all
    of it again and holds all intermediates at once, as if there were no checkpoint. With
    `value_and_grad` the forward pass runs twice for nothing: on 12 scanned blocks the temporary
    memory stayed at 41 MB on a CPU, with a third more arithmetic. A policy of
    `everything_saveable` keeps every intermediate, which is what happens without a checkpoint.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    def loss_fn(layers, x, y):
        def block(h, w):
            return jnp.tanh(h @ w), None

        h, _ = jax.lax.scan(block, x, layers)
        return jnp.mean((h - y) ** 2)


    @jax.jit
    def step(layers, x, y):
        return jax.value_and_grad(jax.checkpoint(loss_fn))(layers, x, y)
    ```
    Put it around each layer instead: `jax.lax.scan(jax.checkpoint(block, prevent_cse=False), ...)`.

    ## When to keep it
    A policy that keeps some of the intermediates, such as `dots_with_no_batch_dims_saveable`, does
    save memory around a whole loss, and is not reported; nor is a checkpoint under `jax.vjp`, whose
    intermediates wait for the pullback to be called, or under a gradient that is differentiated
    once more.
    """

    code = "JOL308"
    summary = "`jax.checkpoint` keeps everything all the same, or recomputes everything at once"
    words = ("checkpoint", "remat")

    def matches(self) -> Iterable[KeepsAll | AroundTheLoss]:
        return [*keeping_all(self.facts), *around_losses(self.facts).values()]

    def judge(self, found: KeepsAll | AroundTheLoss) -> None:
        if isinstance(found, KeepsAll):
            of = f" of `{found.of}`" if found.of else ""
            self.report(
                found,
                f"the policy `everything_saveable` keeps every intermediate{of}: the checkpoint "
                "does nothing",
                help="leave the policy out, or name one that keeps less, such as "
                "`dots_with_no_batch_dims_saveable`",
            )
            return
        cost = "the forward pass runs twice and " if found.twice else ""
        self.report(
            found,
            f"all of `{found.of}` is computed again at once for its gradient: {cost}no memory is "
            "saved",
            help="put the checkpoint around each layer, or leave it out",
            because=(f"differentiated at {self.facts.at(found.gradient)}", found.witness),
            assumed=("" if found.witness else "nothing differentiates through the gradient",),
        )

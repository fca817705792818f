"""Training steps that throw the new statistics of batch normalization away."""

from __future__ import annotations

from collections.abc import Iterable

from jaxopt_lint.patterns.statistics_dropped import Dropped, dropped_statistics
from jaxopt_lint.rule import Rule


class StatisticsDropped(Rule[Dropped]):
    """A training step asks for new `batch_stats` and throws them away.

    ## Why is this bad?
    `flax.linen.BatchNorm` normalizes by the batch while it trains, and keeps running means for
    evaluation. `apply(..., mutable=["batch_stats"])` returns the new ones as a second result, as
    nothing is changed in place. Where nobody takes them, the statistics stay what `init` made
    them, a mean of 0 and a variance of 1: the training loss falls, and the evaluation is wrong.

    ## Example
    ```python
    import flax.linen as nn
    import jax
    import jax.numpy as jnp


    class Net(nn.Module):
        @nn.compact
        def __call__(self, x, train):
            x = nn.BatchNorm(use_running_average=not train)(nn.Dense(8)(x))
            return nn.Dense(1)(nn.relu(x))


    model = Net()


    @jax.jit
    def step(params, stats, x, y):
        def loss_fn(params):
            variables = {"params": params, "batch_stats": stats}
            out, _ = model.apply(variables, x, train=True, mutable=["batch_stats"])
            return jnp.mean((out - y) ** 2)

        return jax.grad(loss_fn)(params)
    ```
    Hand them out with the loss, and keep them:
    ```python
    out, new = model.apply(variables, x, train=True, mutable=["batch_stats"])
    return jnp.mean((out - y) ** 2), new["batch_stats"]
    ```
    with `has_aux=True`.

    ## When to keep it
    Where another pass keeps them, as for the discriminator of a GAN in the step of the generator.
    The rule is silent where the file keeps the statistics of any pass.
    """

    code = "JOL807"
    summary = "A training step throws the new `batch_stats` away"
    words = ("batch_stats",)

    def matches(self) -> Iterable[Dropped]:
        return dropped_statistics(self.facts)

    def judge(self, found: Dropped) -> None:
        self.report(
            found,
            "the new `batch_stats` of this pass are thrown away: the running statistics stay what "
            "they were at first",
            help="return them from the loss with `has_aux=True`, and pass them to the next step",
            because=(found.why, "no pass of this file keeps them"),
            assumed=("no other module renews the statistics",),
        )

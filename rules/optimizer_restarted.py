"""Optimizers that begin anew with each step."""

from __future__ import annotations

from jaxopt_lint.patterns.optimizer_restarted import Restarted, restarted_optimizers
from jaxopt_lint.rule import Rule, each


class OptimizerRestarted(Rule[Restarted]):
    """The state of an optimizer is made anew before each of its steps.

    ## Why is this bad?
    Adam and its kin keep moments of the gradients from step to step, in the state that `update`
    takes and gives. With a fresh state at each step there are none: every step is the first one,
    whose length does not depend on the gradient, and schedules stay at their beginning. Nothing
    fails.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp
    import optax

    optimizer = optax.adam(1e-2)


    def fit(params, batches):
        for x in batches:
            grads = jax.grad(lambda p: jnp.mean((x @ p) ** 2))(params)
            state = optimizer.init(params)
            updates, state = optimizer.update(grads, state)
            params = optax.apply_updates(params, updates)
        return params
    ```
    Make it once, before the loop, and hand it from step to step.

    ## When to keep it
    Where each turn begins another optimization. Optimizers without moments, such as plain
    `optax.sgd`, and states that take several steps, or are kept, are not reported.
    """

    code = "JOL819"
    summary = "The state of an optimizer is made anew before each of its steps"
    words = ("optax",)
    matches = each(restarted_optimizers)

    def judge(self, found: Restarted) -> None:
        self.report(
            found,
            f"the state of `{found.optimizer}` lives for one step: its moments begin at zero each "
            "time",
            help="make it once, before the loop, and keep what `update` gives",
            because=(found.why, f"the one step is at {self.facts.at(found.update)}"),
        )

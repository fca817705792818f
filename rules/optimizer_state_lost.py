"""States of optimizers that do not go from step to step."""

from __future__ import annotations

from jaxopt_lint.patterns.optimizer_state_lost import StateLost, lost_states
from jaxopt_lint.rule import Rule, Severity, each


class OptimizerStateLost(Rule[StateLost]):
    """The new state of an optimizer is dropped, or stored under the name of the steps.

    ## Why is this bad?
    `update` of Optax gives the steps and the new state, in this order. Adam and its kin keep their
    moments in the state, and every optimizer the count that its schedule goes by: where each step
    is taken with the state that the first one was given, all are first steps. Nothing fails. Where
    the two are unpacked the other way round, the steps are taken for a state, and the next use of
    either raises.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp
    import optax

    optimizer = optax.adam(1e-2)


    @jax.jit
    def step(params, state, x):
        grads = jax.grad(lambda p: jnp.mean((x @ p) ** 2))(params)
        updates, _ = optimizer.update(grads, state)
        return optax.apply_updates(params, updates), state
    ```
    Write `updates, state = optimizer.update(grads, state)`, and hand the state on.

    ## When to keep it
    Where a step is tried and not taken. Updates whose state is not needed any more, and optimizers
    without moments, are not reported.
    """

    code = "JOL822"
    summary = "The new state of an optimizer is dropped, or taken for the steps"
    words = ("optax",)
    matches = each(lost_states)

    def judge(self, found: StateLost) -> None:
        update = self.source(found.node.func)
        if found.swapped:
            self.report(
                found,
                f"`{update}` gives the steps first and then the new state: `{found.state}` holds "
                "the steps here",
                severity=Severity.ERROR,
                help=f"write `updates, {found.state} = {update}(...)`",
            )
            return
        self.report(
            found,
            f"the new state that `{update}` gives is dropped, so that each step is the first one",
            help=f"store it as `{found.state}`, and hand it on to the next step",
        )

"""Objects of Flax NNX that change under `jax.jit`, and are as before afterwards."""

from __future__ import annotations

from jaxopt_lint.patterns.module_state_lost import StateLost, lost_states
from jaxopt_lint.rule import Rule, each


class ModuleStateLost(Rule[StateLost]):
    """A module or an optimizer of Flax NNX is changed under `jax.jit`, and the change is lost.

    ## Why is this bad?
    `nnx.jit` puts what its function has changed back into the objects that it was given. `jax.jit`
    takes them for trees: inside is another object, and what happens to it ends with the call. The
    optimizer never steps, the statistics of a `BatchNorm` stay what they were, a `Dropout` drops
    the same units each time, and nothing fails. (Before Flax 0.12 modules are no trees, and the
    call raises.)

    ## Example
    ```python
    import jax
    import jax.numpy as jnp
    import optax
    from flax import nnx

    model = nnx.Linear(8, 1, rngs=nnx.Rngs(0))
    optimizer = nnx.Optimizer(model, optax.adam(1e-3), wrt=nnx.Param)


    @jax.jit
    def train_step(model, optimizer, x):
        loss, grads = nnx.value_and_grad(lambda m: jnp.mean(m(x) ** 2))(model)
        optimizer.update(model, grads)
        return loss


    def train(batches):
        for x in batches:
            train_step(model, optimizer, x)
    ```
    Write `@nnx.jit`, or return the state (`nnx.state(model)`) and update the object outside.

    ## When to keep it
    Where the change is not wanted. Functions that return the object, or take its state out with
    `nnx.split` or `nnx.state`, are not reported.
    """

    code = "JOL818"
    summary = "An object of Flax NNX is changed under `jax.jit`, and the change is lost"
    words = ("nnx",)
    matches = each(lost_states)

    def judge(self, found: StateLost) -> None:
        self.report(
            found,
            f"`{found.name}` is taken apart by `jax.jit` and not put back: {found.change} is lost "
            f"when `{found.function}` returns",
            help="write `nnx.jit`",
            because=(f"it is changed at {self.facts.at(found.at)}",),
        )

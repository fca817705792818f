"""Targets that gradients flow through."""

from __future__ import annotations

from jaxopt_lint.patterns.target_differentiated import MovingTarget, moving_targets
from jaxopt_lint.rule import Rule, each


class TargetDifferentiated(Rule[MovingTarget]):
    """The target of a loss is made of the parameters, and gradients flow through it.

    ## Why is this bad?
    In learning by temporal differences `r + discount * value(params, after)` is what
    `value(params, before)` is to come near to. Where the target is not behind
    `jax.lax.stop_gradient`, the gradient also moves the target towards the value: that is another
    method, which learns slower and to other values.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    def value(params, state):
        return jnp.tanh(state) @ params


    def loss(params, state, reward, after):
        target = reward + 0.9 * value(params, after)
        return jnp.mean((target - value(params, state)) ** 2)


    gradient = jax.jit(jax.grad(loss))
    ```
    Write `target = jax.lax.stop_gradient(reward + 0.9 * value(params, after))`.

    ## When to keep it
    Where the residual as a whole is minimized on purpose. Targets of other parameters, and
    functions that stop a gradient anywhere, are not reported.
    """

    code = "JOL510"
    summary = "Gradients flow through the target of a loss"
    words = ("grad",)
    matches = each(moving_targets)

    def judge(self, found: MovingTarget) -> None:
        self.report(
            found,
            f"the target is made of `{self.source(found.call)}`, of the same parameters as "
            f"`{self.source(found.other)}`: gradients of `{found.function}` flow through both",
            help="put the target into `jax.lax.stop_gradient(...)`",
            because=(found.why,),
            assumed=("it is a target, and not a residual that is minimized as a whole",),
        )

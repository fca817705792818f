"""Steps of mixed precision that throw the new loss scale away."""

from __future__ import annotations

from collections.abc import Iterable

from jaxopt_lint.patterns.loss_scale_lost import LostScale, lost_scales
from jaxopt_lint.rule import Rule


class LossScaleLost(Rule[LostScale]):
    """A training step in half precision makes a new loss scale and does not keep it.

    ## Why is this bad?
    In `float16` small gradients vanish and large ones overflow, so that the loss is multiplied by a
    scale, which `flax.training.dynamic_scale.DynamicScale` fits to the training: it is halved where
    a gradient is not finite, and doubled where none was for 2,000 steps. Objects of Flax do not
    change; what `value_and_grad` returns first is the scale of the next step. A step that does not
    put it into the new state begins with the first scale each time: after an overflow the next one
    follows, and the steps that overflow are lost for good.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    @jax.jit
    def step(state, x, y):
        def loss_fn(params):
            return jnp.mean((state.apply_fn(params, x) - y) ** 2)

        grad_fn = state.dynamic_scale.value_and_grad(loss_fn)
        dynamic_scale, finite, loss, grads = grad_fn(state.params)
        new = state.apply_gradients(grads=grads)
        params = jax.tree.map(lambda a, b: jnp.where(finite, a, b), new.params, state.params)
        return new.replace(params=params), loss
    ```
    Put it into the state: `new.replace(params=params, dynamic_scale=dynamic_scale)`.

    ## When to keep it
    Never, where the step runs more than once. Who reads the new scale other than to test it, or to
    show its number, may keep it, and is not reported.
    """

    code = "JOL866"
    summary = "A step of mixed precision throws its new loss scale away"
    words = ("value_and_grad",)

    def matches(self) -> Iterable[LostScale]:
        return lost_scales(self.facts)

    def judge(self, found: LostScale) -> None:
        self.report(
            found,
            f"`{found.function}` does not keep the new loss scale `{found.node.id}`: each call "
            "begins with the first one, however many gradients have overflown",
            help=f"put `{found.node.id}` into the state that the step returns",
        )

"""Steps of optimizers that go up the loss."""

from __future__ import annotations

from jaxopt_lint.patterns.uphill_step import Uphill, uphill_steps
from jaxopt_lint.rule import Rule, each


class UphillStep(Rule[Uphill]):
    """The minus of gradient descent is missing, or is there twice.

    ## Why is this bad?
    What `update` of Optax gives is added to the parameters: `optax.sgd`, `optax.adam` and
    `optax.scale_by_learning_rate` multiply by *minus* the learning rate. Who subtracts it goes up
    the loss, and so does a chain with another minus behind them, or one of `optax.scale_by_adam`
    and a positive `optax.scale`, or without any rate, whose steps are about 1 for each parameter.
    Decayed weights that are added behind the learning rate grow. Nothing fails; the loss does.

    ## Example
    ```python
    import jax
    import optax

    optimizer = optax.adam(1e-3)


    def step(params, state, grads):
        updates, state = optimizer.update(grads, state)
        return jax.tree.map(lambda p, u: p - u, params, updates), state
    ```
    Use `optax.apply_updates(params, updates)`.

    ## When to keep it
    Where something is to be made larger: say that by `optax.scale(-1.0)`, which is not reported,
    or by the sign of the loss.
    """

    code = "JOL821"
    summary = "The step of an optimizer goes up the loss"
    words = ("optax",)
    matches = each(uphill_steps)

    def judge(self, found: Uphill) -> None:
        self.report(
            found,
            found.message,
            help=found.help,
            because=(found.because,),
            assumed=("the loss is to be made smaller",),
        )

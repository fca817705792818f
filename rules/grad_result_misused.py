"""Gradients whose result is not what the code takes it for."""

from __future__ import annotations

from jaxopt_lint.patterns.grad_result_misused import Misuse, misuses
from jaxopt_lint.rule import Rule, Severity, each


class GradResultMisused(Rule[Misuse]):
    """The result of `grad` or `value_and_grad` is unpacked as what it is not.

    ## Why is this bad?
    `jax.value_and_grad(f)` gives `(value, gradients)`, in this order, and with `has_aux=True`
    `((value, aux), gradients)`. A loss that returns a pair needs `has_aux=True`, or the gradient
    raises TypeError; one that returns a number must not have it. Names in the wrong order raise
    nothing: the optimizer is given the loss, or the log the gradients.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    def loss_fn(params, x):
        prediction = x @ params
        return jnp.mean(prediction**2), prediction


    def step(params, x):
        loss, prediction, grads = jax.value_and_grad(loss_fn, has_aux=True)(params, x)
        return params - grads, loss, prediction
    ```
    becomes
    ```python
    import jax
    import jax.numpy as jnp


    def loss_fn(params, x):
        prediction = x @ params
        return jnp.mean(prediction**2), prediction


    def step(params, x):
        (loss, prediction), grads = jax.value_and_grad(loss_fn, has_aux=True)(params, x)
        return params - grads, loss, prediction
    ```

    ## Fix safety
    What raised before cannot change, so these fixes are safe. Names in the wrong order work as
    they stand, in whatever way, so that fix asks first. Where the loss and the code around its
    gradient do not tell what was meant, the fix is refused.

    ## When to keep it
    When the names lie and the code is right: rename them.
    """

    code = "JOL503"
    summary = "The result of a gradient is unpacked as what it is not"
    severity = Severity.ERROR
    fix = "unpack-gradient"
    words = ("grad",)
    matches = each(misuses)

    def judge(self, found: Misuse) -> None:
        of = self.source(found.gradient.of)
        name = of if len(of) <= 40 and "\n" not in of else "the function"
        message = {
            "aux missing": f"`{name}` returns several values and its gradient is taken without "
            "`has_aux=True`, which raises TypeError",
            "aux unfounded": f"`{name}` returns one value and its gradient is taken with "
            "`has_aux=True`, which raises TypeError",
            "flat": "`value_and_grad` with `has_aux=True` gives `((value, aux), gradients)`, so "
            "unpacking three values raises ValueError",
            "swapped": "`value_and_grad` gives the value first, so "
            f"`{self.source(found.target) if found.target else ''}` is the wrong way round",
        }[found.kind]
        self.report(found, message, help="unpack what the transform gives")

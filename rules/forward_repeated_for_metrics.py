"""A second forward pass for metrics, beside the gradient that ran the first."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.forward_repeated_for_metrics import Forward, forwards
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.tracing import tracing


class ForwardRepeatedForMetrics(Rule[Forward]):
    """Predictions for metrics come from a second forward pass on the same parameters and batch.

    ## Why is this slow?
    The gradient of the loss runs the model forward already. Running it again for the predictions
    costs half as much again where the step is not compiled as a whole, and a second trace and a
    longer compilation where it is. `has_aux=True` hands the predictions out of the pass that is
    made anyway.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    def predict(params, x):
        return jnp.tanh(x @ params)


    def train_step(params, batch):
        x, y = batch

        def loss_fn(p):
            pred = predict(p, x)
            return jnp.mean((pred - y) ** 2)

        loss, grads = jax.value_and_grad(loss_fn)(params)
        pred = predict(params, x)
        metrics = {"loss": loss, "mean_pred": jnp.mean(pred)}
        return params - 0.1 * grads, metrics
    ```
    becomes
    ```python
    import jax
    import jax.numpy as jnp


    def predict(params, x):
        return jnp.tanh(x @ params)


    def train_step(params, batch):
        x, y = batch

        def loss_fn(p):
            pred = predict(p, x)
            return jnp.mean((pred - y) ** 2), pred

        (loss, pred), grads = jax.value_and_grad(loss_fn, has_aux=True)(params)
        metrics = {"loss": loss, "mean_pred": jnp.mean(pred)}
        return params - 0.1 * grads, metrics
    ```

    ## Fix safety
    The loss function gets a second result, so the fix asks first, and is refused where anything
    but this one gradient uses the loss, where it returns more than one value or from several
    places, and where the second pass stands in a helper. The two passes are the same call with
    the same arguments, and nothing they read is rebound in between.

    ## When to keep it
    When the second pass is meant to differ by something that is not an argument, as a model in
    evaluation mode.
    """

    code = "JOL502"
    summary = "Predictions for metrics come from a second forward pass"
    weighed_by_runs = True
    fix = "value-and-grad-has-aux"
    words = ("grad",)

    def visit_Call(self, node: ast.Call) -> None:
        found = forwards(self.facts).get(node)
        if found is None:
            return
        name = self.source(found.inner.func)
        loss = getattr(found.loss, "name", "the loss")
        where = f"in `{found.through}` " if found.through else ""
        staged = tracing(self.facts).staged(self.facts.module.function(node))
        cost = (
            "the model runs twice"
            if staged is None
            else f"the model is traced and compiled twice ({staged})"
        )
        self.report(
            found,
            f"`{name}` runs here {where}and again, on the same values, inside `{loss}`, which line "
            f"{found.gradient.call.lineno} differentiates: {cost}",
            severity=None if staged is None else Severity.INFO,
            at=node,
            help=f"let `{loss}` return `(value, result)`, and use "
            f"`jax.value_and_grad({loss}, has_aux=True)`"
            if hasattr(found.loss, "name")
            else "return the result from the loss, and use `jax.value_and_grad(..., has_aux=True)`",
            because=(staged,),
        )

"""Results of a step that are printed or logged on every turn of its loop."""

from __future__ import annotations

import ast

from jaxopt_lint.finding import Confidence
from jaxopt_lint.rule import Rule
from jaxopt_lint.semantics.syncs import syncs


class DeviceValuePrintedEachStep(Rule):
    """A value that is still on the device is printed or logged on every turn.

    ## Why is this slow?
    Text needs the number: `print(loss)`, an f-string, a logger or a progress bar waits until the
    device has finished the step, and the device then waits for Python. The wait costs more than
    the printing.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    @jax.jit
    def train_step(params, batch):
        loss, grads = jax.value_and_grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
        return params - 0.1 * grads, loss


    def train(params, batches):
        for step, batch in enumerate(batches):
            params, loss = train_step(params, batch)
            print(f"step {step}: loss {loss:.3f}")
        return params
    ```
    Print every hundredth step, or the loss of the step before:
    ```python
            if step % 100 == 0:
                print(f"step {step}: loss {loss:.3f}")
    ```

    ## When to keep it
    When each step takes seconds, so that the wait does not matter. Behind `if step % n == 0`
    nothing is reported; a test of the process index or of a flag is no such guard.
    """

    code = "JOL404"
    summary = "A device value is printed or logged on every turn of a step's loop"
    words = ("jax",)

    def visit_Call(self, node: ast.Call) -> None:
        found = syncs(self.facts).get(node)
        if found is None or found.kind != "print":
            return
        source = self.facts.module.source
        step, value = source(found.step.call.func), source(found.value)
        known = found.step.known
        self.report(
            node,
            f"`{source(node.func)}` needs `{value}` and waits for `{step}` on every turn of the "
            "loop, so the device idles meanwhile",
            help="do it every so many steps, or for the step before",
            confidence=Confidence.HIGH if known else Confidence.MEDIUM,
            because=() if known else (f"`{step}` is taken for compiled by its name",),
        )

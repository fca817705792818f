"""Results of a step that are printed or logged on every iteration of its loop."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule, Severity, each
from jaxopt_lint.semantics.subjects.transfer.loop_waits import LoopWait, through
from jaxopt_lint.semantics.subjects.transfer.syncs import Sync
from jaxopt_lint.semantics.subjects.transfer.turn_waits import turn_waits


class DeviceValuePrintedEachStep(Rule[Sync | LoopWait]):
    """A value that is still on the device is printed or logged on every iteration.

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
    becomes
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
            if step % 100 == 0:
                print(f"step {step}: loss {loss:.3f}")
        return params
    ```
    The loss of the step before is another way out: it is ready while the device works on.

    ## Fix safety
    The fix is shown and applied only by name, as the log has fewer lines afterwards. It needs a
    counter in the loop (`enumerate` or `range`), and statements that do nothing but write.

    ## When to keep it
    When each step takes seconds, so that the wait does not matter. Behind `if step % n == 0`
    nothing is reported; a test of the process index or of a flag is no such guard. A step is
    reported once: where it was fetched before (JOL402), writing it costs no further wait. For
    information is what prints behind a `block_until_ready` of the same step, in a loop that is
    known to have at most 128 turns and to be run once, under an option that is off by default,
    and a text that is kept: the turn may go on with it.
    Where something compiled has been handed out since, the device has work meanwhile: that is the
    loss of the step before, and nothing is reported.
    """

    code = "JOL404"
    summary = "A device value is printed or logged on every iteration of a step's loop"
    weighed_by_runs = True
    fix = "log-every"
    matches = each(turn_waits)

    def judge(self, found: Sync | LoopWait) -> None:
        node = found.node
        if found.kind != "print" or found.array:  # `large-array-returned-for-logging` tells these
            return
        writer = f"`{self.source(node.func)}`" if isinstance(node, ast.Call) else "this text"
        shown = self.quoted(found.value, "a result", 60)
        # A text that is kept may be what the turn goes on with.
        kept = isinstance(self.facts.module.statement(node), (ast.Assign, ast.AugAssign))
        severity = Severity.INFO if kept and not isinstance(node, ast.Call) else None
        if isinstance(found, LoopWait):
            self.report(
                found,
                f"{writer} needs {shown} and waits for it {through(self.facts, found)}, so the "
                "device idles meanwhile",
                help="do it every so many turns",
                severity=severity,
                because=("each turn of the loop computes it anew",),
            )
            return
        step = self.source(found.step.call.func)
        self.report(
            found,
            f"{writer} needs {shown} and waits for `{step}` on every iteration of the "
            "loop, so the device idles meanwhile",
            help="do it every so many steps, or for the step before",
            severity=severity,
            because=(f"the loop passes what `{step}` returns back to it",),
        )

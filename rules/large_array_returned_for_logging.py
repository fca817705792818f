"""Arrays that a step returns and that are fetched on every iteration of its loop."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule, each
from jaxopt_lint.semantics.subjects.transfer.loop_waits import LoopWait, through
from jaxopt_lint.semantics.subjects.transfer.syncs import Sync
from jaxopt_lint.semantics.subjects.transfer.turn_waits import turn_waits


class LargeArrayReturnedForLogging(Rule[Sync | LoopWait]):
    """A whole array, and not just a number, goes from the device to the host on every iteration.

    ## Why is this slow?
    Python waits for the step, as with any fetched value, and then for the copy: logits, gradients
    or losses for each example are thousands of times larger than the numbers that are logged of
    them, and the bus between device and host is slow. The step also has to keep the array in memory
    as one of its results, where it could have been fused away.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp
    import numpy as np


    @jax.jit
    def train_step(params, batch):
        losses = (batch @ params) ** 2
        grads = jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
        return params - 0.1 * grads, losses, jnp.mean(losses)


    def train(params, batches, note):
        for batch in batches:
            params, losses, mean = train_step(params, batch)
            note(np.asarray(losses).max())
        return params
    ```
    Let the step reduce it, and fetch the number:
    ```python
        return params - 0.1 * grads, jnp.max(losses), jnp.mean(losses)
    ```

    ## When to keep it
    When the array itself is wanted, every time. Only arrays that the text of the step proves to be
    more than one number are reported, not those that go to a simulator or a file, nor behind
    `if step % n == 0`. A step is reported once: this rule goes before JOL402 and JOL404.
    """

    code = "JOL405"
    summary = "A whole array is fetched from the device on every iteration of a step's loop"
    matches = each(turn_waits)

    def judge(self, found: Sync | LoopWait) -> None:
        node = found.node
        if isinstance(found, LoopWait):
            if found.array and isinstance(node, ast.Call):
                self._of_turn(found, node)
            return
        if found.array is None or not isinstance(node, ast.Call):
            return
        if found.kind not in ("fetch", "print"):
            return
        step, value = self.source(found.step.call.func), self.source(found.value)
        self.report(
            found,
            f"`{self.source(node.func)}` copies all of `{value}` to the host on every iteration, "
            f"and waits for `{step}`",
            help=f"reduce it in `{step}`, and return what is logged of it",
            because=(found.array, f"the loop passes what `{step}` returns back to it"),
        )

    def _of_turn(self, found: LoopWait, node: ast.Call) -> None:
        value = self.source(found.value)
        self.report(
            found,
            f"`{self.source(node.func)}` copies all of `{value}` to the host and waits for it "
            f"{through(self.facts, found)}",
            help="reduce it on the device, and fetch what is logged of it",
            because=(f"`{value}` has an axis, and each turn of the loop computes it anew",),
        )

"""Explicit waits for the device on every iteration of a step's loop."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule, each
from jaxopt_lint.semantics.subjects.transfer.syncs import Sync, syncs
from jaxopt_lint.semantics.subjects.transfer.timers import waits_for_clock


class BlockUntilReadyInLoop(Rule[Sync]):
    """`block_until_ready` on every iteration of a training loop.

    ## Why is this slow?
    JAX dispatches work ahead: Python prepares the next step while the device runs this one.
    `block_until_ready` makes Python wait, and the device then waits for Python at the start of the
    next step.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    @jax.jit
    def train_step(params, batch):
        return params - 0.1 * jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(params)


    def train(params, batches):
        for batch in batches:
            params = train_step(params, batch)
            jax.block_until_ready(params)
        return params
    ```
    becomes
    ```python
    import jax
    import jax.numpy as jnp


    @jax.jit
    def train_step(params, batch):
        return params - 0.1 * jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(params)


    def train(params, batches):
        for batch in batches:
            params = train_step(params, batch)
        return params
    ```

    ## Fix safety
    Waiting changes no value, but a loop without it may run far ahead of the device, keep more
    batches alive, and show errors later: the fix asks first.

    ## When to keep it
    In code that measures time: functions that read a clock are not reported.
    """

    code = "JOL403"
    summary = "A training loop waits for the device on every iteration"
    fix = "no-block"
    words = ("block_until_ready",)
    matches = each(syncs)

    def judge(self, found: Sync) -> None:
        node = found.node
        if found.kind != "block" or not isinstance(node, ast.Call):
            return
        if waits_for_clock(self.facts, node, found.step.loop):
            return
        self.report(
            found,
            f"`{self.source(node.func)}` waits for `{self.source(found.step.call.func)}` on every "
            "iteration of the loop, so the device idles meanwhile",
            help="wait once, after the loop",
        )

"""`jax.device_put` of a value that is there already."""

from __future__ import annotations

from jaxopt_lint.patterns.device_put_in_step import Put, repeated_puts
from jaxopt_lint.rule import Rule, Severity, each


class DevicePutInStep(Rule[Put]):
    """The same value is put on the device on every iteration of a loop.

    ## Why is this slow?
    `jax.device_put` of a host array copies it, on every iteration again, over a bus that is far
    slower than the device's memory. Once, before the loop, is enough. In traced code there is
    nothing to put yet: without a device or a sharding the call does nothing.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp
    import numpy as np


    @jax.jit
    def train_step(params, batch, mask):
        return params - 0.1 * jax.grad(lambda p: jnp.mean((batch @ p * mask) ** 2))(params)


    def train(params, batches, mask):
        for batch in batches:
            on_device = jax.device_put(mask)
            params = train_step(params, batch, on_device)
        return params
    ```
    becomes
    ```python
    import jax
    import jax.numpy as jnp
    import numpy as np


    @jax.jit
    def train_step(params, batch, mask):
        return params - 0.1 * jax.grad(lambda p: jnp.mean((batch @ p * mask) ** 2))(params)


    def train(params, batches, mask):
        on_device = jax.device_put(mask)
        for batch in batches:
            params = train_step(params, batch, on_device)
        return params
    ```

    ## Fix safety
    The call moves before the outermost loop that does not change what it reads. The copy then
    happens even if the loop never turns, and stays in device memory until the name is gone: the fix
    asks first. It is refused where a function that is not known gets the result, which it might
    donate.

    ## When to keep it
    Data that differs from iteration to iteration is not reported, also where it is put an iteration
    ahead.
    """

    code = "JOL406"
    summary = "The same value is put on the device again and again"
    fix = "put-before-loop"
    words = ("device_put",)
    matches = each(repeated_puts)

    def judge(self, found: Put) -> None:
        value, function = self.source(found.value), self.source(found.node.func)
        if found.loop is None:
            idle = f"`{function}` does nothing here: `{value}` is traced, and no place is given"
            self.report(found, idle, severity=Severity.INFO)
            return
        self.report(
            found,
            f"`{function}` copies `{value}` to the device on every iteration of the loop on line "
            f"{found.loop.lineno}, and `{value}` stays the same",
            help="put it there once, before the loop",
            assumed=() if found.known else ("whoever gets the result does not donate it",),
        )

"""Optimizer states in host memory that a step takes for values of the device."""

from __future__ import annotations

from jaxopt_lint.rule import Rule, Severity, each
from jaxopt_lint.semantics.subjects.memory.offloaded_state import HostState, host_states


class OffloadedStateNotBroughtBack(Rule[HostState]):
    """An optimizer state in host memory is used without a fetch, or does not return there.

    ## Why is this bad?
    A value in host memory cannot be combined with one on the device: the step raises
    `ValueError: memory_space of all inputs passed to add must be the same`. And what a step
    computes stays on the device unless it is sent back, so that the state is off the device for
    the first step only, and later steps need the memory that offloading should have saved.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp
    import optax

    tx = optax.adam(1e-3)


    @jax.jit
    def step(params, opt_state, batch):
        grads = jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
        opt_state = jax.device_put(opt_state, jax.memory.Space.Device)
        updates, opt_state = tx.update(grads, opt_state, params)
        params = optax.apply_updates(params, updates)
        return params, opt_state


    def train(params, batches):
        opt_state = jax.device_put(tx.init(params), jax.memory.Space.Host)
        for batch in batches:
            params, opt_state = step(params, opt_state, batch)
        return params
    ```
    becomes
    ```python
    import jax
    import jax.numpy as jnp
    import optax

    tx = optax.adam(1e-3)


    @jax.jit
    def step(params, opt_state, batch):
        grads = jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
        opt_state = jax.device_put(opt_state, jax.memory.Space.Device)
        updates, opt_state = tx.update(grads, opt_state, params)
        params = optax.apply_updates(params, updates)
        return params, jax.device_put(opt_state, jax.memory.Space.Host)


    def train(params, batches):
        opt_state = jax.device_put(tx.init(params), jax.memory.Space.Host)
        for batch in batches:
            params, opt_state = step(params, opt_state, batch)
        return params
    ```

    ## Fix safety
    Only shown: where the state should live is for the author to say, and the step may be written
    with `out_shardings` instead. The values are the same. On JAX 0.10, who differentiates through
    the training loop itself gets an error for what returns to the host.

    ## When to keep it
    Where the state is meant to move to the device with the first step.
    """

    code = "JOL307"
    summary = "An optimizer state in host memory is not fetched, or not sent back"
    fix = "device-put"
    words = ("_host", "Space.Host")
    matches = each(host_states)

    def judge(self, state: HostState) -> None:
        read, line = state.read, state.placed.lineno
        if read is not None:
            self.report(
                state,
                f"`{read.id}` was placed in host memory on line {line} and meets values of the "
                "device here, which is an error",
                at=read,
                help=f"fetch it: `{read.id} = jax.device_put({read.id}, jax.memory.Space.Device)`",
                severity=Severity.ERROR,
                because=(f"`{state.function.name}` does not fetch `{state.parameter}`",),
            )
        elif state.kept is not None:
            self.report(
                state,
                f"the new `{state.parameter}` stays on the device, although the first one was "
                f"placed in host memory on line {line}",
                at=state.kept,
                help="send it back with `jax.device_put`, or name a host sharding in "
                "`out_shardings`",
                because=("no `out_shardings` sends it to the host",),
            )

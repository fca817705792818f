# not executed: there is no fix
"""A stream of keys is handed over: whether the network draws from it depends on what it is told."""

import jax
import jax.numpy as jnp


@jax.jit
def evaluation_step(state, x, y):
    out = state.apply_fn({"params": state.params}, x, rngs={"dropout": jax.random.key(2)})  # want: JOL805 (info)
    return jnp.mean((out - y) ** 2)


@jax.jit
def sampling_step(state, x, y):
    out = state.apply_fn(
        {"params": state.params}, x, train=True, rngs={"dropout": jax.random.key(2)}  # want: JOL805 (info)
    )
    return jnp.mean((out - y) ** 2)


def show(state, x):
    return state.apply_fn({"params": state.params}, x, rngs={"sample": jax.random.key(0)})  # want: JOL805 (info)


def pictures(state, rows):
    return jax.pmap(show, "device")(state, rows)

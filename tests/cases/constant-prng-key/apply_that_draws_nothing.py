"""Keys that `apply` has no use for, or that are for an example of a shape."""

import jax
import jax.numpy as jnp


@jax.jit
def evaluated(state, x, y):
    out = state.apply_fn(
        {"params": state.params}, x, train=False, rngs={"dropout": jax.random.key(0)}
    )
    return jnp.mean((out - y) ** 2)


@jax.jit
def still(state, x):
    return state.apply_fn(
        {"params": state.params}, x, deterministic=True, rngs={"dropout": jax.random.key(0)}
    )


@jax.jit
def weighed(state, x):
    return state.apply_fn({"params": state.params}, x, rngs={"params": jax.random.key(0)})


def all_of(state, batches):
    total = 0.0
    for x, y in batches:
        total = total + evaluated(state, x, y) + still(state, x).sum() + weighed(state, x).sum()
    return total

"""Sound rewrite: a loop over reversed time scans forward."""

import jax
import jax.numpy as jnp


@jax.jit
def f(rewards):
    def step(value, reward):
        value = reward + 0.9 * value
        return value, value

    return jax.lax.scan(step, jnp.zeros(()), rewards, reverse=True)[1]

# not executed: only the severity is looked at
"""Nothing compiles what `vmap` alone is seen around."""

import jax
import jax.numpy as jnp


def simulate(state, key):
    keys = jax.random.split(key, 60)

    def step(state, keys_i):
        state = jnp.sin(state) + 0.1 * jax.random.normal(keys_i, state.shape)
        return state, state

    _, states = jax.lax.scan(step, state, keys)
    return states


def run(states, keys):
    return jax.vmap(simulate)(states, keys)

# not executed: only the severity is looked at
"""Nothing compiles what `vmap` alone is seen around."""

import jax
import jax.numpy as jnp


def simulate(state, key):
    keys = jax.random.split(key, 60)
    states = []
    for i in range(60):  # want: JOL202 (info) "unrolls this loop"
        state = jnp.sin(state) + 0.1 * jax.random.normal(keys[i], state.shape)
        states.append(state)
    return jnp.stack(states)


def run(states, keys):
    return jax.vmap(simulate)(states, keys)

# not executed: reported without a fix
"""A few operations beside a compiled step of the same turn are told for information."""

import jax
import jax.numpy as jnp


@jax.jit
def advance(state):
    return jax.lax.fori_loop(0, 100, lambda i, s: s + 0.01 * jnp.sin(s), state)


@jax.jit
def largest_step(state, scale):
    speed = jnp.sqrt(jnp.sum(state**2, axis=-1))
    bound = scale * jnp.max(speed) + jnp.min(speed) - jnp.mean(speed)
    return jnp.clip(bound / (speed.max() + 1e-6), 0.0, 1.0)


def run(state, chunks):
    for _ in range(chunks):
        state = advance(state)
        print(float(largest_step(state, 0.3)))
    return state


def alone(states):
    out = []
    for state in states:
        # No state goes on with it: how many there are, nobody knows.
        step = largest_step(jnp.asarray(state), 0.3)
        out.append(float(step))
    return out

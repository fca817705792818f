import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.normal(k1, (4, 4)) / 2, jax.random.normal(k2, (4,)), 5


def run(transition, state, steps):
    """The state after `steps` transitions."""
    if steps <= 0:
        return state
    state = state.astype(jnp.result_type(transition, state))
    return jax.lax.fori_loop(0, steps, lambda _, s: transition @ s, state)

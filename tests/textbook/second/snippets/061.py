from typing import NamedTuple

import jax
import jax.numpy as jnp


class LoopState(NamedTuple):
    key: jax.random.KeyArray
    x: jax.Array


@jax.jit
def langevin(state: LoopState, step_size) -> LoopState:
    key, sub = jax.random.split(state.key)
    drift = -state.x
    noise = jax.random.normal(sub, state.x.shape)
    return LoopState(key, state.x + step_size * drift + jnp.sqrt(2 * step_size) * noise)


def sample(seed, n):
    state = LoopState(jax.random.key(seed), jnp.zeros(8))
    return jax.lax.fori_loop(0, n, lambda _, s: langevin(s, 1e-2), state).x

"""Annotations that say `float` and `bool` of arrays; nothing is asked of them while tracing."""

import jax
import jax.numpy as jnp
from jax import random


@jax.jit
def target(
    key: jax.Array,
    next_state: jnp.ndarray,
    reward: float,
    not_done: bool,
    discount: float,
    noise: float,
    limit: float,
    params: dict,
) -> jnp.ndarray:
    drawn = jnp.clip(random.normal(key, next_state.shape) * noise, -limit, limit)
    action = jnp.clip(next_state @ params["actor"] + drawn, -1.0, 1.0)
    first, second = action @ params["one"], action @ params["two"]
    return reward + not_done * discount * jnp.minimum(first, second)

"""A sharding by position, to meet all hosts."""

import jax
import jax.numpy as jnp
import numpy as np


def meet():
    x = jax.device_put(
        np.ones(jax.device_count()),
        jax.sharding.PositionalSharding(jax.devices()),  # want: JOL606
    )
    jax.jit(jnp.sum)(x).block_until_ready()

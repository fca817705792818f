"""`jax.ops.index_update` with `jax.ops.index`."""

import jax
import jax.numpy as jnp


def sample(distribution, keys, shape, n):
    samples = jnp.zeros((*shape, n), jnp.float32)
    for i in range(n):
        drawn = distribution(samples).sample(seed=keys[i])
        samples = jax.ops.index_update(samples, jax.ops.index[..., i], drawn[..., i])  # want: JOL702
    return samples

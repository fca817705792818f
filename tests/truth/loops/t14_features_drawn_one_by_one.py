"""Feature `i` is drawn given those before it, which the buffer holds."""

import jax
import jax.numpy as jnp


class Autoregressive:
    def __init__(self, distribution, size):
        self._distribution = distribution
        self._size = size

    def sample(self, seed, shape):
        keys = jax.random.split(seed, self._size)
        samples = jnp.zeros((*shape, self._size), jnp.float32)
        for i in range(self._size):  # want: JOL202
            d = self._distribution(samples)
            drawn = d.sample(seed=keys[i])
            samples = jax.ops.index_update(samples, jax.ops.index[..., i], drawn[..., i])
        return samples

"""A constructor computes constants eagerly; a boolean mask is fine there."""

import jax
import jax.numpy as jnp


class Strategy:
    def __init__(self, population, dim):
        raw = jnp.array([jnp.log((population + 1) / 2) - jnp.log(i + 1) for i in range(population)])
        positive = jnp.sum(raw[raw > 0])
        negative = jnp.sum(jnp.abs(raw[raw < 0]))
        self.weights = jnp.where(raw >= 0, raw / positive, raw / negative)
        self.mean = jnp.zeros(dim)

        def tell(mean, samples, weights):
            return mean + weights @ (samples - mean)

        self._tell = jax.jit(tell)

    def tell(self, samples):
        self.mean = self._tell(self.mean, samples, self.weights)

from functools import partial

import jax
import jax.numpy as jnp


class RunningMoments:
    def __init__(self, dim):
        self.dim = dim
        self.last_mean = jnp.zeros(dim)

    @partial(jax.jit, static_argnums=0)
    def standardise(self, batch):
        mu = batch.mean(axis=0)
        sd = batch.std(axis=0) + 1e-6
        self.last_mean = 0.9 * self.last_mean + 0.1 * mu
        return (batch - mu) / sd


def main(batches):
    moments = RunningMoments(64)
    outputs = [moments.standardise(b) for b in batches]
    return outputs, moments.last_mean

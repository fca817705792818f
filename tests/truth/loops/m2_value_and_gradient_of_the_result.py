"""The objective and its gradient, at the same point, one line after the other."""

import time

import jax
import jax.numpy as jnp
import optax


def run(optimise, dimension):
    def objective(x):
        return jnp.sum((x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)

    start = jnp.arange(dimension, dtype=jnp.float32)
    began = time.time()
    final, _ = optimise(start, objective, max_iter=500)
    final = jax.block_until_ready(final)
    seconds = time.time() - began
    value = objective(final)  # want: JOL501
    norm = optax.tree.norm(jax.grad(objective)(final))
    return value, norm, seconds

import math

import jax
import jax.numpy as jnp


def inputs(key):
    return jnp.arange(0, 100, 7), 100, 3e-4, 1e-5


def run(steps, total, peak, floor):
    """Cosine decay from peak to floor over `total` steps, then constant."""
    progress = jnp.minimum(steps / total, 1.0)
    return floor + 0.5 * (peak - floor) * (1 + jnp.cos(math.pi * progress))

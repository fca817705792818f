import jax
import jax.numpy as jnp


def inputs(key):
    k = jax.random.split(key, 4)
    return (
        jax.random.normal(k[0], (6, 10)),
        jax.random.normal(k[1], (10, 8)),
        jax.random.normal(k[2], (10, 2)),
        jax.random.normal(k[3], (2, 8)),
        0.5,
    )


def run(x, weight, down, up, scale):
    """Dense layer with a low-rank correction."""
    return x @ (weight + scale * (down @ up))

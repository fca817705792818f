import jax
import jax.numpy as jnp


def inputs(key):
    k = jax.random.split(key, 3)
    return (
        jax.random.normal(k[0], (5,)),
        jax.random.normal(k[1], (5,)) * 0.1,
        jax.random.uniform(k[2], (5,)) * 0.1,
        jnp.float32(3),
    )


def run(params, m, v, step):
    """Adam's parameter update for step >= 1 from the moments m and v >= 0."""
    root = jnp.sqrt(1 - 0.999**step)
    rate = 1e-3 * root / (1 - 0.9**step)
    return params - rate * m / (jnp.sqrt(v) + 1e-8 * root)

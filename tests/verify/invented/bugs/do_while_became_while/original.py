import jax
import jax.numpy as jnp


def inputs(key):
    return (10 + jax.random.uniform(key, (7,)),)


def run(x):
    """Halve at least once, until the norm is below one."""
    while True:
        x = 0.5 * x
        if jnp.linalg.norm(x) < 1.0:
            break
    return x

import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.normal(k1, (3,)), jax.random.normal(k2, (5, 3))


def run(start, drift):
    """Positions of a walker that moves by half of each drift."""
    x = start
    out = []
    for d in drift:
        x = x + 0.5 * d
        out.append(x)
    return jnp.stack(out)

import jax
import jax.numpy as jnp


def inputs(key):
    return (100 * jax.random.normal(key, (4, 3)),)


def run(x):
    """Rows of x at unit length, rows shorter than 1e-4 divided by that."""
    rows = []
    for r in x:
        rows.append(r / jnp.maximum(jnp.linalg.norm(r), 1e-4))
    return jnp.stack(rows)

import jax
import jax.numpy as jnp


def inputs(key):
    one, two = jax.random.split(key)
    return (jax.random.normal(one, (4, 3)), jax.random.uniform(two, (4,)))


def run(rows, weight):
    """Weighted lengths of rows; one weight for all, or one for each."""
    weights = jnp.broadcast_to(weight, rows.shape[:1])
    return jax.vmap(lambda row, w: w * jnp.linalg.norm(row))(rows, weights)

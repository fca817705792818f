import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (48, 3)),)


CHUNK = 64


def energy(p):
    return jnp.sum(jnp.cos(p)) ** 2


def run(points):
    """Total energy of the points, in chunks when there are many."""
    n = points.shape[0]
    if n <= CHUNK:
        return jnp.sum(jax.vmap(energy)(points))
    k = n // CHUNK
    head = points[:k * CHUNK].reshape((k, CHUNK) + points.shape[1:])
    total = jnp.sum(jax.lax.map(lambda c: jnp.sum(jax.vmap(energy)(c)), head))
    return total

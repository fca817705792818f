import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.normal(k1, (3,)), jax.random.normal(k2, (5, 3))


def run(start, drift):
    """Positions of a walker that moves by half of each drift."""
    dtype = jnp.result_type(start, drift, 0.5)

    def move(x, d):
        x = (x + 0.5 * d).astype(dtype)
        return x, x

    shape = jnp.broadcast_shapes(jnp.shape(start), drift.shape[1:])
    return jax.lax.scan(move, jnp.broadcast_to(jnp.asarray(start, dtype), shape), drift)[1]

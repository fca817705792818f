import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.randint(k1, (10,), 0, 50000), jax.random.randint(k2, (6,), 0, 10)


def run(ids, rows):
    """The int32 ids of the given rows; 0 for rows outside of the table."""
    hit = jax.nn.one_hot(rows, ids.shape[0], dtype=jnp.int32)
    return jnp.sum(hit * ids, axis=1).astype(jnp.int32)

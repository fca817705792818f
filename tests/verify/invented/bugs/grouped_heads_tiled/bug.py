import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (4, 5, 8)), jax.random.normal(b, (1, 5, 8))


@jax.jit
def run(queries, keys):
    """Scores of every query head with the key head of its group."""
    assert queries.shape[0] % keys.shape[0] == 0
    share = queries.shape[0] // keys.shape[0]
    return jnp.einsum("hqd,hkd->hqk", queries, jnp.tile(keys, (share, 1, 1)))

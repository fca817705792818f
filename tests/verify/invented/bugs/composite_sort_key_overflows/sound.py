import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.randint(k1, (12,), 0, 4), jax.random.randint(k2, (12,), 0, 1000)


def run(groups, times):
    """Order of the events by group, then time (0 <= time < 100000); ties in input order."""
    return jnp.lexsort((times, groups)).astype(jnp.int32)

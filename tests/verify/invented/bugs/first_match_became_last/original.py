import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.permutation(key, 10), 7


def run(xs, target):
    """Position of the first entry equal to target, -1 if there is none."""
    def body(found, ix):
        i, x = ix
        return jnp.where((found < 0) & (x == target), i, found), None
    return jax.lax.scan(body, jnp.int32(-1), (jnp.arange(xs.shape[0], dtype=jnp.int32), xs))[0]

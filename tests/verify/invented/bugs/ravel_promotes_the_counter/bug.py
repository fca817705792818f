import jax
import jax.flatten_util
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    old = {"count": jnp.int32(41), "w": jax.random.normal(k1, (6,))}
    return (old, {"count": jnp.int32(42), "w": jax.random.normal(k2, (6,))}, jnp.array(True))


def run(old, new, accept):
    """The new state (float32 and int32 leaves) if the step is accepted, else the old."""
    flat_new, unravel = jax.flatten_util.ravel_pytree(new)
    flat_old, _ = jax.flatten_util.ravel_pytree(old)
    return unravel(jnp.where(accept, flat_new, flat_old))

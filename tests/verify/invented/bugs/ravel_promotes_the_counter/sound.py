import jax
import jax.flatten_util
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    old = {"count": jnp.int32(41), "w": jax.random.normal(k1, (6,))}
    return (old, {"count": jnp.int32(42), "w": jax.random.normal(k2, (6,))}, jnp.array(True))


def run(old, new, accept):
    """The new state (float32 and int32 leaves) if the step is accepted, else the old."""
    return jax.tree.map(lambda n, o: jnp.where(accept, n, o), new, old)

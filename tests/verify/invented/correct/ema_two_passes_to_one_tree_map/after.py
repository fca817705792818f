import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return ({"a": jax.random.normal(k1, (4, 4)), "b": [jnp.ones(3)]}, {"a": jax.random.normal(k2, (4, 4)), "b": [jnp.zeros(3)]})


@jax.jit
def run(slow, fast):
    """Slow copy moved a tenth of the way; and its distance from the fast one before."""
    delta = jax.tree.map(jnp.subtract, fast, slow)
    moved = jax.tree.map(lambda s, d: s + 0.1 * d, slow, delta)
    return moved, jnp.sqrt(sum(jnp.vdot(d, d) for d in jax.tree.leaves(delta)))

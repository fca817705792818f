import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return ({"a": jax.random.normal(k1, (4, 4)), "b": [jnp.ones(3)]}, {"a": jax.random.normal(k2, (4, 4)), "b": [jnp.zeros(3)]})


def run(slow, fast):
    """Slow copy moved a tenth of the way; and its distance from the fast one before."""
    scaled = jax.tree.map(lambda s: 0.9 * s, slow)
    part = jax.tree.map(lambda f: 0.1 * f, fast)
    gap = sum(jnp.sum((s - f) ** 2) for s, f in zip(jax.tree.leaves(slow), jax.tree.leaves(fast)))
    return jax.tree.map(jnp.add, scaled, part), jnp.sqrt(gap)

import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2, k3 = jax.random.split(key, 3)
    return (jax.random.normal(k1, (30, 6)), jax.random.randint(k2, (40,), 0, 30), jnp.sort(jax.random.randint(k3, (40,), 0, 5)))


BAGS = 5


def run(table, words, bag):
    """Sum of the word vectors of each of five bags."""
    return jax.ops.segment_sum(table[words], bag, num_segments=BAGS)

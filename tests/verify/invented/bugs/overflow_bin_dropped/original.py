import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.randint(key, (20,), 0, 4), 4)


def run(values, bins):
    """Counts of non-negative integers; all from bins - 1 on share the last bin."""
    counts = [0] * bins
    for v in values.tolist():
        counts[min(v, bins - 1)] += 1
    return jnp.array(counts, jnp.int32)

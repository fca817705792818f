import jax
import jax.numpy as jnp

def inputs(key):
    return (jax.random.randint(key, (30,), 0, 5),)


def run(labels):
    """Number of rows of each of five classes; rows labelled -1 are unlabelled."""
    counts = [0] * 5
    for label in labels.tolist():
        if 0 <= label < 5:
            counts[label] += 1
    return jnp.array(counts, jnp.int32)

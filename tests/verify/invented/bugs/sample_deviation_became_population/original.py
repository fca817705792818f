import statistics

import jax
import jax.numpy as jnp

def inputs(key):
    return (jax.random.normal(key, (5, 12)),)


def run(x):
    """Standard error of the mean of each row of measurements."""
    out = []
    for row in x.tolist():
        out.append(statistics.stdev(row) / len(row) ** 0.5)
    return jnp.array(out, jnp.float32)

import math

import jax
import jax.numpy as jnp


def inputs(key):
    return [float(v) for v in jax.random.uniform(key, (5,), minval=0.5, maxval=2.0)], []


def run(values, history):
    """Append the logarithm of each value to history as it is computed; ValueError for values <= 0."""
    for v in values:
        history.append(math.log(v))
    return len(history)

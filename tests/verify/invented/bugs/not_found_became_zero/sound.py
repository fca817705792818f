import jax
import jax.numpy as jnp
import numpy as np


def inputs(key):
    tokens = jax.random.randint(key, (6, 20), 0, 50)
    return (tokens.at[:, -1].set(2), 2)


def run(tokens, end):
    """Length of each (non-empty) token row up to its first `end`; the whole row without one."""
    hit = tokens == end
    first = jnp.argmax(hit, axis=1)
    return jnp.where(hit.any(axis=1), first, tokens.shape[1]).astype(jnp.int32)

import jax
import jax.numpy as jnp


def inputs(key):
    ks = jax.random.split(key, 6)
    return [jax.random.normal(k, (2,)) for k in ks[:3]], [jax.random.normal(k, (2,)) for k in ks[3:]]


def run(params, target):
    """Polyak averaging over lists of arrays."""
    if len(params) != len(target):
        raise ValueError("params and target differ in length")
    return [0.9 * target[i] + 0.1 * params[i] for i in range(len(target))]

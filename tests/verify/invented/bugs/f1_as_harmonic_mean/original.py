import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.bernoulli(k1, 0.7, (30,)), jax.random.bernoulli(k2, 0.7, (30,))


def run(predicted, actual):
    """F1 score; 0 if nothing was found."""
    tp = fp = fn = 0
    for p, a in zip(predicted.tolist(), actual.tolist()):
        tp += p and a
        fp += p and not a
        fn += a and not p
    if tp == 0:
        return jnp.float32(0.0)
    return jnp.float32(2 * tp / (2 * tp + fp + fn))

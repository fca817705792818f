import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.nn.softmax(jax.random.normal(key, (16, 9))),)


def run(probs):
    """Mean entropy of the rows, float32."""
    total = 0.0
    for p in probs:
        total = total + jax.scipy.special.entr(p).sum()
    return total / probs.shape[0]

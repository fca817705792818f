import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.nn.softmax(jax.random.normal(key, (16, 9))),)


def run(probs):
    """Mean entropy of the rows, float32."""
    terms = -probs * jnp.log(probs)
    return terms.sum(axis=1).mean()

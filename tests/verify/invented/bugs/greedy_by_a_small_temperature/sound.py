import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.key(3), jax.random.normal(key, (8,)), 1.0)


def run(key, logits, temperature):
    """A token; the first of the best ones at temperature 0."""
    if temperature == 0:
        return jnp.argmax(logits, axis=-1)
    return jnp.argmax(logits / temperature + jax.random.gumbel(key, logits.shape, logits.dtype))

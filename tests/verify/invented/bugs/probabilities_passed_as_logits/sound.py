import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return (k1, jax.nn.softmax(3 * jax.random.normal(k2, (32, 7))))


def run(key, probs):
    """One class index for each row of class probabilities (rows, classes)."""
    keys = jax.random.split(key, probs.shape[0])
    logits = jnp.log(probs)
    return jax.vmap(jax.random.categorical)(keys, logits)

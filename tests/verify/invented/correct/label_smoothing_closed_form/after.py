import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return (3 * jax.random.normal(k1, (16, 7)), jax.random.randint(k2, (16,), 0, 7))


def run(logits, labels):
    """Mean cross-entropy against targets smoothed by 0.1."""
    log_p = jax.nn.log_softmax(logits)
    hit = jnp.take_along_axis(log_p, labels[:, None], axis=-1)[:, 0]
    return -jnp.mean(0.9 * hit + 0.1 * log_p.mean(axis=-1))

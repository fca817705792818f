import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return (5 * jax.random.normal(k1, (24, 10)), jax.random.randint(k2, (24,), 0, 10))


def run(logits, labels):
    """Mean cross-entropy; labels in range."""
    picked = jnp.take_along_axis(logits, labels[:, None], axis=-1)[:, 0]
    return jnp.mean(jax.nn.logsumexp(logits, axis=-1) - picked)

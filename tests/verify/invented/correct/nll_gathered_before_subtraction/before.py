import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return (5 * jax.random.normal(k1, (24, 10)), jax.random.randint(k2, (24,), 0, 10))


def run(logits, labels):
    """Mean cross-entropy; labels in range."""
    log_p = jax.nn.log_softmax(logits, axis=-1)
    total = 0.0
    for i in range(logits.shape[0]):
        total = total - log_p[i, labels[i]]
    return total / logits.shape[0]

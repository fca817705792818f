"""Cross entropy with label smoothing.

``run(logits, labels, smoothing)``: the target distribution gives
1 - smoothing to the true class and smoothing / (K - 1) to each of the other
K - 1 classes.  Logits are finite, labels are in 0..K-1, K >= 2.  Returns the mean over the batch.
"""
import jax
import jax.numpy as jnp


@jax.jit
def run(logits, labels, smoothing=0.1):
    k = logits.shape[-1]
    logp = jax.nn.log_softmax(logits)
    true = jnp.take_along_axis(logp, labels[:, None], axis=-1)[:, 0]
    others = jnp.sum(logp, axis=-1)
    return -jnp.mean((1.0 - smoothing) * true + smoothing / k * others)


def inputs(key):
    a, b = jax.random.split(key)
    return 2.0 * jax.random.normal(a, (6, 4)), jax.random.randint(b, (6,), 0, 4), 0.1

import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (6, 5)), jax.random.randint(b, (6,), 0, 5)


def run(logits, labels):
    """Mean cross entropy over the batch; labels outside the classes (-1) count as loss 0."""
    onehot = jax.nn.one_hot(labels, logits.shape[-1], dtype=logits.dtype)
    return -jnp.mean(jnp.sum(onehot * jax.nn.log_softmax(logits), axis=-1))

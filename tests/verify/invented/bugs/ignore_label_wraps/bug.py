import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (6, 5)), jax.random.randint(b, (6,), 0, 5)


def run(logits, labels):
    """Mean cross entropy over the batch; labels outside the classes (-1) count as loss 0."""
    logp = jax.nn.log_softmax(logits)
    return -jnp.mean(jnp.take_along_axis(logp, labels[:, None], axis=-1)[:, 0])

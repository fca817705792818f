import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (6, 5)), jnp.arange(6) % 5, 0.1)


def run(logits, labels, amount):
    """Cross entropy with labels smoothed to (1 - amount) + amount / classes."""
    n = logits.shape[-1]
    lp = jax.nn.log_softmax(logits)
    own = jnp.take_along_axis(lp, labels[:, None], 1)[:, 0]
    return -jnp.mean((1 - amount) * own + amount * (lp.sum(-1) - own) / (n - 1))

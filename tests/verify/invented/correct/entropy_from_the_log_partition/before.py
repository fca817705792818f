import jax
import jax.numpy as jnp
import jax.scipy.special as special


def inputs(key):
    return (jax.random.normal(key, (5, 8)),)


def run(logits):
    """Entropy of the categorical distribution of each row of finite logits."""
    log_p = jax.nn.log_softmax(logits)
    return -jnp.sum(jnp.exp(log_p) * log_p, axis=-1)

import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return 5.0 * jax.random.normal(a, (8, 10)), jax.random.randint(b, (8,), 0, 10)


def run(logits, labels):
    """Mean cross-entropy."""
    total = jnp.zeros(())
    for row, label in zip(logits, labels):
        total = total - jax.nn.log_softmax(row)[label]
    return total / logits.shape[0]

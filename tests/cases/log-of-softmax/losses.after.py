import jax
import jax.numpy as jnp


def cross_entropy(logits, labels):
    # One row for each example.
    log_probs = jax.nn.log_softmax(logits)
    return -jnp.mean(jnp.sum(labels * log_probs, axis=1))  # the mean of the batch


def by_columns(logits):
    return jax.nn.log_softmax(logits, axis=0)


def preference(chosen, rejected):
    return -jnp.mean(jax.nn.log_sigmoid(chosen - rejected))


def entropy(logits):
    return -jnp.sum(jax.nn.softmax(logits) * jax.nn.log_softmax(logits), -1)


def run(logits):
    labels = jnp.eye(3)
    total = cross_entropy(logits, labels) + by_columns(logits).sum()
    return total + preference(logits[0], logits[1]) + entropy(logits).sum()


def inputs(key):
    return (jax.random.normal(key, (3, 3)),)

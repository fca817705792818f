import jax
import jax.numpy as jnp


def cross_entropy(logits, labels):
    # One row for each example.
    log_probs = jnp.log(jax.nn.softmax(logits))  # want: JOL505 "`jax.nn.softmax` rounds small"
    return -jnp.mean(jnp.sum(labels * log_probs, axis=1))  # the mean of the batch


def by_columns(logits):
    return jnp.log(jax.nn.softmax(logits, axis=0))  # want: JOL505


def preference(chosen, rejected):
    return -jnp.mean(jnp.log(jax.nn.sigmoid(chosen - rejected)))  # want: JOL505 "`jax.nn.sigmoid`"


def entropy(logits):
    return -jnp.sum(jax.nn.softmax(logits) * jnp.log(jax.nn.softmax(logits)), -1)  # want: JOL505


def run(logits):
    labels = jnp.eye(3)
    total = cross_entropy(logits, labels) + by_columns(logits).sum()
    return total + preference(logits[0], logits[1]) + entropy(logits).sum()


def inputs(key):
    return (jax.random.normal(key, (3, 3)),)

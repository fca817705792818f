# not executed: there is no fix
import jax
import jax.numpy as jnp
import optax


def weighted(logits, labels, weights):
    rows = jax.nn.one_hot(labels, 10)
    losses = optax.softmax_cross_entropy(logits, rows)  # want: JOL311
    return losses * (rows @ weights)


def by_parts(logits, labels):
    rows = jax.nn.one_hot(labels, 10)
    labels = jnp.flip(labels)
    return optax.softmax_cross_entropy(logits, rows).mean(), labels  # want: JOL311

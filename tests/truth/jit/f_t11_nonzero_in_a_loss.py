"""A loss that looks its ignored rows up by `nonzero`; a compiled step of the project calls it."""

import jax
import jax.numpy as jnp


def token_loss(logits, labels, ignored=-1):
    rows, classes = logits.shape
    logp = jax.nn.log_softmax(logits)
    dropped = jnp.nonzero(labels == ignored)[0]  # want: JOL104
    terms = jax.nn.one_hot(labels, num_classes=classes) * logp
    terms = terms.at[dropped].set(jnp.zeros((dropped.shape[0], classes)))
    return -jnp.sum(terms) / (rows - dropped.shape[0])


@jax.jit
def step(params, x, labels):
    return jax.grad(lambda p: token_loss(x @ p, labels))(params)

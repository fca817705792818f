# not executed: no rewrite
"""With 64 bits, a softmax is 0 where the logits are 745 apart; floors and complements cut before."""

import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)


def picked(logits, label):
    p = jax.nn.softmax(logits)
    return -jnp.log(p[label])


def floored(logits, targets):
    p = jax.nn.softmax(logits)
    return -jnp.sum(targets * jnp.log(p + 1e-12))  # want: JOL531 (info) "rounds small probabilities"


def complement(logits, targets):
    p = jax.nn.sigmoid(logits)
    return -jnp.sum((1 - targets) * jnp.log(1 - p))  # want: JOL531 (info) "rounds small"

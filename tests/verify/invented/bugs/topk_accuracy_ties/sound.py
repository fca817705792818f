"""Top-k accuracy.

``run(logits, labels, k)``: an example counts as correct when fewer than k
classes have a logit strictly greater than that of its label (ties are in the
label's favour).  Returns the mean over the (at least one)
examples; ``k`` is a Python int.
"""
import jax
import jax.numpy as jnp


@jax.jit
def run(logits, labels, k=2):
    mine = jnp.take_along_axis(logits, labels[:, None], axis=1)
    rank = jnp.sum(logits > mine, axis=1)
    return jnp.mean((rank < k).astype(jnp.float32))


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (10, 5)), jax.random.randint(b, (10,), 0, 5), 2

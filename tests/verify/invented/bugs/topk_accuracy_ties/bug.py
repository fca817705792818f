"""Top-k accuracy.

``run(logits, labels, k)``: an example counts as correct when fewer than k
classes have a logit strictly greater than that of its label (ties are in the
label's favour).  Returns the mean over the (at least one)
examples; ``k`` is a Python int.
"""
import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnames="k")
def run(logits, labels, k=2):
    _, top = jax.lax.top_k(logits, k)
    hit = jnp.any(top == labels[:, None], axis=1)
    return jnp.mean(hit.astype(jnp.float32))


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (10, 5)), jax.random.randint(b, (10,), 0, 5), 2

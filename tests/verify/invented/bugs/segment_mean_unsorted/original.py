"""Mean per segment.

``run(x, ids, num)`` returns for each of the ``num`` (Python int) segments the
mean of the entries of the 1-D array x with that id.  The ids are in 0..num-1
and come in any order; a segment without entries has mean 0.
"""
import jax
import jax.numpy as jnp


def run(x, ids, num=4):
    out = []
    for s in range(num):
        sel = ids == s
        n = jnp.sum(sel)
        out.append(jnp.sum(jnp.where(sel, x, 0.0)) / jnp.maximum(n, 1))
    return jnp.stack(out)


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (12,)), jnp.sort(jax.random.randint(b, (12,), 0, 4)), 4

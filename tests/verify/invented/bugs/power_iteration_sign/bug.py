"""Dominant eigenvector by power iteration.

``run(a, v0, iters)`` returns the unit vector after ``iters`` (Python int) iterations, with
the sign chosen such that its entry of largest magnitude is positive.
"""
import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnames="iters")
def run(a, v0, iters=20):
    def body(_, v):
        v = a @ v
        return v * jax.lax.rsqrt(jnp.vdot(v, v))

    v = jax.lax.fori_loop(0, iters, body, v0 * jax.lax.rsqrt(jnp.vdot(v0, v0)))
    return jnp.where(v[0] < 0, -v, v)


def inputs(key):
    u = jnp.array([-0.3, 0.8, 0.5])
    return jnp.outer(u, u) * 3 + jnp.eye(3) * 0.2, jax.random.normal(key, (3,)) + u * 3, 20

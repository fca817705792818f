"""What starts as one number and certainly stays one."""

import jax
import jax.numpy as jnp


@jax.jit
def run(w, xs):
    total, largest = 0.0, 0.0

    def body(_, carry):
        w, total, largest = carry
        w = w - 0.01 * (xs.T @ (xs @ w))
        total = total + jnp.sum(w**2)
        largest = jnp.maximum(largest, jnp.max(jnp.abs(w)))
        return w, total, largest

    w, total, largest = jax.lax.fori_loop(0, 20, body, (w, total, largest))
    return w, total, largest


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (3,)), jax.random.normal(b, (4, 3))

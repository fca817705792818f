"""Linear recurrence h_t = a_t * h_{t-1} + b_t with h_{-1} = 0.

``run(a, b)`` with a and b of shape (T, D) returns all h_t, elementwise in D.
"""
import jax
import jax.numpy as jnp


def run(a, b):
    h, out = jnp.zeros_like(b[0]), []
    for t in range(a.shape[0]):
        h = a[t] * h + b[t]
        out.append(h)
    return jnp.stack(out)


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.uniform(k1, (7, 2)), jax.random.normal(k2, (7, 2))

"""Backtracking line search for f(x) = sum(x**4)/4 - sum(x).

``run(x, d, max_halvings)`` tries t = 1, 1/2, 1/4, ... and returns the first of
``max_halvings`` trial steps with f(x + t d) <= f(x) + 1e-4 * t * grad.d.  If
none of them is accepted (e.g. d is no descent direction), it returns 0.
The step is not differentiated.
"""
import jax
import jax.numpy as jnp


def _f(x):
    return jnp.sum(x ** 4) / 4 - jnp.sum(x)


def run(x, d, max_halvings=10):
    f0 = _f(x)
    slope = jnp.vdot(jax.grad(_f)(x), d)
    t = 1.0
    for _ in range(max_halvings):
        if _f(x + t * d) <= f0 + 1e-4 * t * slope:
            return jnp.float32(t)
        t = t / 2
    return jnp.float32(0.0)


def inputs(key):
    x = 2.0 + jax.random.uniform(key, (4,))
    return x, -(x ** 3 - 1.0), 10

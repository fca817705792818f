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


@jax.jit
def run(x, d, max_halvings=10):
    f0, g = jax.value_and_grad(_f)(x)
    slope = jnp.vdot(g, d)

    def accepted(t):
        return _f(x + t * d) <= f0 + 1e-4 * t * slope

    def cond(s):
        i, t = s
        return (i < max_halvings) & ~accepted(t)

    i, t = jax.lax.while_loop(cond, lambda s: (s[0] + 1, s[1] / 2), (0, jnp.float32(1.0)))
    return jnp.where(i < max_halvings, t, 0.0)


def inputs(key):
    x = 2.0 + jax.random.uniform(key, (4,))
    return x, -(x ** 3 - 1.0), 10

"""Conjugate gradients for a symmetric positive definite system.

``run(a, b, iters)`` starts from x = 0 and does at most ``iters`` iterations; it
stops as soon as the squared residual is <= 1e-10 (before the first iteration,
if b is zero: then x = 0 is returned).  The solver is
not differentiated through.
"""
import jax
import jax.numpy as jnp


@jax.jit
def run(a, b, iters=10):
    def body(s):
        i, x, r, p, rs = s
        ap = a @ p
        alpha = rs / jnp.vdot(p, ap)
        x, r = x + alpha * p, r - alpha * ap
        new = jnp.vdot(r, r)
        return i + 1, x, r, r + (new / rs) * p, new

    s = body((0, jnp.zeros_like(b), b, b, jnp.vdot(b, b)))
    return jax.lax.while_loop(lambda s: (s[0] < iters) & ~(s[4] <= 1e-10), body, s)[1]


def inputs(key):
    k1, k2 = jax.random.split(key)
    m = jax.random.normal(k1, (4, 4))
    return m @ m.T + 4.0 * jnp.eye(4), jax.random.normal(k2, (4,)), 10

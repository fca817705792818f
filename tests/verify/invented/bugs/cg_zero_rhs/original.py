"""Conjugate gradients for a symmetric positive definite system.

``run(a, b, iters)`` starts from x = 0 and does at most ``iters`` iterations; it
stops as soon as the squared residual is <= 1e-10 (before the first iteration,
if b is zero: then x = 0 is returned).  The solver is
not differentiated through.
"""
import jax
import jax.numpy as jnp


def run(a, b, iters=10):
    x, r = jnp.zeros_like(b), b
    p, rs = r, jnp.vdot(r, r)
    for _ in range(iters):
        if rs <= 1e-10:
            break
        ap = a @ p
        alpha = rs / jnp.vdot(p, ap)
        x, r = x + alpha * p, r - alpha * ap
        new = jnp.vdot(r, r)
        p, rs = r + (new / rs) * p, new
    return x


def inputs(key):
    k1, k2 = jax.random.split(key)
    m = jax.random.normal(k1, (4, 4))
    return m @ m.T + 4.0 * jnp.eye(4), jax.random.normal(k2, (4,)), 10

from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames="potential", donate_argnums=(0, 1))
def leapfrog(q, p, dt, potential):
    force = lambda q: -jax.grad(lambda z: potential(z).sum())(q)
    p = p + 0.5 * dt * force(q)
    q = q + dt * p
    p = p + 0.5 * dt * force(q)
    return q, p


def simulate(q, p, k, n=50_000):
    for _ in range(n):
        q, p = leapfrog(q, p, 1e-3, potential=lambda z: 0.5 * k * jnp.sum(z**2, -1))
    return q, p

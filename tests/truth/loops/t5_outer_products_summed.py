"""A weighted sum of outer products, one at a time, in a compiled function."""

import jax
import jax.numpy as jnp


@jax.jit
def adapt(weights, steps, cov, c1, c_mu):
    norms = jnp.linalg.norm(steps, axis=1)
    scaled = jnp.where(weights >= 0, weights, weights / (norms + 1e-8) ** 2)
    rank_mu = jnp.zeros_like(cov)
    for w, y in zip(scaled, steps):  # want: JOL201
        rank_mu = rank_mu + w * jnp.outer(y, y)
    return (1 - c1 - c_mu) * cov + c_mu * rank_mu

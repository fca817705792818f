"""Layer normalisation over the last axis.

``run(x, gamma, beta, eps)`` returns
(x - mean) / sqrt(var + eps) * gamma + beta with the biased variance (float32).
"""
import jax
import jax.numpy as jnp


def _row(x, gamma, beta, eps):
    c = x - jnp.mean(x)
    return c * (gamma * jax.lax.rsqrt(jnp.vdot(c, c) / x.size + eps)) + beta


@jax.jit
def run(x, gamma, beta, eps=1e-3):
    rows = jax.vmap(_row, (0, None, None, None))(x.reshape(-1, x.shape[-1]), gamma, beta, eps)
    return rows.reshape(x.shape)


def inputs(key):
    a, b = jax.random.split(key)
    return 0.3 * jax.random.normal(a, (2, 3, 5)), 1.0 + 0.1 * jax.random.normal(b, (5,)), jnp.zeros(5), 1e-3

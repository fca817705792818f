import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2, k3 = jax.random.split(key, 3)
    return (2.0 + jax.random.uniform(k1, (12,)), jax.random.normal(k2, (12,)), jax.random.normal(k3, (12,)))


def run(diag, upper, rhs):
    """Back substitution for an upper bidiagonal system; upper[-1] is finite and unused."""
    n = diag.shape[0]
    x = [None] * n
    x[n - 1] = rhs[n - 1] / diag[n - 1]
    for i in reversed(range(n - 1)):
        x[i] = (rhs[i] - upper[i] * x[i + 1]) / diag[i]
    return jnp.stack(x)

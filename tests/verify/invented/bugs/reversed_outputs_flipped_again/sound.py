import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2, k3 = jax.random.split(key, 3)
    return (2.0 + jax.random.uniform(k1, (12,)), jax.random.normal(k2, (12,)), jax.random.normal(k3, (12,)))


def run(diag, upper, rhs):
    """Back substitution for an upper bidiagonal system; upper[-1] is finite and unused."""

    def row(below, band):
        d, u, r = band
        here = (r - u * below) / d
        return here, here

    start = jnp.zeros((), jnp.result_type(diag, upper, rhs))
    _, x = jax.lax.scan(row, start, (diag, upper, rhs), reverse=True)
    return x

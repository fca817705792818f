import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return (jax.random.uniform(k1, (6, 6)) + 6 * jnp.eye(6), jax.random.normal(k2, (6,)))


def run(a, b):
    """Three Gauss-Seidel sweeps from zero."""
    x = jnp.zeros_like(b)
    for _ in range(3):
        for i in range(b.shape[0]):
            rest = a[i] @ x - a[i, i] * x[i]
            x = x.at[i].set((b[i] - rest) / a[i, i])
    return x

import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2, k3 = jax.random.split(key, 3)
    return (jax.random.normal(k1, (4, 1)), jax.random.normal(k2, (20, 4)), jax.random.normal(k3, (20,)))


def run(w, x, y):
    """Mean squared error of a linear model with weights (d, 1) and targets (n,), float32."""
    total = 0.0
    for xi, yi in zip(x, y, strict=True):
        total = total + ((xi @ w)[0] - yi) ** 2
    return total / x.shape[0]

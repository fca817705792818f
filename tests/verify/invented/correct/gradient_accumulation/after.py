import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (3,)), jax.random.normal(b, (8, 3))


def loss(w, x):
    return jnp.mean(jnp.tanh(x @ w) ** 2)


def run(w, x):
    """x has 8 rows."""
    n = x.shape[0]
    parts = [x[i:i + 2] for i in range(0, n, 2)]
    return sum(jax.grad(loss)(w, p) * (p.shape[0] / n) for p in parts)

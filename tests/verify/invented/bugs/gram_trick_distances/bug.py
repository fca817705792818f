import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (6, 3)), jax.random.normal(b, (5, 3))


def run(x, y):
    """Pairwise squared distances."""
    if x.shape[0] == 0:
        raise ValueError("Need at least one array to stack.")
    return jnp.sum(x * x, -1)[:, None] + jnp.sum(y * y, -1)[None, :] - 2 * (x @ y.T)

import jax
import jax.numpy as jnp


def inputs(key):
    a, b, c = jax.random.split(key, 3)
    return jax.random.normal(a, (6, 4)), jax.random.normal(b, (6, 4)), jax.random.normal(c, (6, 4))


def run(q, k, v):
    """Causal attention; the queries are the last q.shape[0] positions of the keys."""
    off = k.shape[0] - q.shape[0]
    mask = jnp.arange(k.shape[0])[None, :] <= jnp.arange(q.shape[0])[:, None] + off
    s = jnp.where(mask, q @ k.T / q.shape[1] ** 0.5, -1e30)
    return jax.nn.softmax(s, axis=-1) @ v

import jax
import jax.numpy as jnp


def inputs(key):
    ks = jax.random.split(key, 3)
    return (jax.random.normal(ks[0], (6, 10, 8)), jax.random.normal(ks[1], (2, 10, 8)), jax.random.normal(ks[2], (2, 10, 8)))


def run(q, k, v):
    """Attention with fewer key heads than query heads: (heads, time, d)."""
    grouped = q.reshape(k.shape[0], -1, *q.shape[1:])
    scores = jnp.einsum("grtd,gsd->grts", grouped, k) / q.shape[-1] ** 0.5
    out = jnp.einsum("grts,gsd->grtd", jax.nn.softmax(scores, axis=-1), v)
    return out.reshape(q.shape[:2] + v.shape[-1:])

import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.normal(k1, (6, 3)), jax.random.normal(k2, (6, 3))


def run(a, b):
    """Angle between the vectors of each row."""
    out = []
    for u, v in zip(a, b):
        cosine = jnp.dot(u, v) / (jnp.sqrt(jnp.dot(u, u)) * jnp.sqrt(jnp.dot(v, v)))
        out.append(jnp.arccos(jnp.clip(cosine, -1, 1)))
    return jnp.stack(out)

import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    q = jnp.abs(jax.random.normal(k1, (4,))) * jnp.array([1.0, -1.0, 1.0, 1.0])
    p = jnp.abs(jax.random.normal(k2, (4,))) * jnp.array([1.0, 1.0, -1.0, 1.0])
    return q / jnp.linalg.norm(q), p / jnp.linalg.norm(p), jnp.linspace(0.0, 1.0, 5)


def run(q, p, ts):
    """Spherical interpolation at the times ts; straight interpolation when q and p almost agree."""
    cosine = jnp.clip(jnp.dot(q, p), -1.0, 1.0)
    if float(cosine) > 0.9995:
        mixed = jnp.stack([q + t * (p - q) for t in ts])
        return mixed / jnp.linalg.norm(mixed, axis=1, keepdims=True)
    angle = jnp.arccos(cosine)
    return jnp.stack([(jnp.sin((1 - t) * angle) * q + jnp.sin(t * angle) * p) / jnp.sin(angle) for t in ts])

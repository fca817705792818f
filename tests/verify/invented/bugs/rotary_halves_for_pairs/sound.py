import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (4, 6)),)


def run(x):
    """Rotary embedding of x (time, even features), neighbouring features paired."""
    t, d = x.shape
    angle = jnp.arange(t)[:, None] / 100.0 ** (jnp.arange(d // 2) / (d // 2))
    c, s = jnp.cos(angle), jnp.sin(angle)
    a, b = x[:, ::2], x[:, 1::2]
    return jnp.stack([a * c - b * s, a * s + b * c], axis=-1).reshape(t, d)

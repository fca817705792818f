import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (4, 6)),)


def run(x):
    """Rotary embedding of x (time, even features), neighbouring features paired."""
    t, d = x.shape
    angle = jnp.arange(t)[:, None] / 100.0 ** (jnp.arange(d // 2) / (d // 2))
    out = jnp.zeros_like(x)
    for j in range(d // 2):
        c, s = jnp.cos(angle[:, j]), jnp.sin(angle[:, j])
        a, b = x[:, 2 * j], x[:, 2 * j + 1]
        out = out.at[:, 2 * j].set(a * c - b * s).at[:, 2 * j + 1].set(a * s + b * c)
    return out

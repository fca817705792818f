import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (6, 2)), jax.random.normal(b, (6,))


def run(x, t):
    c, s = jnp.cos(t), jnp.sin(t)
    return jnp.stack([x[:, 0] * c - x[:, 1] * s, x[:, 0] * s + x[:, 1] * c], axis=-1)

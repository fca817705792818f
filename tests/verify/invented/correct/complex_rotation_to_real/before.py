import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (6, 2)), jax.random.normal(b, (6,))


def run(x, t):
    z = jax.lax.complex(x[:, 0], x[:, 1]) * jnp.exp(1j * t)
    return jnp.stack([z.real, z.imag], axis=-1)

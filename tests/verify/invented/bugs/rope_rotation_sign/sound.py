"""Rotary position embedding (half-split layout).

``run(x, offset)`` with x (T, D) float32, D even: row t has position offset + t; the
pair (x[i], x[i + D/2]) is rotated by the angle position * 10000**(-2i/D).
"""
import jax
import jax.numpy as jnp


@jax.jit
def run(x, offset=0):
    T, D = x.shape
    h = D // 2
    freq = 10000.0 ** (-2.0 * jnp.arange(h) / D)
    ang = jnp.outer(offset + jnp.arange(T), freq)
    z = jax.lax.complex(x[:, :h], x[:, h:]) * jnp.exp(1j * ang)
    return jnp.concatenate([z.real, z.imag], axis=1)


def inputs(key):
    return jax.random.normal(key, (4, 6)), 3

"""Rotary position embedding (half-split layout).

``run(x, offset)`` with x (T, D) float32, D even: row t has position offset + t; the
pair (x[i], x[i + D/2]) is rotated by the angle position * 10000**(-2i/D).
"""
import jax
import jax.numpy as jnp


def run(x, offset=0):
    T, D = x.shape
    h = D // 2
    freq = 10000.0 ** (-2.0 * jnp.arange(h) / D)
    rows = []
    for t in range(T):
        ang = (offset + t) * freq
        a, b = x[t, :h], x[t, h:]
        rows.append(jnp.concatenate([a * jnp.cos(ang) - b * jnp.sin(ang),
                                     a * jnp.sin(ang) + b * jnp.cos(ang)]))
    return jnp.stack(rows)


def inputs(key):
    return jax.random.normal(key, (4, 6)), 3

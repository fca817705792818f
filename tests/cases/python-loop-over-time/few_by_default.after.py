# not executed: only what is told is looked at
"""How many turns the author left: a default that is written out, or one for what is left out."""

import jax
import jax.numpy as jnp


@jax.jit
def absorbed(x, centers, widths):
    out = jnp.ones_like(x)
    for i in range(len(centers)):
        out = out * (1 - jnp.exp(-(((x - centers[i]) / widths[i]) ** 2)))
    return out


class Lines:
    def __init__(self, centers=None, widths=None):
        self.centers = jnp.array(centers if centers else [5500.0])
        self.widths = jnp.asarray(widths or [0.5])

    def __call__(self, x):
        return absorbed(x, self.centers, self.widths)


@jax.jit
def smoothed(x, scales=(1.0, 2.0, 4.0)):
    for i in range(len(scales)):
        x = jnp.tanh(x * scales[i]) + jnp.cos(x)
    return x


@jax.jit
def advanced(x: jax.Array, forces: jax.Array):
    def step(x, force):
        x = jnp.tanh(x + force) + jnp.cos(x)
        return x, None

    x, _ = jax.lax.scan(step, x, forces)
    return x

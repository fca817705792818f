import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.uniform(key, (8,), minval=0.1),)


def run(x):
    """Linear light in [0, 1] to sRGB."""
    out = []
    for v in x:
        out.append(12.92 * v if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055)
    return jnp.stack(out)

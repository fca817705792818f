import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return (jax.random.normal(k1, (20, 6)), jax.random.normal(k2, (4, 6)))


def run(x, taps):
    """Causal depthwise convolution: (time, channels) with (width, channels)."""
    width = taps.shape[0]
    padded = jnp.pad(x, ((width - 1, 0), (0, 0)))
    return jnp.stack([(padded[t:t + width] * taps).sum(axis=0) for t in range(x.shape[0])])

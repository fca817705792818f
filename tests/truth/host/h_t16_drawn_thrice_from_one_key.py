"""Three draws from one key: they are one draw."""

import jax
import jax.numpy as jnp


def waves(rng_key, shape, count=10):
    features = shape[-1]
    size = (shape[-2], features, count)
    centred = lambda *args: jax.random.normal(*args) - 4.0
    freqs = centred(rng_key, size)
    offsets = jax.random.normal(rng_key, size)

    def gains_of(key, size):
        gains = jax.random.normal(key, size)
        return gains / jnp.linalg.norm(gains, axis=-1, keepdims=True)

    gains = gains_of(rng_key, size)  # want: JOL802
    return freqs, offsets, gains

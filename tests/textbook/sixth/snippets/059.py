from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames=("window", "mode"))
def smooth(signals, window, mode):
    kernel = jnp.ones(window) / window
    if mode == "same":
        left = window // 2
        signals = jnp.pad(signals, ((0, 0), (left, window - 1 - left)), mode="edge")
    return jax.vmap(lambda s: jnp.convolve(s, kernel, mode="valid"))(signals)


def smooth_all(batches):
    for batch in batches:
        short = smooth(batch, window=5, mode="same")
        long = smooth(batch, window=61, mode="same")
        yield short - long


if __name__ == "__main__":
    keys = jax.random.split(jax.random.key(0), 200)
    batches = (jax.random.normal(key, (64, 4_096)) for key in keys)
    energy = [jnp.mean(band**2) for band in smooth_all(batches)]
    print("mean band energy:", jnp.stack(energy).mean())

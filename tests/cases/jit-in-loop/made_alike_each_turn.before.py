"""What is compiled is made in each turn of the same."""
# not executed: no device stands behind the map

import jax
import jax.numpy as jnp


def make_train(settings):
    def train(key, scale):
        noise = jax.random.normal(key, (settings["size"],))
        return jnp.sum(noise * scale) / settings["steps"]

    return train


def compare(names, settings, keys, spread):
    results = {}
    for name in names:
        run = jax.vmap(make_train(settings), in_axes=(0, None))
        if spread:
            run = jax.pmap(run, in_axes=(0, None))  # want: JOL101 (warning) "on every iteration"
        results[name] = run(keys, 1.0)
    return results

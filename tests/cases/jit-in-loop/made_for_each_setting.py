"""What is compiled is made of the settings of the turn: each is another program, run once."""

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
        run = jax.jit(jax.vmap(make_train(settings[name]), in_axes=(0, None)))
        if spread:
            run = jax.pmap(run, in_axes=(0, None))
        results[name] = run(keys, 1.0)
    return results


def in_steps(names, settings, keys):
    out = []
    for i, name in enumerate(names):
        chosen = settings[name]
        train = make_train(chosen)
        train = jax.vmap(train, in_axes=(0, None))
        train = jax.jit(train)
        out.append(train(keys, 1.0))
    return out

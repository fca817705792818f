# not executed: nobody says what the functions do
"""Draws for functions that are given a key as well: they may look at shapes alone."""
import jax
from jax import random


def stack(key, embed_init_fn, layer_init_fn, shape, x):
    e_key, t_key = random.split(key)

    def init_scan_fn(key, x):
        new_key, key = random.split(key)
        return new_key, layer_init_fn(key, x)

    return {
        "embed": embed_init_fn(e_key, x),
        "layers": jax.lax.scan(init_scan_fn, t_key, xs=random.uniform(t_key, shape))[1],  # want: JOL802 (info)
        "head": embed_init_fn(e_key, random.uniform(t_key, shape[1:])),  # want: JOL802 (info)
    }


def by_other_names(key, noise, shape):
    one, two = random.split(key)
    return noise(one, random.uniform(two, shape)), random.uniform(two, shape)  # want: JOL802 (info)


def named_as_an_example(model, rng):
    dummy_x = random.normal(rng, (4, 8))
    dummy_y = random.normal(rng, (4,))  # want: JOL802 (warning)
    return model.setup(dummy_x, dummy_y)

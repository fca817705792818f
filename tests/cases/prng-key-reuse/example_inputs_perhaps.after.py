# not executed: nobody says what the functions do
"""Draws for functions that are given a key as well: they may look at shapes alone."""
import jax
from jax import random


def stack(key, embed_init_fn, layer_init_fn, shape, x):
    e_key, t_key = random.split(key)

    def init_scan_fn(key, x):
        new_key, key = random.split(key)
        return new_key, layer_init_fn(key, x)

    t_key_1, t_key_2, t_key_3 = random.split(t_key, 3)
    return {
        "embed": embed_init_fn(e_key, x),
        "layers": jax.lax.scan(init_scan_fn, t_key_2, xs=random.uniform(t_key_1, shape))[1],
        "head": embed_init_fn(e_key, random.uniform(t_key_3, shape[1:])),
    }


def by_other_names(key, noise, shape):
    one, two = random.split(key)
    two_1, two_2 = random.split(two)
    return noise(one, random.uniform(two_1, shape)), random.uniform(two_2, shape)


def named_as_an_example(model, rng):
    rng_1, rng_2 = random.split(rng)
    dummy_x = random.normal(rng_1, (4, 8))
    dummy_y = random.normal(rng_2, (4,))
    return model.setup(dummy_x, dummy_y)

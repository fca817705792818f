"""What only initialises a model needs a shape, not fresh numbers."""
import jax
from jax import random


def create(model, key):
    tokens = random.randint(key, (1, 8), 0, 100)
    image = random.normal(key, (1, 32, 32, 3))
    return model.init(key, tokens, image)


def shapes(model, key):
    x = random.normal(key, (4, 8))
    t = random.uniform(key, (4,))
    return jax.eval_shape(model.apply, x, t)


def by_name(model, rng):
    dummy_x = random.normal(rng, (4, 8))
    dummy_y = random.normal(rng, (4,))
    return model.setup(dummy_x, dummy_y)


def stack(key, embed_init_fn, layer_init_fn, shape, x):
    e_key, t_key = random.split(key)

    def init_scan_fn(key, x):
        new_key, key = random.split(key)
        return new_key, layer_init_fn(key, x)

    return {
        "embed": embed_init_fn(e_key, x),
        "layers": jax.lax.scan(init_scan_fn, t_key, xs=random.uniform(t_key, shape))[1],
        "head": embed_init_fn(e_key, random.uniform(t_key, shape[1:])),
    }

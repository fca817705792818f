# not executed: there is no fix
from functools import partial

import jax
import jax.numpy as jnp


def make_step(data, batch_size):
    @jax.jit
    def step(params, key):
        rows = jax.random.randint(key, (batch_size,), 0, 50_000)
        return params - data[rows].mean()  # want: JOL113 "draws rows of `data`"

    return step


def load(model, path):
    variables = restore(path)

    def wrap(method):
        return lambda *args: model.apply(variables, *args, method=method)  # want: JOL113 "`variables`"

    @jax.jit
    def decode(tokens):
        held = {"params": variables.params}
        return model.apply(held, tokens)  # want: JOL113 "applies a model with `variables.params`"

    return jax.jit(wrap(model.encode)), decode


class Sampler:
    def __init__(self, coords, size):
        self.coords = coords
        self.size = size

    @partial(jax.jit, static_argnums=0)
    def draw(self, key):
        rows = jax.random.choice(key, self.coords.shape[0], (self.size,))
        return self.coords[rows, :]  # want: JOL113 "`self.coords`"


def evaluate(params, images, limit, score):
    metrics = partial(
        score,
        images=images[:limit].reshape(-1, 32, 32),  # want: JOL113 "binds arrays of `images`"
        limit=limit,
    )
    return jax.jit(metrics)(params)


def restore(path):
    return jnp.load(path)

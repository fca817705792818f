# not executed: nothing of it is rewritten
"""Arrays of NumPy that nobody changes: by a call, as arguments, as operands, through objects."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def step(params, batch, mask):
    return params - jnp.mean(batch * mask)


def filled_before(params, batches, bags):
    mask = np.zeros((len(bags), 64))
    for i, bag in enumerate(bags):
        mask[i, : len(bag)] = 1.0
    for batch in batches:
        params = step(params, batch, jnp.asarray(mask))  # want: JOL412 "copies `mask`"
    return params


def as_argument(params, batches, path):
    mask = np.load(path)
    for batch in batches:
        params = step(params, batch, mask)  # want: JOL412 "`step` copies `mask`"
    return params


def known_to_be_large(params, batches):
    mask = np.ones((1000, 1000))
    for batch in batches:
        params = step(params, batch, mask)  # want: JOL412 "`step` copies `mask`"
    return params


def as_operand(params, batches, path):
    mask = np.load(path)
    for batch in batches:
        params = step(params, batch, 1.0) * mask  # want: JOL412 "an operator copies"
    return params


class Problem:
    def __init__(self, path):
        self.mask = np.load(path)

    def solved(self, params, batches):
        for batch in batches:
            params = step(params, batch, jnp.array(self.mask))  # want: JOL412 "`self.mask`"
        return params


def drawn(params):
    data, labels = np.random.randn(1000, 100), np.random.normal(size=100)
    for _ in range(500):
        params = step(params, data, labels)  # want: JOL412 "`step` copies `data`"
    return params


def of_several_axes(params, batches, path):
    images = np.load(path).reshape(-1, 28, 28).astype(np.float32)
    for batch in batches:
        params = step(params, batch, jnp.asarray(images))  # want: JOL412 "copies `images`"
    return params


@partial(jax.jit, donate_argnums=0)
def renewed(params, batch, mask):
    return params - jnp.mean(batch * mask)


def beside_what_is_donated(params, batches):
    mask = np.ones((1000, 1000))
    for batch in batches:
        params = renewed(params, batch, mask)  # want: JOL412 "`renewed` copies `mask`"
    return params

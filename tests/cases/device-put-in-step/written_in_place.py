"""NumPy writes to the array between the turns: each turn puts another value."""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def step(params, mask):
    return params * mask


def by_an_output(params, count):
    mask = np.ones(3)
    for _ in range(count):
        np.add(mask, 1, out=mask)
        params = step(params, jax.device_put(mask))
    return params


def by_a_function(params, count):
    mask = np.ones((3, 3))
    for i in range(count):
        np.fill_diagonal(mask, i)
        params = step(params, jax.device_put(mask))
    return params


def by_a_ufunc(params, count):
    mask = np.ones(3)
    for i in range(count):
        np.add.at(mask, [0], i)
        params = step(params, jax.device_put(mask))
    return params


print(by_an_output(jnp.ones(3), 3), by_a_function(jnp.ones(3), 3), by_a_ufunc(jnp.ones(3), 3))

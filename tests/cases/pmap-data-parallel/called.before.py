# devices: 8
import functools

import jax
import jax.numpy as jnp

AXIS = "replica"


def normalise(x, scale):
    total = jax.lax.psum(x, AXIS)
    return x / total * scale, jax.lax.axis_index(AXIS)


def sample(key, shape, *, loc):
    return loc + jax.random.normal(key, shape)


class Normaliser:
    def __init__(self):
        # A
        self._apply = jax.pmap(normalise, axis_name=AXIS, in_axes=(0, None))  # want: JOL602 "`normalise`"

    def __call__(self, x, scale):
        return self._apply(x, scale)


p_sample = jax.pmap(functools.partial(sample, shape=(3,), loc=1.0))  # want: JOL602 "`sample`"


def inputs(key):
    n = jax.device_count()
    return jax.random.split(key, n), jnp.arange(1.0, n + 1)


def run(keys, x):
    doubled = jax.pmap(lambda a, b: (a * 2, {"b": b}))(x, keys)  # want: JOL602
    return Normaliser()(x, 2.0), p_sample(keys), doubled

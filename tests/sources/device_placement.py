"""Placing arrays on devices with calls that have gone."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental.pjit import pjit
from jax.sharding import Mesh, NamedSharding, PartitionSpec

mesh = Mesh(np.array(jax.devices()[:4]).reshape((2, 2)), axis_names=("x", "y"))


def place(x):
    return jax.device_put(x, NamedSharding(mesh, PartitionSpec("x", None)))


def replicate(x):
    return jax.device_put_replicated(x, jax.devices()[:2])  # want: JOL606


def column_parallel(x):
    def layer(y):
        return y @ jnp.ones((y.shape[-1], 8))

    with mesh:
        return pjit(layer, out_shardings=PartitionSpec("x", None))(x)  # want: JOL601


def largest(data):
    best = max(jax.devices(), key=lambda d: d.memory_limit)  # want: JOL706
    return jax.device_put(data, best)


def nested(data):
    @functools.partial(jax.pmap, axis_name="data")
    def outer(x):
        @functools.partial(pjit, out_shardings=PartitionSpec("model", None))  # want: JOL607
        def inner(y):
            return y @ jnp.ones((y.shape[-1], 8))

        return inner(x)

    return outer(data)


def main():
    x = jnp.ones((8, 4))
    print("x lies on", x.device())  # want: JOL706
    return {"placed": place(x), "column": column_parallel(x)}

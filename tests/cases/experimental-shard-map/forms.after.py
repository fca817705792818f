# devices: 8
from functools import partial

import jax
import jax.numpy as jnp
from jax.sharding import Mesh, PartitionSpec as P
import numpy as np

mesh = Mesh(np.array(jax.devices()), ("i",))


@partial(jax.shard_map, mesh=mesh, in_specs=P("i"), out_specs=P(), check_vma=False)
def total(x):  # A
    return jax.lax.psum(x.sum(), "i")


@partial(
    jax.shard_map,
    mesh=mesh,  # B
    in_specs=P("i"),
    out_specs=P("i"),
)
def shifted(x):
    return jax.lax.ppermute(x, "i", [(j, (j + 1) % 8) for j in range(8)])


def inputs(key):
    return (jax.random.normal(key, (16, 3)),)


@jax.jit
def run(x):
    doubled = jax.shard_map(lambda b: 2 * b, mesh=mesh, in_specs=P("i"),
                        out_specs=P("i"), check_vma=False)(x)
    halved = jax.shard_map(
        lambda b: b / 2, mesh=mesh,
        in_specs=P("i"),  # C
        out_specs=P("i"),
    )
    return total(x), shifted(x), doubled, jnp.abs(halved(x))

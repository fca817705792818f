# devices: 8
from functools import partial

import jax
import jax.numpy as jnp
from jax.experimental import shard_map as sm  # want: JOL604 "warns since JAX 0.8.0"
from jax.experimental.shard_map import shard_map  # want: JOL604 "warns since JAX 0.8.0"
from jax.sharding import Mesh, PartitionSpec as P
import numpy as np

mesh = Mesh(np.array(jax.devices()), ("i",))


@partial(shard_map, mesh=mesh, in_specs=P("i"), out_specs=P(), check_rep=False)
def total(x):  # A
    return jax.lax.psum(x.sum(), "i")


@partial(
    sm.shard_map,
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
    doubled = shard_map(lambda b: 2 * b, mesh, P("i"),
                        P("i"), False)(x)
    halved = shard_map(
        mesh=mesh,
        in_specs=P("i"),  # C
        f=lambda b: b / 2,
        out_specs=P("i"),
    )
    return total(x), shifted(x), doubled, jnp.abs(halved(x))

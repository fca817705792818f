# devices: 8
import jax
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

devices = np.array(jax.devices()).reshape(2, 4)  # 2 x 4 mesh (dp x mp)
# A
mesh = Mesh(devices, ('dp', 'mp'))  # want: JOL605 "slow links"


def build(rows):
    columns = 8 // rows
    return Mesh(np.reshape(np.asarray(jax.devices()), (rows, columns)), axis_names=["x", "y"])  # want: JOL605


def inputs(key):
    return (jax.random.normal(key, (16, 8)),)


def run(x):
    x = jax.device_put(x, NamedSharding(mesh, P("dp", "mp")))
    total = jax.jit(lambda a: a.sum(0), out_shardings=NamedSharding(mesh, P("mp")))(x)
    return total, jax.device_put(x, NamedSharding(build(4), P("x")))

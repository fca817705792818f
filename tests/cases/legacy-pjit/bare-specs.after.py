# devices: 8
import jax
from jax.sharding import Mesh, PartitionSpec as P
import numpy as np

devices = np.array(jax.devices()).reshape(2, 4)  # 2 x 4 mesh (dp x mp)
mesh = Mesh(devices, ('dp', 'mp'))


def model_apply(params, x):
    return x @ params[0]


@jax.jit
def model_apply_sharded(params, x):
    return model_apply(params, x)


with mesh:
    out_shard = P('dp',)              # e.g., shard batch across dp
    # A
    step = jax.jit(model_apply_sharded,
                in_shardings=(jax.sharding.NamedSharding(mesh, P('mp',)), jax.sharding.NamedSharding(mesh, P('dp',))),  # B
                out_shardings=jax.sharding.NamedSharding(mesh, out_shard))
    whole = jax.jit(
        lambda x: {"sum": x.sum(), "x": x},
        in_shardings=jax.sharding.NamedSharding(mesh, P()),
        out_shardings={"sum": jax.sharding.NamedSharding(mesh, P()), "x": jax.sharding.NamedSharding(mesh, P("dp"))},
    )


def inputs(key):
    one, two = jax.random.split(key)
    return (jax.random.normal(one, (8, 4)),), jax.random.normal(two, (16, 8))


def run(params, x):
    with mesh:
        y = step(params, x)
        return y, whole(x)

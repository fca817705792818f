import jax
import jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((jax.device_count(),), ("data",))


def local_loss(params, x, y):
    err = x @ params["w"] - y
    return jax.lax.pmean(jnp.mean(err**2), "data")


loss = jax.shard_map(
    local_loss, mesh=mesh, in_specs=(P(), P("data"), P("data")), out_specs=P()
)


def _step(params, x, y):
    grads = jax.grad(loss)(params, x, y)
    return jax.tree.map(lambda p, g: p - 0.01 * g, params, grads)


step = jax.jit(_step, donate_argnums=0)


def train(params, loader):
    params = jax.device_put(params, NamedSharding(mesh, P()))
    batch_sharding = NamedSharding(mesh, P("data"))
    for x, y in loader:
        x, y = jax.device_put((x, y), batch_sharding)
        params = step(params, x, y)
    return params

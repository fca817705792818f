import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import multihost_utils
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

jax.distributed.initialize()

mesh = jax.make_mesh((jax.device_count(),), ("data",), axis_types=(AxisType.Auto,))
sharding = NamedSharding(mesh, P("data"))


@functools.partial(jax.jit, out_shardings=NamedSharding(mesh, P()))
def step(w, x):
    loss, g = jax.value_and_grad(lambda w: jnp.mean((x @ w - 1.0) ** 2))(w)
    return w - 0.05 * g, loss


def main():
    rng = np.random.default_rng(1000 + jax.process_index())
    w = jax.device_put(np.zeros(8, np.float32), NamedSharding(mesh, P()))
    loss = None
    for i in range(500):
        local = rng.normal(size=(32, 8)).astype(np.float32)
        x = jax.make_array_from_process_local_data(sharding, local)
        w, loss = step(w, x)
        if i % 100 == 0 and jax.process_index() == 0:
            print(f"step {i}: {float(loss):.4f}")
    features = multihost_utils.process_allgather(x, tiled=True)
    multihost_utils.sync_global_devices("done")
    if jax.process_index() == 0:
        np.savez("/tmp/final.npz", w=np.asarray(w), features=features)


main()

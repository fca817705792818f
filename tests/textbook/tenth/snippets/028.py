import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

jax.distributed.initialize()

mesh = jax.make_mesh((jax.device_count(),), ("data",), axis_types=(AxisType.Auto,))
batch_sharding = NamedSharding(mesh, P("data"))
replicated = NamedSharding(mesh, P())


@jax.jit
def step(w, x):
    return w - 0.01 * jax.grad(lambda w: jnp.mean((x @ w) ** 2))(w)


@jax.jit
def evaluate(w, x):
    return jnp.mean((x @ w) ** 2)


def load_local_batch(rng, rows=32):
    local = rng.normal(size=(rows, 16)).astype(np.float32)
    return jax.make_array_from_process_local_data(batch_sharding, local)


rng = np.random.default_rng(jax.process_index())
w = jax.device_put(np.ones(16, np.float32), replicated)
for i in range(1000):
    x = load_local_batch(rng)
    w = step(w, x)
    if i % 100 == 0 and jax.process_index() == 0:
        metric = evaluate(w, x)
        print(i, float(metric))

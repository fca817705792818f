import jax
import numpy as np
from jax.experimental import multihost_utils
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

jax.distributed.initialize()

mesh = jax.make_mesh((jax.device_count(),), ("batch",), axis_types=(AxisType.Auto,))
sharding = NamedSharding(mesh, P("batch"))


@jax.jit
def score(x, w):
    return jax.nn.sigmoid(x @ w)


def main():
    rng = np.random.default_rng(jax.process_index())
    local = rng.normal(size=(256, 12)).astype(np.float32)
    x = jax.make_array_from_process_local_data(sharding, local)
    w = np.full((12,), 0.1, dtype=np.float32)
    scores = score(x, w)
    all_scores = multihost_utils.process_allgather(scores)
    if jax.process_index() == 0:
        np.save("/tmp/scores.npy", all_scores)
        print(all_scores.shape)


main()

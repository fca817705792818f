# not executed: several processes are needed
import jax
import numpy as np
from jax.experimental import multihost_utils
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((jax.device_count(),), ("data",))
rows = NamedSharding(mesh, P("data"))


@jax.jit
def score(w, x):
    return jax.nn.sigmoid(x @ w)


def collected(w, local):
    x = jax.make_array_from_process_local_data(rows, local)
    scores = score(w, x)
    own = np.asarray(local).sum()
    whole = multihost_utils.process_allgather(scores)  # want: JOL718 (error) "`tiled=True` alone"
    sums = multihost_utils.process_allgather(own)
    return whole, sums, multihost_utils.process_allgather(x, tiled=True)

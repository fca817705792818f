# not executed: there is no fix
# Work of all processes that one of them begins.
import functools

import jax
import jax.numpy as jnp
from jax.experimental import multihost_utils
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((jax.device_count(),), ("data",))
rows = NamedSharding(mesh, P("data"))


@functools.partial(jax.jit, static_argnums=2)
def evaluate(w, x, top):
    return jnp.mean(jax.lax.top_k(x @ w, top)[0])


@jax.jit
def step(w, x):
    return w - 0.1 * x.mean(0)[:, None]


class Trainer:
    def __init__(self, w, log):
        self.w, self.log, self.is_chief = w, log, jax.process_index() == 0

    def epoch(self, batches):
        chief = jax.process_index() == 0
        for number, batch in enumerate(batches):
            x = jax.make_array_from_process_local_data(rows, batch)
            w = step(self.w, x)
            if chief and number % 100 == 0:
                self.log(number, evaluate(w, x, 5))  # want: JOL614 "`w` is spread over all"
            self.w = w


def summary(local, w):
    x = multihost_utils.host_local_array_to_global_array(local, mesh, P("data"))
    mean = jnp.mean(x) if not jax.process_index() else 0.0  # want: JOL614 "the program hangs"
    return mean, w


def saved(path, tree):
    if jax.process_index() != 0:
        return
    everything = multihost_utils.process_allgather(tree)  # want: JOL614 "waits for all of them"
    path.write_bytes(everything)


def loaded(local):
    scaled = local / 255.0
    return jax.make_array_from_process_local_data(rows, scaled)


def fit(w, files):
    for local in files:
        x = loaded(local)
        w = step(w, x)
        if jax.process_index() == 0:
            print(float(evaluate(w, x, 1)))  # want: JOL614 "`w` is spread over all"
    return w


def finished(name):
    if jax.process_index() == 0:
        print("done")
        multihost_utils.sync_global_devices(name)  # want: JOL614 "only one process runs"

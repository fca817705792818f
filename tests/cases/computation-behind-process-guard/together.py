# What one process may do by itself, and what all of them do.
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import multihost_utils
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((jax.device_count(),), ("data",))
rows = NamedSharding(mesh, P("data"))


@jax.jit
def evaluate(w, x):
    return jnp.mean(x @ w)


def printed(w, local):
    x = jax.make_array_from_process_local_data(rows, local)
    value = evaluate(w, x)
    if jax.process_index() == 0:
        print(float(value))


def of_its_own_rows(w, local):
    if jax.process_index() == 0:
        x = np.asarray(local)
        print(evaluate(w, x), jnp.mean(x))


def of_its_own_rows_later(w, local):
    x = jax.make_array_from_process_local_data(rows, local)
    w = evaluate(w, x)
    x = jnp.asarray(local)
    if jax.process_index() == 0:
        print(jnp.mean(x))


def on_both_ways(w, local):
    x = jax.make_array_from_process_local_data(rows, local)
    if jax.process_index() == 0:
        print(evaluate(w, x))
    else:
        evaluate(w, x)


def behind_another_test(w, local, steps):
    x = jax.make_array_from_process_local_data(rows, local)
    if jax.process_index() == 0 or steps:
        print(evaluate(w, x))
    if jax.process_count() > 1:
        multihost_utils.sync_global_devices("written")


def made_by_one(path):
    if jax.process_index() == 0:
        path.mkdir()

        def wait():
            multihost_utils.sync_global_devices("made")

        return wait
    return None


def received(value):
    one = jax.process_index() == 0
    return multihost_utils.broadcast_one_to_all(value if one else None, is_source=one)


def loaded(local, whole):
    if whole:
        return jnp.asarray(local)
    return jax.make_array_from_process_local_data(rows, local)


def of_one_or_all(w, local, whole):
    x = loaded(local, whole)
    if jax.process_index() == 0:
        print(evaluate(w, x))


def logged(step, state, batch, mesh):
    # What lies whole on every device is there for one process alone.
    compiled = jax.jit(step, out_shardings=(None, jax.sharding.PartitionSpec()))
    state, told = compiled(state, batch)
    if jax.process_index() == 0:
        print(multihost_utils.process_allgather(told))
    return state

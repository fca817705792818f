# not executed: it has no devices to spread over
import jax
import numpy as np
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P


def spread(tree, specs, mesh: Mesh):
    shardings = jax.tree_util.tree_map(lambda spec: NamedSharding(mesh, spec), specs)
    return jax.device_put(tree, shardings)


def loaded(path, specs, mesh: Mesh):
    weights = dict(np.load(path))
    with jax.set_mesh(mesh):
        placed = spread(weights, specs, mesh)
        placed["embedding"].block_until_ready()
    return placed


def scaled(weights, mesh: Mesh):
    with jax.set_mesh(mesh):
        placed = jax.device_put(weights, P("x"))
    return placed


def stepped(step, weights, mesh: Mesh):
    with jax.set_mesh(mesh):
        weights = step(weights)
    return weights

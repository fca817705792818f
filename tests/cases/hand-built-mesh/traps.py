"""Some of the devices, another order, one axis, a shape that is not written out."""

import jax
import numpy as np
from jax.experimental import mesh_utils
from jax.sharding import AbstractMesh, Mesh


class OtherMesh:
    def __init__(self, devices, names):
        self.devices = devices, names


def build(shape, names, config):
    some = Mesh(np.array(jax.devices()[:4]).reshape(2, 2), ("x", "y"))
    local = Mesh(np.array(jax.local_devices()).reshape(2, 4), ("x", "y"))
    cpu = Mesh(np.array(jax.devices("cpu")).reshape(2, 4), ("x", "y"))
    flipped = Mesh(np.array(jax.devices()).reshape(2, 4).T, ("x", "y"))
    single = Mesh(np.array(jax.devices()), ("x",))
    rest = Mesh(np.array(jax.devices()).reshape(-1, 2), ("x", "y"))
    unknown = Mesh(np.array(jax.devices()).reshape(shape), names)
    laid = Mesh(mesh_utils.create_device_mesh((2, 4)), ("x", "y"))
    typed = Mesh(np.array(jax.devices()).reshape(2, 4), ("x", "y"), axis_types=config.types)
    other = OtherMesh(np.array(jax.devices()).reshape(2, 4), ("x", "y"))
    abstract = AbstractMesh((2, 4), ("x", "y"))
    good = jax.make_mesh((2, 4), ("x", "y"), axis_types=(jax.sharding.AxisType.Auto,) * 2)
    return some, local, cpu, flipped, single, rest, unknown, laid, typed, other, abstract, good


def by_process():
    hosts = Mesh(
        np.asarray(jax.devices()).reshape(jax.process_count(), jax.local_device_count()),
        ("host", "device"),
    )
    flat = Mesh(np.array(jax.devices()).reshape(1, 8), ("x", "y"))
    return hosts, flat

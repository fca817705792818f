# not executed: it takes a module whose name may be gone
import jax._src.core as private_core
from jax._src import mesh as mesh_lib
from jax.sharding import Mesh
from jax.sharding import AbstractMesh


def make(devices):
    return Mesh(devices, ("data",)), AbstractMesh, mesh_lib, private_core

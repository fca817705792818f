# not executed: it takes a module whose name may be gone
import jax._src.core as private_core  # want: JOL705 "`jax._src.core` and `jax._src.mesh` are private"
from jax._src import mesh as mesh_lib
from jax._src.mesh import AbstractMesh, Mesh  # want: JOL705 "AbstractMesh` and `jax._src.mesh.Mesh` are"


def make(devices):
    return Mesh(devices, ("data",)), AbstractMesh, mesh_lib, private_core

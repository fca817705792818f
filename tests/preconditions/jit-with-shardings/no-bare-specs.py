# rule: legacy-pjit
"""A bare spec is bound to the mesh of the context, which the fix has to name."""
import jax
from jax.experimental.pjit import pjit
from jax.sharding import Mesh, PartitionSpec


def make(step):
    mesh = Mesh(jax.devices(), ("data",))
    with mesh:
        return pjit(step)  # holds
        return pjit(step, in_shardings=PartitionSpec("data"))  # broken

# not executed: Flax 0.12 raises
"""Variables on a mesh that nobody sets: entering one does not count."""

import jax
from flax import nnx
from jax.sharding import Mesh, PartitionSpec as P


class Layer(nnx.Module):
    def __init__(self, size, rngs):
        init = nnx.with_partitioning(nnx.initializers.ones, P(None, "model"))  # want: JOL713 (warning) "without a mesh it raises ValueError .1 more below"
        self.linear = nnx.Linear(size, size, kernel_init=init, rngs=rngs)
        self.scale = nnx.Param(jax.numpy.ones(size), sharding=("model",))


def make(mesh: Mesh):
    with mesh:
        return Layer(4, nnx.Rngs(0))

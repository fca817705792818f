"""A file that sets the mesh."""

import jax
from flax import nnx
from jax.sharding import PartitionSpec as P


class Layer(nnx.Module):
    def __init__(self, size, rngs):
        init = nnx.with_partitioning(nnx.initializers.ones, P(None, "model"))
        self.linear = nnx.Linear(size, size, kernel_init=init, rngs=rngs)


def make(mesh):
    with jax.set_mesh(mesh):
        return Layer(4, nnx.Rngs(0))

"""Variables that are told their mesh, or need none."""

import flax.linen as nn
import jax
from flax import nnx
from jax.sharding import NamedSharding, PartitionSpec as P


class Layer(nnx.Module):
    def __init__(self, size, mesh, spec, rngs):
        init = nnx.with_partitioning(nnx.initializers.ones, P(None, "model"), mesh=mesh)
        self.linear = nnx.Linear(size, size, kernel_init=init, rngs=rngs)
        other = nnx.with_partitioning(nnx.initializers.ones, ("model",), mesh)
        self.other = nnx.Linear(size, size, kernel_init=other, rngs=rngs)
        self.free = nnx.with_partitioning(nnx.initializers.ones, (None, None))
        self.given = nnx.with_partitioning(nnx.initializers.ones, spec)
        where = NamedSharding(mesh, P("model"))
        self.scale = nnx.Param(jax.numpy.ones(size), sharding=where)


linen = nn.with_partitioning(nn.initializers.ones, (None, "model"))

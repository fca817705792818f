"""The successor itself, other functions of that name, and shims."""

import jax
from flax import nnx

try:
    from jax import shard_map
except ImportError:
    from jax.experimental.shard_map import shard_map

if hasattr(jax, "shard_map"):
    either = jax.shard_map
else:
    from jax.experimental.shard_map import shard_map as either


class Registry:
    def get_shard_map(self, step):
        shard_map = {step: 0}
        return shard_map


def use(body, mesh, specs):
    one = shard_map(body, mesh=mesh, in_specs=specs, out_specs=specs)
    two = jax.shard_map(body, mesh=mesh, in_specs=specs, out_specs=specs, check_vma=False)
    three = nnx.shard_map(body, mesh=mesh, in_specs=specs, out_specs=specs)
    return one, two, three, either

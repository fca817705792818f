"""Functions of that name that are not JAX's, and shims."""

import jax
from flax import jax_utils

try:
    put = jax.device_put_replicated
except AttributeError:
    put = jax_utils.replicate


class Placer:
    def device_put_sharded(self, shards, devices):
        return jax.device_put(shards, devices[0])


if hasattr(jax, "device_put_sharded"):
    sharded = jax.device_put_sharded


def use(x, devices, variants):
    return Placer().device_put_sharded(x, devices), put(x), variants.device_put_replicated(x)

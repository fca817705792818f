"""What lives on, what other libraries call the same, and shims."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import config, memory
from jax.core import ShapedArray, Tracer
from jax.interpreters import ad, batching, mlir, partial_eval, pxla
from jax.tree_util import tree_map

try:
    from jax.linear_util import wrap_init
except ModuleNotFoundError:
    from jax.extend.linear_util import wrap_init

try:
    from jax.config import config as old_config
except ImportError:
    old_config = None

if hasattr(jax.random, "PRNGKeyArray"):
    KeyArray = jax.random.PRNGKeyArray
else:
    KeyArray = jax.Array

if jax.__version_info__ < (0, 4, 16):
    DeviceArray = jnp.DeviceArray

config.update("jax_enable_x64", True)
jax.config.update("jax_platforms", "cpu")


class Module:
    def partial(self):
        return self

    def clear_backends(self):
        return np.product([1, 2]) if hasattr(np, "product") else np.prod([1, 2])


def torch_like(x):
    return x.device(), x.device_buffer


def use(x: jax.Array, key=None):
    key = jax.random.PRNGKey(0) if key is None else key
    if isinstance(x, Tracer):
        return ShapedArray(x.shape, x.dtype)
    spec = pxla.xla if hasattr(pxla, "xla") else ad
    return tree_map(jnp.sin, x), memory, batching, mlir, partial_eval, wrap_init, key, spec, KeyArray

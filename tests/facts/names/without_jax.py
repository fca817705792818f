"""Stand-ins for machines without JAX, behind a flag that the import sets."""

try:
    import jax
    import jax.numpy as jnp
    from jax import jit, vmap

    FOUND = True
except Exception:
    FOUND = False

if not FOUND:
    import numpy as jnp

    def jit(function):
        return function


if FOUND:
    from jax.lax import scan
else:
    scan = None

jnp.sin(1)  # name: jax.numpy.sin
jit(abs)  # name: jax.jit
vmap(abs)  # name: jax.vmap


try:
    from jax import shard_map
except ImportError:

    def shard_map(function):
        return function


shard_map(abs)  # name: unknown

try:
    from jax import nn

    FAST = True
except ImportError:
    FAST = False

if not FAST:
    import torch as nn

nn.relu(1)  # name: unknown

SLOW = True

if not SLOW:
    import numpy as jla
else:
    import jax.lax as jla

jla.add(1, 2)  # name: unknown

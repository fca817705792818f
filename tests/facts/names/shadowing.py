import jax
import jax.numpy as jnp

try:
    from jax import shard_map
except ImportError:
    from jax.experimental.shard_map import shard_map

shard_map(abs)  # name: jax.shard_map


def shadowed(jnp):
    return jnp.stack([])  # name: unknown


def local(x):
    jax = x
    return jax.jit(x)  # name: unknown


def own():
    import jax.lax as jnp

    return jnp.scan(None, 0, 1)  # name: jax.lax.scan


class Holder:
    jit = staticmethod(abs)

    def run(self):
        return self.jit(1)  # name: unknown


if jax:
    chosen = jnp.sum
else:
    chosen = jnp.mean
chosen(1)  # name: unknown
len([])  # name: unknown

import functools

import jax
import jax.numpy as jnp
from jax.sharding import PartitionSpec as P


@jax.jit
def shapes_and_types(x, y):
    if x.shape[0] > 3 and len(y) == 2:
        x = x[:3]
    if x.dtype == jnp.float32 or not jnp.issubdtype(x.dtype, jnp.integer):
        x = x + 1
    assert x.shape == y.shape, "shapes differ"
    return x if isinstance(x, jax.Array) else y


@functools.partial(jax.jit, static_argnums=(1,), static_argnames="mode")
def static(x, steps, mode):
    if steps > 3 and mode == "fast":
        return x
    return -x


@jax.jit
def containers(tree, rest):
    if not tree:
        return {}
    if rest and "bias" in tree:
        tree = {**tree, "bias": rest["bias"]}
    return {k: v for k, v in tree.items() if k != "bias"}


@jax.jit
def defaults(x, scale=1.0):
    if scale != 1.0:
        x = x * scale
    return x


def given_as_it_is(mesh, x):
    @functools.partial(
        jax.shard_map, mesh=mesh, in_specs=(P("x"), None), out_specs=P("x"), check_vma=False
    )
    def local(x, size):
        if size > 1:
            x = x / size
        return x

    return local(x, 4)


def eager(x):
    if jnp.any(x > 0):
        return x
    while x.sum() > 1:
        x = x / 2
    return x


@jax.jit
def only_if_concrete(x):
    if not isinstance(x, jax.core.Tracer) and jnp.any(x < 0):
        raise ValueError("negative")
    if not isinstance(x, jax.core.Tracer):
        assert jnp.all(x >= 0)
    return x

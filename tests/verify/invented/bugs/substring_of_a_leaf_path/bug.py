import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return ({"in": {"kernel": jax.random.normal(k1, (4, 3)), "bias": jnp.ones(3)}, "out": {"kernel": jax.random.normal(k2, (3, 2)), "bias": jnp.ones(2)}},)


def run(params):
    """Shrink every leaf of nested dicts by one percent, except those named "bias"."""

    def shrink(path, value):
        return value if "bias" in jax.tree_util.keystr(path) else value * 0.99

    return jax.tree_util.tree_map_with_path(shrink, params)

"""A table from names to types."""

import jax
import jax.numpy as jnp


def dtype_named(name):
    return {
        "bf16": jnp.bfloat16,
        "fp16": jnp.float16,
        "fp32": jnp.float32,
        "fp64": jnp.float64,
        "float64": jnp.float64,
    }[name]


def cast(tree, name):
    if name is None or name == "":
        return tree
    return jax.tree.map(lambda leaf: leaf.astype(dtype_named(name)), tree)

"""A table from another library's types."""

import jax.numpy as jnp
import tensorflow as tf


def jnp_dtype(dtype):
    table = {
        tf.uint64: jnp.uint64,
        tf.float32: jnp.float32,
        tf.float64: jnp.float64,
        tf.int64: jnp.int64,
        tf.bool: jnp.bool_,
    }
    return table.get(dtype) or dtype


def convert(x):
    return jnp.asarray(x, dtype=jnp_dtype(x.dtype))

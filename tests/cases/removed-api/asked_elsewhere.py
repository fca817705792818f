"""Flags that a `try` has set, a test of Python, and what is used behind them."""

import sys

import jax
import jax.numpy as jnp

try:
    jax.tree_map
    HAS_TREE_MAP = True
except AttributeError:
    HAS_TREE_MAP = False

try:
    jax.random.KeyArray
    TYPED = True
except AttributeError:
    TYPED = False

if sys.version_info < (3, 9):
    from jax.experimental import optimizers


def mapped(f, tree):
    if HAS_TREE_MAP:
        return jax.tree_map(f, tree)
    return jax.tree_util.tree_map(f, tree)


def is_key(x):
    return isinstance(x, jax.random.KeyArray) if TYPED else x.dtype == jnp.uint32


def made(rate):
    return optimizers.adam(rate) if sys.version_info < (3, 9) else rate

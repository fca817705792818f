"""Shims, which have another way, and code whose missing names nobody swallows."""

import importlib.metadata

import jax
import numpy as np

try:
    from jax.lib.xla_bridge import get_backend
except ImportError:
    from jax.extend.backend import get_backend

try:
    tree_map = jax.tree_map
except AttributeError:
    tree_map = jax.tree_util.tree_map

try:
    from jax.core import Primitive
except ImportError:

    class Primitive:
        def __init__(self, name):
            self.name = name


try:
    from jax.config import config
except Exception:
    config = jax.config

JAX_VERSION = tuple(map(int, jax.__version__.split(".")[:3]))
OLD = JAX_VERSION < (0, 6)
INSTALLED = importlib.metadata.version("jaxlib")

if OLD:
    double = lambda tree: jax.tree_map(lambda x: 2 * x, tree)

if INSTALLED < "0.4":
    from jax.experimental import optimizers


def is_old():
    return JAX_VERSION < (0, 4, 26)


def leaves(tree):
    if is_old():
        return jax.tree_leaves(tree)
    return jax.tree_util.tree_leaves(tree)


def shard(x):
    if hasattr(jax, "set_mesh"):
        return x
    return jax.device_put_replicated(x, jax.devices())


def fetch(x):
    try:
        return jax.ops.index_update(x, 0, 1)
    except AttributeError:
        return np.asarray(x)


def use():
    return get_backend, tree_map, Primitive, config, optimizers

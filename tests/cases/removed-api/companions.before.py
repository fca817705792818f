# not executed: the newest releases lack these names
"""What libraries around JAX have removed: objects under other names, and what is gone."""

import flax.linen as nn
import jax
import numpy as np
import optax
from chex import (
    assert_shape,
    assert_tree_all_close,  # want: JOL702 "`chex.assert_tree_all_close` was removed in Chex 0.1.83: importing it raises ImportError"
)
from flax.nnx import fork  # want: JOL702 "`flax.nnx.fork` was removed in Flax 0.11.0"
from jaxlib.xla_extension import DeviceArray  # want: JOL702 "`jaxlib.xla_extension.DeviceArray` was removed in jaxlib 0.4.11"


def size(shape):
    return np.product(shape)  # want: JOL702 "`numpy.product` was removed in NumPy 2.0: using it raises AttributeError"


def bounds(x: DeviceArray):
    """Two numbers that no array of floats leaves."""
    top = np.Inf  # want: JOL702
    area = np.trapz(x)  # want: JOL702 "NumPy 2.4"
    return np.float(-1), top, area  # want: JOL702 "`numpy.float` was removed in NumPy 1.24"


def curvature(loss, v, params, x, y):
    assert_shape(v, (3,))
    return optax.hvp(loss, v, params, x, y)  # want: JOL702 "`optax.hvp` was removed in Optax 0.1.8"


class Cell(nn.Module):
    @nn.compact
    def __call__(self, carry, x):
        return nn.ConvLSTM(features=4)(carry, jax.nn.relu(x))  # want: JOL702 "`flax.linen.ConvLSTM` was removed in Flax 0.6.4"


def check(a, b):
    assert_tree_all_close(a, b)
    return fork

# not executed: the names are not there
from __future__ import annotations

import jax
import jax.numpy as jnp
from jax.nn import (
    gelu,
    softmaxx,  # want: JOL702 "no JAX from 0.4.20 to .* has .jax.nn.softmaxx.: importing it raises"
)
from jax.scipy import ndimage

One = jnp.Array  # want: JOL702 "has .jax.numpy.Array.: using it raises AttributeError .1 more use"
Pair = tuple[jnp.Array, jax.Array]


def enlarge(x, y: jax.ArrayLike):  # want: JOL702 "type checkers"
    x = ndimage.zoom(x, 2)  # want: JOL702 "has .jax.scipy.ndimage.zoom."
    y = jnp.nn.relu(x)  # want: JOL702 "has .jax.numpy.nn.:"
    return gelu(softmaxx(x)) + softmaxx(y)

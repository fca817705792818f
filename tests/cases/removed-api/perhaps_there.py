"""Names that are not known to be there, and may be."""

from typing import TYPE_CHECKING

import jax
import jax.experimental.jax2tf
import jax.numpy as jnp
from jax.experimental import array_serialization, mosaic
from jax.experimental.array_serialization import serialization
from jax.experimental.jax2tf import convert_it
from jax.experimental.roofline import roofline
from jax._src.numpy import util
from jax.numpy import *

if TYPE_CHECKING:
    from jax.numpy import Invented

try:
    from jax import fast_attention
except ImportError:
    fast_attention = None

try:
    import jax.numpy as xnp
except ImportError:
    import numpy as xnp

jnp.assigned = lambda x: x
setattr(jax.nn, "set_by_name", jnp.assigned)
tree = jax.tree_util


def ask(x, other):
    if hasattr(other, "asked_for"):
        x = jnp.asked_for(x)
    try:
        x = jax.lax.tried(x)
    except AttributeError:
        pass
    if jax.__version__ > "99":
        x = jnp.to_come(x)
    return jnp.assigned(x), jax.nn.set_by_name(x)


def private(x, jnp):
    jnp.anything(x)
    jax._src.whatever(x), jax.__version__, jax.numpy.__doc__
    jax.config.invented, jax.jit.invented, jax.Array.invented, jnp.sin.invented
    util.promote_anything(x), xnp.of_numpy(x), tree.tree_anything(x)
    serialization.anything, array_serialization.serialization.anything, mosaic.anything
    jax.experimental.jax2tf.anything, roofline.anything, roofline.roofline.anything
    return convert_it, fast_attention

import jax  # fact: uses jax
import jax.numpy as jnp  # fact: uses jax.numpy
from jax import lax  # fact: uses jax.lax unread
from jax.tree_util import tree_map as tm  # fact: uses jax.tree_util.tree_map

a = jnp.sin(1.0)  # fact: uses jax.numpy.sin
b = tm(abs, jax.devices())  # fact: uses jax.devices; jax.tree_util.tree_map
jax.patched = 1

import jax
import jax.numpy as jnp
from jax import linear_util  # fact: outdated jax.linear_util
from jax.experimental import host_callback  # fact: outdated jax.experimental.host_callback

try:
    from jax import abstract_arrays  # fact: outdated jax.abstract_arrays swallowed
except ImportError:
    abstract_arrays = None

x = jnp.ones(3)
y = jnp.trapz(x)  # fact: outdated jax.numpy.trapz
z = jax.tree_map(abs, x)

# rule: legacy-mesh-context
"""An array that is made under `jax.set_mesh` lies on all of its devices."""
import jax
import jax.numpy as jnp
from jax.sharding import Mesh


def run(step, x):
    mesh = Mesh(jax.devices(), ("data",))
    y = jnp.ones(3)  # holds
    with mesh:
        y = jnp.ones(3)  # broken
        return step(x, y)

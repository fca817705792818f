"""A mesh whose default axis types are meant: the file speaks of them."""

import jax
import jax.numpy as jnp

mesh = jax.make_mesh((4, 2), ("x", "y"))
other = jax.make_mesh((8,), ("x",), axis_types=(jax.sharding.AxisType.Explicit,))


def positions():
    with jax.set_mesh(mesh):
        return jnp.arange(512, out_sharding=jax.P(("x", "y")))


def forward(step, device=None, backend=None):
    return jax.jit(step, device=device, backend=backend), jax.jit(step, backend=None)

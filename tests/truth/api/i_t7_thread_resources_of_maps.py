"""The module that holds the mesh in force is gone."""

import jax
from jax.experimental.maps import thread_resources  # want: JOL702


def gather_all(x):
    size = thread_resources.env.shape["mp"]
    return jax.lax.all_gather(x, "mp") if size > 1 else x[None]

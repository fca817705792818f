"""Two names in one import, both moved."""

import jax
import numpy as np
from jax.experimental import PartitionSpec, maps  # want: JOL702


def place(tree, shape):
    mesh = maps.Mesh(np.array(jax.devices()).reshape(shape), ("dp", "mp"))
    return mesh, jax.tree_util.tree_map(lambda _: PartitionSpec("mp"), tree)

# not executed: nothing is rewritten
from functools import partial

import jax
from jax.experimental.pjit import pjit
from jax.sharding import Mesh, PartitionSpec as P


@partial(pjit, in_shardings=P("data"), out_shardings=P())
def total(x: jax.Array):
    return x.sum()


def run(mesh: Mesh, x):
    with mesh:  # want: JOL603 (info) "warns$"
        return total(x)

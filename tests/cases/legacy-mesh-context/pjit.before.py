# not executed: nothing is rewritten
import jax
from jax.experimental.pjit import pjit
from jax.sharding import Mesh, PartitionSpec as P


def run(mesh: Mesh, f, specs, x):
    with mesh:  # want: JOL603 (info)
        return pjit(f, in_shardings=specs, out_shardings=P())(x)

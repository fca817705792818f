# not executed: nothing is rewritten
"""Parameters that are meshes by what they are given to, or are given."""
import jax
from jax.sharding import NamedSharding, PartitionSpec as P


def placed(grid, x):
    with grid:  # want: JOL603
        return jax.device_put(x, NamedSharding(grid, P("x")))


def inside(lattice, f, x):
    with lattice:  # want: JOL603
        return f(x)


def unknown(mesh, f, x):
    with mesh:
        return f(x)


inside(jax.make_mesh((8,), ("x",)), len, [])

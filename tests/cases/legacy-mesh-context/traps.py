"""Other contexts, and meshes that are set as they should be."""

import contextlib

import jax
from jax.sharding import Mesh


class Grid:
    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None


def local_mesh(mesh_like):
    return contextlib.nullcontext(mesh_like)


def use(mesh: Mesh, unittest, config):
    grid_mesh = Grid()
    with grid_mesh, local_mesh(grid_mesh):
        pass
    with unittest.assertRaisesRegex(ValueError, "mesh"):
        pass
    with config.mesh:
        pass
    with jax.set_mesh(mesh):
        pass


# Both contexts: a library in the block reads the old one.
def both(mesh: Mesh, library):
    with jax.set_mesh(mesh), mesh:
        library.run()
    with mesh, jax.sharding.use_mesh(mesh):
        library.run()
    with jax.set_mesh(mesh):
        with mesh:
            library.run()
    with mesh:
        with jax.set_mesh(mesh):
            library.run()

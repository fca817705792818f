"""The new context and, for a library that reads the old one, the old one too."""

import jax


def compile_ahead(f, args, mesh, rules, shardings):
    # A library that is traced here asks the thread's resources for the physical mesh.
    with jax.set_mesh(mesh), mesh, rules:
        jitted = jax.jit(f, in_shardings=shardings)
        lowered = jitted.lower(*args)
    return lowered.compile()

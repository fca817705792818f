"""One program for each length, lowered and compiled ahead of time and kept."""

import jax


def prepare(engine, params, lengths):
    programs = {}
    scalar = jax.ShapeDtypeStruct((), int)
    for length in lengths:
        shape = jax.ShapeDtypeStruct([length], jax.numpy.dtype("int32"))
        programs[length] = (
            jax.jit(
                engine.prefill,
                in_shardings=(engine.layouts, None, None),
            ).lower(params, shape, scalar)
        ).compile(compiler_options=None)
    return programs

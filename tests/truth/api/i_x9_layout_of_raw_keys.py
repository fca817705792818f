"""The layout of raw keys is written out for a program compiled ahead of time."""

import jax


def compile_ahead(engine, params, lengths):
    scalar = jax.ShapeDtypeStruct((), int)
    key_shape = jax.ShapeDtypeStruct([4], jax.numpy.dtype("uint32"))
    programs = {}
    for length in lengths:
        tokens = jax.ShapeDtypeStruct([length], jax.numpy.dtype("int32"))
        programs[length] = jax.jit(engine.prefill).lower(params, tokens, scalar, key_shape).compile()
    return programs


def measure(program, params, tokens):
    key = jax.random.PRNGKey(1234)
    for _ in range(10):
        key, draw = jax.random.split(key)
        program(params, tokens, len(tokens), draw)

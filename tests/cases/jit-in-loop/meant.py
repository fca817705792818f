import functools

import jax
import jax.numpy as jnp
import pytest


def work(x, size):
    return jnp.sum(x[:size])


def ahead_of_time(shapes):
    compiled = {}
    for shape in shapes:
        compiled[shape] = jax.jit(lambda x: x + 1.0).lower(jnp.ones(shape)).compile()
    return compiled


def kept_by_size(sizes):
    programs = {}
    for size in sizes:
        programs[size] = jax.jit(functools.partial(work, size=size))
    return programs


def kept_in_a_list(sizes):
    programs = []
    for size in sizes:
        program = jax.jit(lambda x, n=size: x[:n])
        programs.append(program)
    return programs


def one_program_for_each(sizes, x):
    return [jax.jit(functools.partial(work, size=size))(x) for size in sizes]


def once(xs):
    fast = None
    for x in xs:
        if fast is None:
            fast = jax.jit(lambda v: v * 2)
        x = fast(x)
    return x


def first_only(xs):
    for x in xs:
        return jax.jit(lambda v: v * 2)(x)


def two_dtypes(x):
    for dtype in (jnp.float32, jnp.bfloat16):
        print(jax.jit(lambda v: v * 2)(x.astype(dtype)))


@jax.jit
def traced_already(xs):
    for i in range(8):
        xs = jax.jit(lambda v: v * 2)(xs)
    return xs


def for_each_layer(layers, x):
    for layer in layers:
        x = jax.jit(lambda v: layer(v))(x)
    return x


def other_shardings(groups, trees, shardings):
    for name in groups:

        def stack(*leaves):
            return jnp.stack(leaves)

        trees[name] = jax.jit(stack, out_shardings=shardings[name])(*trees[name])
    return trees


@pytest.mark.slow
def test_speed():
    for size in range(100):
        jax.jit(lambda v: v * 2)(jnp.ones(size))

"""What the function reads of the module is another value at the next call."""

import jax

SCALE = {"a": 1.0}


def set_scale(value):
    SCALE["a"] = value


def scaled(x):
    return jax.jit(lambda v: v * SCALE["a"])(x)  # want: JOL102


def inputs(key):
    return (jax.random.normal(key, (3,)),)


def run(x):
    set_scale(1.0)
    first = scaled(x)
    set_scale(3.0)
    return first, scaled(x)

"""Modules that come from a function of the file, which imports them in its body."""

import functools

import numpy as np


@functools.cache
def import_jax():
    try:
        import jax
        import jax.numpy as jnp

        try:
            jax.config.update("jax_enable_x64", True)
        except Exception:
            pass
        return jax, jnp, jax.jit, 1
    except ImportError:
        return None, np, (lambda f: f), 0


def only_numpy():
    try:
        import jax.numpy as jnp
    except ImportError:
        return np
    return jnp


def chosen(on_host):
    import jax.numpy as jnp

    if on_host:
        return np
    return jnp


def one_by_one():
    import jax

    yield jax


def registered(f):
    return f


@registered
def changed():
    import jax

    return jax


def itself(x):
    f = itself(x)
    return f


jax, jnp, compile_it, number = import_jax()
xp = only_numpy()
either = chosen(True)
generated = one_by_one()
decorated = changed()
again = itself(1)
try:
    first, second, third, fourth = import_jax()
except ImportError:
    first = second = None

jnp.stack([])  # name: jax.numpy.stack
jax.tree.map(abs, 1)  # name: jax.tree.map
compile_it(abs)  # name: jax.jit
number(1)  # name: unknown
xp.stack([])  # name: jax.numpy.stack
either.stack([])  # name: unknown
generated.jit(abs)  # name: unknown
decorated.jit(abs)  # name: unknown
again.jit(abs)  # name: unknown
second.stack([])  # name: jax.numpy.stack


def local():
    jax, jnp, *rest = import_jax()
    jnp.stack([])  # name: unknown
    jax, jnp = import_jax()
    jnp.stack([])  # name: unknown

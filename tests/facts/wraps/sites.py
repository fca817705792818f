import functools

import jax


@jax.jit  # fact: wraps jax.jit of step
def step(x):
    return x


@functools.partial(jax.jit, donate_argnums=0)  # fact: wraps jax.jit of update
def update(state):
    return state


slope = jax.grad(lambda w: w * w)  # fact: wraps jax.grad of lambda
rows = jax.vmap(jax.numpy.dot)  # fact: wraps jax.vmap of jax.numpy.dot


def twice(f):
    return jax.jit(f)  # fact: wraps jax.jit of unknown

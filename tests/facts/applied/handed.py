import functools

import jax


@jax.jit  # jitted and differentiated below
def loss(w, x):  # fact: applied jax.jit and jax.grad
    return (w * x).sum()


def body(carry, x):  # fact: applied jax.lax.scan
    return carry + x, x


@functools.partial(jax.jit, static_argnums=0)
def power(n, x):  # fact: applied jax.jit
    return x**n


def plain(x):
    return jax.lax.scan(body, 0.0, x)


gradient = jax.grad(loss)

import jax
import jax.numpy as jnp


def predict(params, x):
    return jnp.tanh(x @ params)


def eager(params, xs, size):
    return [predict(params, xs[i : i + size]) for i in range(0, len(xs), size)]


@jax.jit
def within(params, xs):
    return [predict(params, xs[i : i + 3]) for i in range(0, xs.shape[0], 3)]


@jax.jit
def total(x):
    return jnp.sum(x)


def something_else(xs, size):
    out = []
    for i in range(0, len(xs), size):
        names = xs[i : i + size]
        out.append((names, total(jnp.ones(size))))
    return out


def windows(xs, size):
    # each window is whole, and they overlap
    return [total(xs[i : i + size]) for i in range(len(xs) - size)]
